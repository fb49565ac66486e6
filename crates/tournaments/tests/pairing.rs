//! Whole tournaments between players of known strength, and small ones beside what trying everything finds.

use longjump_tournaments::{
    Entrant, FULL, Meeting, Outcome, Plan, pair, rounds_of_all, sizes, standings,
};
use longjump_wire::tournament::TournamentKind;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Instant;

fn plan(kind: TournamentKind, seed: u64) -> Plan {
    let (sizes, size) = match kind {
        TournamentKind::Tables => (vec![3, 4, 5, 6], 6),
        _ => (vec![2], 2),
    };
    Plan {
        kind,
        seed,
        sizes,
        size,
    }
}

/// Places at a table: the stronger the likelier in front, and now and then two share one.
fn played(players: &[Entrant], random: &mut fastrand::Rng) -> Vec<u8> {
    let luck: Vec<i64> = players
        .iter()
        .map(|&one| random.i64(0..60) / 4 * 4 - one as i64)
        .collect();
    let ahead = |own: i64| luck.iter().filter(|&&other| other > own).count() as u8 + 1;
    luck.iter().map(|&own| ahead(own)).collect()
}

fn settled(round: usize, players: Vec<Entrant>, random: &mut fastrand::Rng) -> Meeting {
    let outcome = match random.u8(..50) {
        0 if players.len() > 1 => Outcome::Absent(random.usize(..players.len())),
        _ => Outcome::Played(played(&players, random)),
    };
    Meeting {
        round,
        players,
        outcome: Some(outcome),
    }
}

/// All tables of a tournament in which nobody comes or goes.
fn tournament(plan: &Plan, count: usize, rounds: usize) -> Vec<Meeting> {
    let mut random = fastrand::Rng::with_seed(plan.seed);
    let field: Vec<Entrant> = (0..count).collect();
    let mut past = Vec::new();
    for round in 1..=rounds {
        let tables = pair(plan, round, &field, &field, &past);
        for players in tables {
            past.push(settled(round, players, &mut random));
        }
    }
    past
}

/// How often each two met.
fn meetings(past: &[Meeting]) -> BTreeMap<(Entrant, Entrant), usize> {
    let mut met = BTreeMap::new();
    for table in past {
        for (seat, &one) in table.players.iter().enumerate() {
            for &other in &table.players[seat + 1..] {
                *met.entry((one.min(other), one.max(other))).or_default() += 1;
            }
        }
    }
    met
}

fn everybody_sits_once(tables: &[Vec<Entrant>], present: &[Entrant]) {
    let mut seated: Vec<Entrant> = tables.concat();
    seated.sort_unstable();
    assert_eq!(seated, present, "each of those present, once");
}

/// The fewest meetings more than one each that a way to pair all of these has, and the fewest byes more than one.
fn fewest_again(met: &BTreeMap<(Entrant, Entrant), usize>, free: &mut Vec<Entrant>) -> usize {
    let Some(one) = free.pop() else { return 0 };
    let mut best = usize::MAX;
    for index in 0..free.len() {
        let other = free.remove(index);
        let again = met
            .get(&(one.min(other), one.max(other)))
            .copied()
            .unwrap_or(0);
        best = best.min(again + fewest_again(met, free));
        free.insert(index, other);
    }
    free.push(one);
    best
}

