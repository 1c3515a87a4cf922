//! Matrices: vectors that hold the columns one after the other.

use rmlir::interp::emit::combine::Combine;
use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::{Emit, Emitted, Flow, Kind, Value};
use rmlir::prelude::*;

use super::table::lanes_of;

/// The integer in attribute `name`.
fn number(op: OpRef, name: &str) -> usize {
    op.attr(name).and_then(|attr| attr.as_i64(op.cx())).unwrap_or_default().max(0) as usize
}

/// Refuses matrices that do not have as many elements as the vectors that hold them.
fn check<'a>(op: OpRef<'a>, emit: &Emit<'a, '_>, matrices: &[(Type, usize, usize)]) -> Emitted {
    for &(ty, rows, columns) in matrices {
        let (n, _) = lanes_of(op, emit, ty)?;
        if rows.checked_mul(columns) != Some(n) {
            let matrix = format!("a matrix of {rows} rows and {columns} columns is in a vector of {n} elements");
            return Err(op.error(format!("cannot be interpreted: {matrix}")));
        }
    }
    Ok(())
}

pub fn transpose<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (rows, columns) = (number(op, "rows"), number(op, "columns"));
    check(op, emit, &[(op.operand(0).ty(), rows, columns), (op.result(0).ty(), rows, columns)])?;
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let matrix = m.get(from);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| column * rows + row));
        Ok(Value::list(places.map(|place| matrix.part(place).clone()).collect()))
    });
    Ok(())
}

/// Products are summed in the order of the inner dimension.
pub fn multiply<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let [rows, inner, columns] = ["lhs_rows", "lhs_columns", "rhs_columns"].map(|name| number(op, name));
    let [lhs_type, rhs_type] = [0, 1].map(|operand| op.operand(operand).ty());
    check(op, emit, &[(lhs_type, rows, inner), (rhs_type, inner, columns), (op.result(0).ty(), rows, columns)])?;
    let (_, lane) = lanes_of(op, emit, op.result(0).ty())?;
    let (times, plus) = match lane {
        Kind::Float(_) => (Combine::Float(FloatOp::Mul), Combine::Float(FloatOp::Add)),
        _ => (Combine::MulI, Combine::AddI),
    };
    let (lhs, rhs, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (lhs, rhs) = (m.get(lhs), m.get(rhs));
        let element = |row: usize, column: usize| {
            let product = |at: usize| times.apply(&lane, lhs.part(at * rows + row), rhs.part(column * inner + at));
            let products = (0..inner).map(product);
            products.reduce(|total, product| plus.apply(&lane, &total, &product)).unwrap_or_default()
        };
        let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column)));
        Ok(Value::list(all.map(|(row, column)| element(row, column)).collect()))
    });
    Ok(())
}

/// The stride between columns is in elements.
pub fn load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (rows, columns) = (number(op, "rows"), number(op, "columns"));
    check(op, emit, &[(op.result(0).ty(), rows, columns)])?;
    let (_, lane) = lanes_of(op, emit, op.result(0).ty())?;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (start, stride) = (m.bits(operands[0], "an address")?, m.bits(operands[1], "a stride")?);
        let mut lanes = Vec::new();
        for (column, row) in (0..columns as u64).flat_map(|column| (0..rows as u64).map(move |row| (column, row))) {
            let place = column.wrapping_mul(stride).wrapping_add(row).wrapping_mul(lane.size());
            lanes.push(lane.load(&m.memory, start.wrapping_add(place))?);
        }
        Ok(Value::list(lanes))
    });
    Ok(())
}

/// The store that corresponds to [`load`].
pub fn store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (rows, columns) = (number(op, "rows"), number(op, "columns"));
    check(op, emit, &[(op.operand(0).ty(), rows, columns)])?;
    let (_, lane) = lanes_of(op, emit, op.operand(0).ty())?;
    let operands = emit.operands(op);
    emit.push(move |m| {
        let matrix = m.get(operands[0]).clone();
        let (start, stride) = (m.bits(operands[1], "an address")?, m.bits(operands[2], "a stride")?);
        for at in 0..rows * columns {
            let (column, row) = ((at / rows) as u64, (at % rows) as u64);
            let place = column.wrapping_mul(stride).wrapping_add(row).wrapping_mul(lane.size());
            lane.store(&mut m.memory, start.wrapping_add(place), matrix.part(at))?;
        }
        Ok(Flow::Next)
    });
    Ok(())
}
