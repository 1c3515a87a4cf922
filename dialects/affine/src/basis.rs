//! Bases of `affine.delinearize_index` and `affine.linearize_index`: numbers of
//! which some are values. Stored are the numbers, with a marker where the next
//! of the values stands.

use rmlir::core::DYNAMIC;
use rmlir::core::asm::Unresolved;
use rmlir::core::mixed_index::{PrintedIndexList, ROUND, parse_index_list};
use rmlir::prelude::*;

/// Elements that are constants among the values move to the numbers, for
/// folders. `None` if there is no such element; else the stored numbers, and
/// the values that stay.
pub(crate) fn fold_constants(
    cx: &Context,
    fixed: &[i64],
    values: &[Value],
    consts: &[Option<Attr>],
) -> Option<(Attr, Vec<Value>)> {
    let constant = |index: usize| consts.get(index).copied().flatten().and_then(|attr| attr.as_i64(cx));
    if (0..values.len()).all(|index| constant(index).is_none()) {
        return None;
    }
    let mut next = 0;
    let mut kept = Vec::new();
    let sizes = fixed.iter().map(|&size| {
        if size != DYNAMIC {
            return size;
        }
        next += 1;
        constant(next - 1).unwrap_or_else(|| {
            kept.push(values[next - 1]);
            DYNAMIC
        })
    });
    let sizes: Vec<i64> = sizes.collect();
    Some((cx.i64_array(&sizes), kept))
}

/// Checks what both operations ask of a basis.
pub(crate) fn check(op: OpRef, fixed: &[i64], n_values: usize) -> Checked {
    if fixed.iter().filter(|&&size| size == DYNAMIC).count() != n_values {
        return Err(op.error(
            "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- \
             this can only happen due to an incorrect fold/rewrite",
        ));
    }
    Ok(())
}

/// Reads `(%a, 4, ..)`: the values, and the stored numbers.
pub(crate) fn parse(parser: &mut dyn OpAsmParser) -> Parsed<(Vec<Unresolved>, Attr)> {
    let list = parse_index_list(parser, ROUND, false)?;
    Ok((list.values, parser.cx().i64_array(&list.numbers)))
}

/// Writes `(%a, 4, ..)`.
pub(crate) fn print<'a>(printer: &mut dyn AsmPrinter, fixed: &[i64], values: impl IntoIterator<Item = ValueRef<'a>>) {
    PrintedIndexList { numbers: fixed, ..PrintedIndexList::default() }.print(printer, ROUND, values);
}