proptest! {
    #[test]
    fn a_swiss_has_no_rematch_where_there_is_a_way_without(
        seed in any::<u64>(), pairs in 1usize..5, rounds in 1usize..8
    ) {
        let plan = plan(TournamentKind::Swiss, seed);
        let field: Vec<Entrant> = (0..2 * pairs).collect();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut past = Vec::new();
        for round in 1..=rounds {
            let before = meetings(&past);
            let tables = pair(&plan, round, &field, &field, &past);
            everybody_sits_once(&tables, &field);
            let again = |table: &Vec<Entrant>| {
                let both = (table[0].min(table[1]), table[0].max(table[1]));
                before.get(&both).copied().unwrap_or(0)
            };
            let again: usize = tables.iter().map(again).sum();
            prop_assert_eq!(again, fewest_again(&before, &mut field.clone()));
            past.extend(tables.into_iter().map(|players| settled(round, players, &mut random)));
        }
    }

    #[test]
    fn whoever_comes_and_goes_nobody_is_forgotten(
        seed in any::<u64>(), count in 2usize..40, rounds in 1usize..10,
        kind in prop::sample::select(vec![TournamentKind::Swiss, TournamentKind::Tables])
    ) {
        let plan = plan(kind, seed);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut past = Vec::new();
        for round in 1..=rounds {
            let present: Vec<Entrant> = (0..count).filter(|_| random.u8(..10) > 0).collect();
            let tables = pair(&plan, round, &present, &present, &past);
            everybody_sits_once(&tables, &present);
            prop_assert_eq!(&tables, &pair(&plan, round, &present, &present, &past));
            past.extend(tables.into_iter().map(|players| settled(round, players, &mut random)));
        }
    }

    #[test]
    fn nobody_has_two_byes_before_all_had_one(seed in any::<u64>(), half in 1usize..8, rounds in 1usize..15) {
        let plan = plan(TournamentKind::Swiss, seed);
        let past = tournament(&plan, 2 * half + 1, rounds);
        let mut byes = vec![0; 2 * half + 1];
        for table in past.iter().filter(|table| table.is_bye()) {
            byes[table.players[0]] += 1;
        }
        let (least, most) = (byes.iter().min().unwrap(), byes.iter().max().unwrap());
        prop_assert!(most - least <= 1, "{:?}", byes);
    }

    #[test]
    fn in_a_round_robin_all_meet_as_often_and_move_first_as_often(
        seed in any::<u64>(), count in 2usize..24, cycles in 1usize..3
    ) {
        let plan = plan(TournamentKind::RoundRobin, seed);
        let past = tournament(&plan, count, cycles * rounds_of_all(count));
        let met = meetings(&past);
        prop_assert_eq!(met.len(), count * (count - 1) / 2);
        prop_assert!(met.values().all(|&times| times == cycles));
        let mut first = vec![0i64; count];
        for table in &past {
            first[table.players[0]] += 1;
            first[table.players[1]] -= 1;
        }
        let most = if cycles == 2 { 0 } else { 1 };
        prop_assert!(first.iter().all(|lead| lead.abs() <= most), "{:?}", first);
    }

    #[test]
    fn tables_are_of_the_best_sizes(
        count in 0usize..26, wanted in 3usize..7,
        allowed in prop::sample::subsequence(vec![3usize, 4, 5, 6], 1..5)
    ) {
        /// The least cost of seating so many, by trying every first table.
        fn least(count: usize, allowed: &[usize], wanted: usize) -> usize {
            let bye = |count: usize| 1_000 * (wanted + 1) + least(count - 1, allowed, wanted);
            if count == 0 {
                return 0;
            }
            let tables = allowed.iter().filter(|&&size| size <= count);
            let with = tables.map(|&size| {
                size * size.abs_diff(wanted).pow(2) + least(count - size, allowed, wanted)
            });
            with.chain([bye(count)]).min().unwrap_or(0)
        }
        let tables = sizes(count, &allowed, wanted);
        let seated: usize = tables.iter().sum();
        let cost: usize = tables.iter().map(|size| size * size.abs_diff(wanted).pow(2)).sum();
        prop_assert!(tables.iter().all(|size| allowed.contains(size)));
        if count < 16 {
            prop_assert_eq!(cost + (count - seated) * 1_000 * (wanted + 1), least(count, &allowed, wanted));
        }
    }

    #[test]
    fn standings_do_not_depend_on_the_order_of_tables(seed in any::<u64>(), count in 2usize..20, rounds in 1usize..8) {
        for kind in [TournamentKind::Swiss, TournamentKind::Tables, TournamentKind::RoundRobin] {
            let plan = plan(kind, seed);
            let mut past = tournament(&plan, count, rounds);
            let table = standings(&plan, count, &past);
            fastrand::Rng::with_seed(seed).shuffle(&mut past);
            prop_assert_eq!(&standings(&plan, count, &past), &table);
            let places = table.windows(2).all(|two| two[0].place <= two[1].place && two[0].points >= two[1].points);
            prop_assert!(places);
            let all: HashSet<Entrant> = table.iter().map(|line| line.entrant).collect();
            prop_assert_eq!(all.len(), count);
        }
    }
}

