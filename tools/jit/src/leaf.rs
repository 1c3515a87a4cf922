//! Leaves: the parts of values that fit into one machine register.
//!
//! An integer is in the smallest register that is wide enough, zero-extended; integers of more than 128 bits have none.
//! A float of 16 bits is stored as its bits and computed with as `f32`. Vectors, structures and arrays are flattened to
//! the sequence of their parts; lanes of vectors that fill registers of 128 bits may share these.

use cranelift_codegen::ir::{self, types};
use rmlir::interp::{Kind, Value};
use rmlir::num::FloatKind;

/// See the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// An integer of at most 128 bits.
    Int(u32),
    /// A float of 16, 32 or 64 bits.
    Float(FloatKind),
    /// An address.
    Address,
}

/// The maximum number of leaves of a value: compile time grows with it.
const MOST_LEAVES: usize = 1 << 14;

impl Leaf {
    /// The register's type.
    pub fn ty(self) -> ir::Type {
        match self {
            Leaf::Int(..=8) => types::I8,
            Leaf::Int(..=16) => types::I16,
            Leaf::Int(..=32) => types::I32,
            Leaf::Int(..=64) | Leaf::Address => types::I64,
            Leaf::Int(_) => types::I128,
            Leaf::Float(FloatKind::F32) => types::F32,
            Leaf::Float(FloatKind::F64) => types::F64,
            Leaf::Float(_) => types::I16,
        }
    }

    /// The width in bits; 64 of an address.
    pub fn width(self) -> u32 {
        match self {
            Leaf::Int(width) => width,
            Leaf::Float(kind) => kind.width(),
            Leaf::Address => 64,
        }
    }

    /// The leaf of a scalar.
    fn of(kind: &Kind) -> Result<Leaf, String> {
        Ok(match kind {
            Kind::Int(width @ 1..=128) => Leaf::Int(*width),
            Kind::Index => Leaf::Int(64),
            Kind::Float(float @ (FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64)) => {
                Leaf::Float(*float)
            }
            Kind::Pointer | Kind::Function => Leaf::Address,
            Kind::Int(width) => return Err(format!("integers of {width} bits have no register")),
            Kind::Float(float) => return Err(format!("floats of type {} have no register", float.name())),
            _ => return Err("values of its types have no register".to_owned()),
        })
    }
}

/// The leaves of values of `kind`, in order; a void value has none.
pub fn leaves(kind: &Kind) -> Result<Vec<Leaf>, String> {
    let mut found = Vec::new();
    collect(kind, &mut found)?;
    Ok(found)
}

fn collect(kind: &Kind, found: &mut Vec<Leaf>) -> Result<(), String> {
    match kind {
        Kind::Opaque => {}
        Kind::Vector(..) | Kind::Array(..) => {
            let mut part = Vec::new();
            match kind.part(0) {
                Some(kind) => collect(kind, &mut part)?,
                None => return Ok(()),
            }
            if found.len() + part.len() * kind.n_parts() > MOST_LEAVES {
                return Err(format!("a value of more than {MOST_LEAVES} parts is too large for registers"));
            }
            (0..kind.n_parts()).for_each(|_| found.extend_from_slice(&part));
        }
        Kind::Struct(members, _) => members.iter().try_for_each(|member| collect(member, found))?,
        _ => found.push(Leaf::of(kind)?),
    }
    Ok(())
}

/// A register: of one leaf, or of consecutive lanes of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    /// Its type.
    pub ty: ir::Type,
    /// The number of leaves in it.
    pub n_leaves: usize,
}

/// The width of registers that hold several lanes.
const SHARED_WIDTH: u32 = 128;

/// The registers of values of a kind that [`leaves`] accepts.
pub fn registers(kind: &Kind) -> Vec<Register> {
    if let Some(shared) = shared_register(kind) {
        return vec![shared; kind.n_parts() / shared.n_leaves];
    }
    match kind {
        Kind::Opaque => Vec::new(),
        Kind::Vector(..) | Kind::Array(..) | Kind::Struct(..) => {
            (0..kind.n_parts()).flat_map(|at| kind.part(at).map_or_else(Vec::new, registers)).collect()
        }
        _ => Leaf::of(kind).map(|leaf| Register { ty: leaf.ty(), n_leaves: 1 }).into_iter().collect(),
    }
}

/// The register that lanes of a vector share.
pub fn shared_register(kind: &Kind) -> Option<Register> {
    let Kind::Vector(shape, lane) = kind else { return None };
    let leaf = Leaf::of(lane).ok()?;
    let width = leaf.ty().bits();
    let fills = shape.len() == 1 && width == leaf.width() && (8..=64).contains(&width);
    let is_half = matches!(leaf, Leaf::Float(_)) && !leaf.ty().is_float();
    let n_leaves = SHARED_WIDTH / width;
    let fits = fills && !is_half && kind.n_parts() > 0 && kind.n_parts().is_multiple_of(n_leaves as usize);
    fits.then(|| Some(Register { ty: leaf.ty().by(n_leaves)?, n_leaves: n_leaves as usize }))?
}

/// The number of leaves of values of a kind that [`leaves`] accepts.
pub fn n_leaves(kind: &Kind) -> usize {
    match kind {
        Kind::Opaque => 0,
        Kind::Vector(..) | Kind::Array(..) => kind.part(0).map_or(0, n_leaves) * kind.n_parts(),
        Kind::Struct(members, _) => members.iter().map(n_leaves).sum(),
        _ => 1,
    }
}

/// The bits of a scalar; those of poison are zero.
pub fn bits_of(value: &Value) -> u128 {
    match value {
        Value::Bits(bits) => (*bits).into(),
        Value::Wide(value) => value.to_u128().unwrap_or_default(),
        _ => 0,
    }
}

/// The bits of each leaf of a value, in order.
pub fn constant_leaves(value: &Value, kind: &Kind) -> Vec<u128> {
    match value {
        Value::List(parts) => {
            let leaves = |(at, part)| kind.part(at).map_or_else(Vec::new, |kind| constant_leaves(part, kind));
            parts.iter().enumerate().flat_map(leaves).collect()
        }
        _ => vec![bits_of(value); n_leaves(kind)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composed_values_are_their_parts() {
        let lane = Kind::Float(FloatKind::F32);
        let vector = Kind::Vector([2].into(), lane.into());
        let array = Kind::Array(2, vector.into());
        let both = Kind::Struct([Kind::Pointer, array, Kind::Int(7)].into(), false);
        let float = Leaf::Float(FloatKind::F32);
        assert_eq!(leaves(&both), Ok(vec![Leaf::Address, float, float, float, float, Leaf::Int(7)]));
        assert_eq!(n_leaves(&both), 6);
        assert!(leaves(&Kind::Int(129)).is_err());
        assert!(leaves(&Kind::Array(1 << 20, Kind::Int(8).into())).is_err());
    }
}
