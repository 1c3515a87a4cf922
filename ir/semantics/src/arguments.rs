//! Generation of function arguments from a seed.
//!
//! Sets of arguments alternate between four styles, so that a few sets cover all of them. Dynamic sizes are mostly the
//! same along all dimensions of a set, and indices are of similar magnitude: most functions use them as bounds or
//! indices, and out-of-bounds accesses are not informative.

use rmlir_core::{AttrData, Body, DYNAMIC, OpRef};
use rmlir_interp::random::Random;
use rmlir_interp::{Data, Kind};
use rmlir_num::FloatKind;

/// The style of the values of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// Small values, whose sums are exact.
    Small,
    /// Boundary values.
    Corner,
    /// Small values, and unequal sizes.
    Uneven,
    /// Values of either style.
    Mixed,
}

const STYLES: [Style; 4] = [Style::Small, Style::Corner, Style::Uneven, Style::Mixed];

/// Dynamic sizes, used cyclically.
const SIZES: [i64; 5] = [4, 8, 5, 1, 7];

/// Boundary values of floats.
const CORNERS: [f64; 11] =
    [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::NAN, 0.1, 1e-45, 3e38];

/// One in this many values repeats the previous one.
const REPEATED: u64 = 6;

/// One in this many values is a constant of the program.
const TAKEN: u64 = 4;

/// The size in bytes of the memory behind an external pointer.
const POINTEE: u64 = 256;

/// Set `number` of arguments for a function with the argument types `kinds`; `known` are the constants of the program,
/// which may be boundary values as well.
pub fn arguments(kinds: &[Kind], known: &Known, seed: u64, number: usize) -> Vec<Data> {
    let random = Random::new(seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let style = STYLES[number % STYLES.len()];
    let size = SIZES[number / 2 % SIZES.len()];
    let mut maker = Maker { random, style, size, known };
    let mut made: Vec<Data> = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        let same = (0..at).rev().find(|&other| kinds[other] == *kind && kind.width().is_some());
        let data = match same.filter(|_| maker.random.below(REPEATED) == 0) {
            Some(other) => made[other].clone(),
            None => maker.data(kind),
        };
        made.push(data);
    }
    made
}

/// The approximate number of values in a set for `kinds`.
pub fn weight(kinds: &[Kind]) -> u64 {
    kinds.iter().map(weight_of).fold(0, u64::saturating_add)
}

fn weight_of(kind: &Kind) -> u64 {
    match kind {
        Kind::MemRef(memref) | Kind::Tensor(memref) => {
            let size = |&size: &i64| if size == DYNAMIC { SIZES[1] as u64 } else { size as u64 };
            let sizes = memref.shape.iter().flatten().map(size);
            sizes.fold(weight_of(&memref.element), u64::saturating_mul)
        }
        _ => (0..kind.n_parts()).filter_map(|at| kind.part(at)).map(weight_of).fold(1, u64::saturating_add),
    }
}

/// The integer and float constants of a program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Known {
    ints: Vec<i64>,
    floats: Vec<f64>,
}

impl Known {
    /// The integers and floats in attributes of the operations of `body`.
    pub fn of(body: &Body) -> Self {
        /// The limit on the number of constants: more would displace other values.
        const MOST: usize = 64;
        let mut known = Self::default();
        OpRef::root(body).walk_preorder(|op| {
            for attr in (0..op.props().len()).filter_map(|slot| op.prop(slot)) {
                match attr.data(op.cx()) {
                    AttrData::Integer { value, .. } => known.ints.extend(value.sext_value()),
                    AttrData::Float { value, .. } => known.floats.push(value.to_f64()),
                    _ => {}
                }
            }
        });
        known.ints.sort_unstable();
        known.ints.dedup();
        known.ints.truncate(MOST);
        known.floats.truncate(MOST);
        known
    }
}

struct Maker<'k> {
    known: &'k Known,
    random: Random,
    style: Style,
    /// The size of dynamic dimensions.
    size: i64,
}

impl Maker<'_> {
    fn data(&mut self, kind: &Kind) -> Data {
        match kind {
            Kind::Int(width) => Data::int(*width, self.int(*width)),
            Kind::Index => Data::int(64, self.index()),
            Kind::Float(float) => self.float(*float),
            Kind::Pointer => Data::Buffer((0..POINTEE).map(|_| Some(self.random.below(256) as u8)).collect()),
            Kind::Function | Kind::Opaque => Data::Bits(0),
            Kind::MemRef(memref) | Kind::Tensor(memref) => {
                let shape = memref.shape.clone().unwrap_or_else(|| vec![DYNAMIC; self.random.below(3) as usize]);
                let sizes: Vec<i64> = shape.iter().map(|&size| self.open_size(size)).collect();
                let n = sizes.iter().product::<i64>().max(0);
                Data::MemRef { sizes, elements: (0..n).map(|_| self.data(&memref.element)).collect() }
            }
            _ => {
                let part = |at: usize| self.data(kind.part(at).expect("parts are counted"));
                Data::List((0..kind.n_parts()).map(part).collect())
            }
        }
    }

    fn is_corner(&mut self) -> bool {
        match self.style {
            Style::Small | Style::Uneven => false,
            Style::Corner => true,
            Style::Mixed => self.random.below(2) == 0,
        }
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.random.below(choices.len() as u64) as usize]
    }

    fn open_size(&mut self, size: i64) -> i64 {
        match (size, self.style) {
            (DYNAMIC, Style::Uneven) => self.one_of(&[self.size, 1, 2, 3, 6]),
            (DYNAMIC, _) => self.size,
            _ => size,
        }
    }

    fn int(&mut self, width: u32) -> i64 {
        let known = self.known;
        if !known.ints.is_empty() && self.random.below(TAKEN) == 0 {
            return self.one_of(&known.ints);
        }
        let corner = self.is_corner();
        let bits = width.clamp(1, 64);
        let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
        match corner {
            true => self.one_of(&[0, 1, -1, least, most, least.wrapping_add(1), most.wrapping_sub(1), 2, -2]),
            false if bits == 1 => self.random.below(2) as i64,
            false if self.style == Style::Mixed => (self.random.draw() as i64) >> self.random.below(64),
            false => self.random.below(20) as i64 - 4,
        }
    }

    fn index(&mut self) -> i64 {
        if self.is_corner() {
            return self.one_of(&[0, 1, self.size, -1, self.size + 1, 64]);
        }
        match self.random.below(4) {
            0 => self.size,
            _ => self.random.below(self.size as u64) as i64,
        }
    }

    /// A value between -8 and 8 in steps of 1/16, unless it is a boundary value.
    fn float(&mut self, kind: FloatKind) -> Data {
        let corner = self.is_corner();
        let known = self.known;
        let value = match corner {
            _ if !known.floats.is_empty() && self.random.below(2 * TAKEN) == 0 => self.one_of(&known.floats),
            true => self.one_of(&CORNERS),
            false => (self.random.below(257) as f64 - 128.0) / 16.0,
        };
        Data::float(kind, value)
    }
}