/// Buchholz and Sonneborn-Berger as by hand.
#[test]
fn ties_are_broken_as_published() {
    let plan = plan(TournamentKind::Swiss, 1);
    let game = |round, players: [usize; 2], places: [u8; 2]| Meeting {
        round,
        players: players.to_vec(),
        outcome: Some(Outcome::Played(places.to_vec())),
    };
    // 0 and 1 have a point and a half each, 2 has one, 3 none.
    let past = [
        game(1, [0, 2], [1, 2]),
        game(1, [1, 3], [1, 2]),
        game(2, [0, 1], [1, 1]),
        game(2, [2, 3], [1, 2]),
    ];
    let table = standings(&plan, 4, &past);
    let of = |one: usize| {
        table
            .iter()
            .find(|line| line.entrant == one)
            .expect("a line")
    };
    assert_eq!(of(0).points, FULL * 3 / 2);
    assert_eq!(of(1).points, FULL * 3 / 2);
    // 0 met a point and 1.5, 1 met none and 1.5; in halves for the second.
    assert_eq!(of(0).ties[..2], [FULL * 5 / 2, FULL * 2 + FULL * 3 / 2]);
    assert_eq!(of(1).ties[..2], [FULL * 3 / 2, FULL * 3 / 2]);
    assert_eq!(
        [of(0).place, of(1).place, of(2).place, of(3).place],
        [1, 2, 3, 4]
    );
}

#[test]
fn a_game_among_equals_decides_only_between_them() {
    let plan = plan(TournamentKind::RoundRobin, 1);
    let game = |players: [usize; 2], places: [u8; 2]| Meeting {
        round: 1,
        players: players.to_vec(),
        outcome: Some(Outcome::Played(places.to_vec())),
    };
    // Each of the three beats one and loses to one: nothing tells them apart.
    let circle = [
        game([0, 1], [1, 2]),
        game([1, 2], [1, 2]),
        game([2, 0], [1, 2]),
    ];
    let table = standings(&plan, 3, &circle);
    assert!(table.iter().all(|line| line.place == 1));
}

/// What `docs/tournaments.md` says of a Swiss tournament of 200 over nine rounds.
#[test]
fn a_large_swiss_is_even() {
    let plan = plan(TournamentKind::Swiss, 2026);
    let began = Instant::now();
    let past = tournament(&plan, 200, 9);
    println!("Swiss of 200 over 9 rounds: {:?}", began.elapsed());
    let met = meetings(&past);
    assert!(met.values().all(|&times| times == 1), "nobody meets twice");
    assert_eq!(met.len(), 900);
    let mut lead = vec![0i64; 200];
    for table in &past {
        lead[table.players[0]] += 1;
        lead[table.players[1]] -= 1;
    }
    let largest = lead.iter().map(|lead| lead.abs()).max().expect("players");
    let uneven = lead.iter().filter(|lead| lead.abs() > 1).count();
    println!("first moves: {largest} apart at most, {uneven} of 200 by more than one");
    assert!(largest <= 3 && uneven <= 10);
    let table = standings(&plan, 200, &past);
    assert!(table[0].entrant < 40, "strong players come out in front");
}

