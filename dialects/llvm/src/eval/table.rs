//! What the tables of intrinsics share.

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::{Emit, Kind};
use rmlir::prelude::*;

/// The value of the row called `name`.
pub fn find<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|&(_, found)| found)
}

/// The combining operation of the reduction `name`.
pub fn reduction_named(name: &str) -> Option<Combine> {
    find(REDUCTIONS, name)
}

/// The combining operations of reductions.
const REDUCTIONS: &[(&str, Combine)] = &[
    ("add", Combine::AddI),
    ("and", Combine::And),
    ("mul", Combine::MulI),
    ("or", Combine::Or),
    ("smax", Combine::MaxS),
    ("smin", Combine::MinS),
    ("umax", Combine::MaxU),
    ("umin", Combine::MinU),
    ("xor", Combine::Xor),
    ("fmax", Combine::Float(FloatOp::MaxNum)),
    ("fmin", Combine::Float(FloatOp::MinNum)),
    ("fmaximum", Combine::Float(FloatOp::Maximum)),
    ("fminimum", Combine::Float(FloatOp::Minimum)),
    ("fadd", Combine::Float(FloatOp::Add)),
    ("fmul", Combine::Float(FloatOp::Mul)),
];

/// The lanes of a vector type: their number and their kind.
pub fn lanes_of(op: OpRef, emit: &Emit, ty: Type) -> Result<(usize, Kind), Box<Diagnostic>> {
    let kind = emit.kind(op, ty)?;
    let (n, lane) = kind.lanes();
    Ok((n, lane.clone()))
}
