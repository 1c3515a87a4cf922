//! Verification of devices in groups, and of the shapes of collective operations' results.
//!
//! Sizes may be dynamic; a product or quotient with a dynamic size is dynamic, and matches any size. Deviations: tensor
//! axes out of range, and groups without devices, are errors, where upstream crashes.

use rmlir::core::symbol::SymbolScope;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::grid::{Grid, error_at};

/// The group of devices that performs an operation.
pub(crate) struct Group {
    /// The sizes of the group along each axis.
    shape: Vec<i64>,
}

impl Group {
    /// The group that property `grid_axes` of `op` determines.
    pub fn of(op: OpRef, symbols: &mut SymbolScope) -> Result<Self, Box<Diagnostic>> {
        let grid = Grid::of(op, symbols)?;
        let axes = op.attr("grid_axes").and_then(|axes| axes.as_int_array(op.cx())).unwrap_or_default();
        grid.check_axes(op, &axes)?;
        Ok(Self { shape: axes.iter().map(|&axis| grid.shape[axis as usize]).collect() })
    }

    fn n_devices(&self) -> i64 {
        self.shape.iter().fold(1, |product, &size| multiply(product, size))
    }

    /// Verifies that `device`, called `name`, is in the group.
    pub fn check_device(&self, op: OpRef, name: &str, device: &[i64]) -> Checked {
        let (found, wanted) = (device.len(), self.shape.len());
        if found != wanted {
            return Err(error_at(
                op,
                format!("In-group device \"{name}\" has unexpected multi-index size {found}. Expected {wanted}."),
            ));
        }
        for (index, (&at, &size)) in device.iter().zip(&self.shape).enumerate() {
            if at != DYNAMIC && size != DYNAMIC && at >= size {
                return Err(error_at(
                    op,
                    format!(
                        "Out of bounds coordinate {index} for in-group device \"{name}\". Got {at}, but expected value in \
                     the range [0, {}].",
                        size - 1
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Verifies that the result is a concatenation of the operands of all devices along `axis`.
    pub fn check_gathered(&self, op: OpRef, axis: i64) -> Checked {
        let (from, to) = shapes(op);
        let rank = to.len();
        if axis < 0 || axis >= rank as i64 {
            return Err(error_at(op, format!("Gather axis {axis} is out of bounds [0, {rank}).")));
        }
        for (index, (&size, &found)) in from.iter().zip(&to).enumerate() {
            let wanted = if index as i64 == axis { multiply(self.n_devices(), size) } else { size };
            check_size(op, index, wanted, found)?;
        }
        Ok(())
    }

    /// Verifies that the result is one part per device along `axis`.
    pub fn check_scattered(&self, op: OpRef, axis: i64) -> Checked {
        let (from, to) = shapes(op);
        let axis = tensor_axis(op, axis, from.len())?;
        check_other_sizes(op, &from, &to, &[axis])?;
        let (size, n) = (from[axis], self.n_devices());
        let part = match () {
            () if size == DYNAMIC || n == DYNAMIC => DYNAMIC,
            () if size.checked_rem(n) == Some(0) => size / n,
            () => {
                return Err(error_at(
                    op,
                    format!(
                        "Operand dimension size {size} is not divisible by collective device group size {n} for tensor axis \
                     {axis}."
                    ),
                ));
            }
        };
        check_size(op, axis, part, to[axis])
    }

    /// Verifies that the result consists of parts along `split`, one for each device, concatenated along `concat`.
    pub fn check_exchanged(&self, op: OpRef, split: i64, concat: i64) -> Checked {
        let (from, to) = shapes(op);
        let (split, concat) = (tensor_axis(op, split, from.len())?, tensor_axis(op, concat, from.len())?);
        if split == concat {
            return check_other_sizes(op, &from, &to, &[]);
        }
        check_other_sizes(op, &from, &to, &[split, concat])?;
        let n = self.n_devices();
        check_size(op, concat, multiply(from[concat], n), to[concat])?;
        let is_whole = from[split] != DYNAMIC && n != DYNAMIC && from[split].checked_rem(n) == Some(0);
        check_size(op, split, if is_whole { from[split] / n } else { DYNAMIC }, to[split])
    }
}

/// The shapes of the first operand and result, which have the same rank.
fn shapes(op: OpRef) -> (Vec<i64>, Vec<i64>) {
    let shape = |ty: Type| ty.shape(op.cx()).unwrap_or_default().to_vec();
    (shape(op.operand(0).ty()), shape(op.result(0).ty()))
}

fn multiply(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.saturating_mul(b) }
}

fn tensor_axis(op: OpRef, axis: i64, rank: usize) -> Result<usize, Box<Diagnostic>> {
    let found = usize::try_from(axis).ok().filter(|&axis| axis < rank);
    found.ok_or_else(|| error_at(op, format!("Tensor axis {axis} is out of bounds [0, {rank}).")))
}

fn check_size(op: OpRef, axis: usize, wanted: i64, found: i64) -> Checked {
    if found == DYNAMIC || found == wanted {
        return Ok(());
    }
    let wanted = if wanted == DYNAMIC { "dynamic".to_owned() } else { wanted.to_string() };
    let error = format!("Dimension size mismatch for result axis {axis}. Expected {wanted}, but got {found}.");
    Err(error_at(op, error))
}

/// Verifies that sizes are unchanged, except along `changed`.
fn check_other_sizes(op: OpRef, from: &[i64], to: &[i64], changed: &[usize]) -> Checked {
    for (axis, (&wanted, &found)) in from.iter().zip(to).enumerate() {
        if !changed.contains(&axis) {
            check_size(op, axis, wanted, found)?;
        }
    }
    Ok(())
}