/// The same of tables of six, 120 people over six rounds.
#[test]
fn tables_of_six_are_balanced() {
    let plan = plan(TournamentKind::Tables, 2026);
    let began = Instant::now();
    let past = tournament(&plan, 120, 6);
    println!("tables of six, 120 over 6 rounds: {:?}", began.elapsed());
    let again = meetings(&past).values().filter(|&&times| times > 1).count();
    let mut seats: HashMap<(Entrant, usize), usize> = HashMap::new();
    for table in &past {
        for (seat, &one) in table.players.iter().enumerate() {
            *seats.entry((one, seat)).or_default() += 1;
        }
    }
    let most = seats.values().max().copied().unwrap_or(0);
    let twice = seats.values().filter(|&&times| times > 1).count();
    println!(
        "{again} pairs of 1800 met again; {twice} of 720 seats for the second time, {most} at most"
    );
    assert_eq!(again, 0, "nobody meets twice");
    assert!(most <= 2 && twice <= 120);
}

#[test]
fn five_hundred_in_an_arena_are_paired_within_a_second() {
    let plan = plan(TournamentKind::Arena, 2026);
    let field: Vec<Entrant> = (0..500).collect();
    let mut random = fastrand::Rng::with_seed(1);
    let mut past: Vec<Meeting> = Vec::new();
    let mut times = Vec::new();
    for round in 1..=20 {
        let began = Instant::now();
        let tables = pair(&plan, round, &field, &field, &past);
        times.push(began.elapsed());
        everybody_sits_once(&tables, &field);
        past.extend(
            tables
                .into_iter()
                .map(|players| settled(round, players, &mut random)),
        );
    }
    times.sort();
    let (least, most) = (times[0], times[19]);
    println!("an arena of 500, all waiting: {least:?} to {most:?}");
    let last: HashMap<(usize, Entrant), Entrant> = past
        .iter()
        .flat_map(|table| {
            [(0, 1), (1, 0)].map(|(a, b)| ((table.round, table.players[a]), table.players[b]))
        })
        .collect();
    let again = last
        .iter()
        .filter(|((round, one), other)| last.get(&(round + 1, *one)) == Some(other));
    assert_eq!(again.count(), 0, "nobody plays the last opponent again");
    // What else runs here takes its time too, so the least counts.
    assert!(least.as_secs_f64() < 1.0, "{least:?}");
}

#[test]
fn a_thousand_are_paired_too() {
    let plan = plan(TournamentKind::Swiss, 3);
    let began = Instant::now();
    let past = tournament(&plan, 1001, 4);
    println!("Swiss of 1001 over 4 rounds: {:?}", began.elapsed());
    assert!(meetings(&past).values().all(|&times| times == 1));
    assert_eq!(past.iter().filter(|table| table.is_bye()).count(), 4);
}

#[test]
fn two_who_are_alone_in_an_arena_play_on() {
    let plan = plan(TournamentKind::Arena, 1);
    let mut random = fastrand::Rng::with_seed(1);
    let table = settled(1, vec![0, 1], &mut random);
    assert_eq!(
        pair(&plan, 2, &[0, 1], &[0, 1], std::slice::from_ref(&table)).len(),
        1
    );
    assert_eq!(
        pair(&plan, 2, &[0, 1, 2], &[0, 1], &[table]).len(),
        0,
        "the third is waited for"
    );
}

#[test]
fn of_three_who_wait_in_an_arena_two_play_though_two_have_just_met() {
    let plan = plan(TournamentKind::Arena, 1);
    let mut random = fastrand::Rng::with_seed(1);
    let past = [
        settled(1, vec![2, 3], &mut random),
        settled(2, vec![0, 1], &mut random),
        settled(3, vec![2, 4], &mut random),
    ];
    let tables = pair(&plan, 4, &[0, 1, 2, 3, 4], &[0, 1, 2], &past);
    assert_eq!(tables.len(), 1);
    assert!(tables[0].contains(&2), "{tables:?}");
}
