//! Random moves.

use longjump_engine::Table;

/// How many random openings are tried until one does not end the game.
const TRIES: usize = 100;

/// So many random moves from the start that don't end the game, the same for the same seed;
/// the table stands where they lead. `None` if a hundred tries all end it.
///
/// ```
/// use longjump_arena::openings::random_opening;
/// let mut table = longjump_engine::open_table(&"star:seats=3".parse()?)?;
/// let moves = random_opening(&mut *table, 6, 1).expect("no game is over that soon");
/// assert_eq!(moves, table.played());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_opening(table: &mut dyn Table, plies: usize, seed: u64) -> Option<Vec<String>> {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..TRIES {
        table.set_up(None, &[]).expect("the start is a position");
        let mut moves = Vec::new();
        while moves.len() < plies && table.standings().is_none() {
            let mut legal = table.moves();
            let mv = legal.swap_remove(random.usize(..legal.len()));
            table.play(&mv).expect("it is a legal move");
            moves.push(mv);
        }
        if table.standings().is_none() {
            return Some(moves);
        }
    }
    None
}

/// The seed of an opening by its number among those of one seed.
pub(super) fn seed_of(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(1_000_003).wrapping_add(number)
}
