//! Mixed-radix bases of `affine.delinearize_index` and `affine.linearize_index`: lists of integers, some of them
//! dynamic. The static integers are stored, with a marker for each dynamic one.

use rmlir::core::DYNAMIC;
use rmlir::core::asm::Unresolved;
use rmlir::core::mixed_index::{PrintedIndexList, ROUND, parse_index_list};
use rmlir::prelude::*;

/// Makes constants among the dynamic elements static, for folders. `None` if there is no such element; otherwise the
/// static integers, and the remaining values.
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

/// Verifies the requirements of both operations on a basis.
pub(crate) fn check(op: OpRef, fixed: &[i64], n_values: usize) -> Checked {
    if fixed.iter().filter(|&&size| size == DYNAMIC).count() != n_values {
        return Err(op.error(
            "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- \
             this can only happen due to an incorrect fold/rewrite",
        ));
    }
    Ok(())
}

/// Parses `(%a, 4, ..)`: the values, and the static integers.
pub(crate) fn parse(parser: &mut dyn OpAsmParser) -> Parsed<(Vec<Unresolved>, Attr)> {
    let list = parse_index_list(parser, ROUND, false)?;
    Ok((list.values, parser.cx().i64_array(&list.numbers)))
}

/// Prints `(%a, 4, ..)`.
pub(crate) fn print<'a>(printer: &mut dyn AsmPrinter, fixed: &[i64], values: impl IntoIterator<Item = ValueRef<'a>>) {
    PrintedIndexList { numbers: fixed, ..PrintedIndexList::default() }.print(printer, ROUND, values);
}
