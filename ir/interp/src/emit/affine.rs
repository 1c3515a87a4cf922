//! Affine expressions over registers.

use rmlir_affine_maps::{AffineExpr, AffineKind, AffineMap, BinaryKind};

use crate::code::Reg;
use crate::fault::{Fault, outside};
use crate::machine::{Machine, other_rank};

/// An affine expression over index registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A linear expression: registers with coefficients, and a constant.
    Linear(Box<[(Reg, i64)]>, i64),
    /// An operation on two expressions.
    Binary(BinaryKind, Box<(Expr, Expr)>),
}

impl Expr {
    /// The expression `expr` over `inputs`, the dimensions followed by the symbols.
    pub fn new(expr: &AffineExpr, n_dims: u32, inputs: &[Reg]) -> Self {
        match expr.kind() {
            AffineKind::Dim(dim) => Expr::Linear([(inputs[dim as usize], 1)].into(), 0),
            AffineKind::Symbol(symbol) => Expr::Linear([(inputs[(n_dims + symbol) as usize], 1)].into(), 0),
            AffineKind::Constant(number) => Expr::Linear([].into(), number),
            AffineKind::Binary(kind, lhs, rhs) => {
                let (lhs, rhs) = (Expr::new(lhs, n_dims, inputs), Expr::new(rhs, n_dims, inputs));
                match (kind, &lhs, &rhs) {
                    (BinaryKind::Add, Expr::Linear(a, x), Expr::Linear(b, y)) => {
                        Expr::Linear([a.as_ref(), b].concat().into(), x.wrapping_add(*y))
                    }
                    (BinaryKind::Mul, Expr::Linear(terms, x), Expr::Linear(none, y))
                    | (BinaryKind::Mul, Expr::Linear(none, y), Expr::Linear(terms, x))
                        if none.is_empty() =>
                    {
                        let scaled = terms.iter().map(|&(reg, factor)| (reg, factor.wrapping_mul(*y)));
                        Expr::Linear(scaled.collect(), x.wrapping_mul(*y))
                    }
                    _ => Expr::Binary(kind, Box::new((lhs, rhs))),
                }
            }
        }
    }

    /// The results of `map` for `inputs`.
    pub fn results(map: &AffineMap, inputs: &[Reg]) -> Vec<Self> {
        map.results().iter().map(|result| Expr::new(result, map.n_dims(), inputs)).collect()
    }

    /// Evaluates the expression.
    #[inline]
    pub fn eval(&self, m: &Machine) -> Result<i64, Box<Fault>> {
        match self {
            Expr::Linear(terms, number) => {
                let mut sum = *number;
                for &(reg, factor) in terms {
                    sum = sum.wrapping_add(m.index(reg, "an index")?.wrapping_mul(factor));
                }
                Ok(sum)
            }
            Expr::Binary(kind, parts) => binary(*kind, parts.0.eval(m)?, parts.1.eval(m)?),
        }
    }
}

impl Machine<'_> {
    /// As [`Machine::element`], for indices computed by expressions.
    #[inline]
    pub fn affine_element(&self, memref: Reg, indices: &[Expr], size: u64) -> Result<u64, Box<Fault>> {
        let memref = self.memref(memref)?;
        if indices.len() != memref.sizes.len() {
            return Err(other_rank(indices.len(), memref.sizes.len()));
        }
        let mut place = memref.offset;
        for (dim, index) in indices.iter().enumerate() {
            let index = index.eval(self)?;
            if index < 0 || index >= memref.sizes[dim] {
                return Err(outside(index, dim, memref.sizes[dim]));
            }
            place = place.wrapping_add(index.wrapping_mul(memref.strides[dim]));
        }
        Ok(memref.base.wrapping_add((place as u64).wrapping_mul(size)))
    }
}

fn binary(kind: BinaryKind, a: i64, b: i64) -> Result<i64, Box<Fault>> {
    let is_division = matches!(kind, BinaryKind::Mod | BinaryKind::FloorDiv | BinaryKind::CeilDiv);
    if is_division && b <= 0 {
        return Err(Fault::undefined(format!("divides by {b}, which is not positive, in an affine expression")));
    }
    Ok(match kind {
        BinaryKind::Add => a.wrapping_add(b),
        BinaryKind::Mul => a.wrapping_mul(b),
        BinaryKind::Mod => a.rem_euclid(b),
        BinaryKind::FloorDiv => a.div_euclid(b),
        BinaryKind::CeilDiv => a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0),
    })
}
