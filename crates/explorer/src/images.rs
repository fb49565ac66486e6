//! What a position has in common with those that mirror it, kept up to date move by move.

use longjump_rules::{Game, Hole, Move, PieceObserver, Position, Seat, Symmetry};

/// All ways to look at a board, and a number for each piece in each hole under each of them. A
/// position's hash is the sum of its pieces', and its key the least hash of all its images.
#[derive(Debug)]
pub(crate) struct Images {
    all: Vec<Symmetry>,
    /// For each image, hole and seat.
    pieces: Vec<u64>,
    holes: usize,
    seats: usize,
    /// Tells positions of one game from those of others.
    salt: u64,
}

/// A position's hashes, one for each image.
#[derive(Clone, Debug)]
pub(crate) struct Hashes<'a> {
    images: &'a Images,
    sums: Vec<u64>,
}

/// A position as it is known whichever way one looks at it.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) key: u64,
    /// The images that have it: several where the position mirrors itself.
    least: Vec<usize>,
}

impl Images {
    pub(crate) fn new<G: Game>(game: &G, salt: u64) -> Self {
        let (holes, seats) = (game.grid().len(), game.seats());
        let all = closure(&game.symmetries(), holes, seats);
        let mut pieces = Vec::with_capacity(all.len() * holes * seats);
        for image in &all {
            for hole in 0..holes {
                for seat in Seat::first(seats) {
                    let (hole, seat) = (image.holes[hole].index(), image.seats[seat].index());
                    pieces.push(mixed((hole * 8 + seat) as u64));
                }
            }
        }
        Self {
            all,
            pieces,
            holes,
            seats,
            salt,
        }
    }

    /// The hashes of what stands there.
    pub(crate) fn hashes(&self, pieces: &[Option<Seat>]) -> Hashes<'_> {
        let mut hashes = Hashes {
            images: self,
            sums: vec![self.salt; self.all.len()],
        };
        for (hole, piece) in pieces.iter().enumerate() {
            if let &Some(seat) = piece {
                hashes.turn_over(seat, Hole::new(hole));
            }
        }
        hashes
    }

    /// The move as it is written down for a position: the least of its images.
    pub(crate) fn kept(&self, seen: &Seen, mv: Move) -> u16 {
        let images = seen
            .least
            .iter()
            .map(|&image| self.all[image].mv(mv).bits());
        images.min().unwrap_or_else(|| mv.bits())
    }
}

impl Hashes<'_> {
    /// What is known of the position that these are the hashes of. Plies are left out of it: the
    /// same board later on is the same opening.
    pub(crate) fn seen<P: Position>(&self, position: &P) -> Seen {
        let seats = self.images.seats;
        let mut seen = Seen {
            key: u64::MAX,
            least: Vec::new(),
        };
        for (number, (image, &sum)) in self.images.all.iter().zip(&self.sums).enumerate() {
            let mut hash = sum ^ mixed(1 << 16 | image.seats[position.turn()].index() as u64);
            if seats > 2 {
                for seat in Seat::first(seats) {
                    let place = u64::from(position.place(seat).unwrap_or(0));
                    if place > 0 {
                        hash ^= mixed(1 << 17 | place << 8 | image.seats[seat].index() as u64);
                    }
                }
            }
            if hash < seen.key {
                seen.key = hash;
                seen.least.clear();
            }
            if hash == seen.key {
                seen.least.push(number);
            }
        }
        seen
    }

    fn turn_over(&mut self, seat: Seat, hole: Hole) {
        let Images {
            holes,
            seats,
            pieces,
            ..
        } = self.images;
        let mut at = hole.index() * seats + seat.index();
        for sum in &mut self.sums {
            *sum ^= pieces[at];
            at += holes * seats;
        }
    }
}

impl PieceObserver for Hashes<'_> {
    fn lifted(&mut self, seat: Seat, hole: Hole) {
        self.turn_over(seat, hole);
    }
    fn placed(&mut self, seat: Seat, hole: Hole) {
        self.turn_over(seat, hole);
    }
}

/// All that symmetries come to one after the other, not looking at it any other way among them.
fn closure(generators: &[Symmetry], holes: usize, seats: usize) -> Vec<Symmetry> {
    let same = Symmetry {
        holes: (0..holes).map(Hole::new).collect(),
        seats: longjump_rules::PerSeat::from_fn(seats, |seat| seat),
    };
    let mut all = vec![same];
    let mut next = 0;
    while next < all.len() {
        for generator in generators {
            let image = Symmetry {
                holes: all[next]
                    .holes
                    .iter()
                    .map(|hole| generator.holes[hole.index()])
                    .collect(),
                seats: all[next].seats.map(|seat| generator.seats[seat]),
            };
            if !all.contains(&image) {
                all.push(image);
            }
        }
        next += 1;
    }
    all
}

/// A number that looks like chance, the same for ever: what is on disk is found by it.
pub(crate) fn mixed(number: u64) -> u64 {
    let mut x = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A number that tells one text from another (FNV-1a, mixed).
pub(crate) fn number_of(text: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    mixed(text.iter().fold(0xcbf2_9ce4_8422_2325, step))
}
