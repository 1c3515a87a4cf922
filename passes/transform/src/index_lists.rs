//! Lists of integers in scripts: sizes, counts, a permutation. An entry is a constant, the result of a payload
//! operation that is associated with a handle, or a parameter; one handle may be associated with all of them.

use rmlir::core::mixed_index::{MixedIndex, PrintedIndexList, SQUARE, parse_index_list, verify_list};
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_transform::types::{HandleKind, handle_kind};
use rmlir_transform::{Failure, TransformState};

/// The integers in property `slot`.
pub(crate) fn numbers(op: OpRef, slot: usize) -> Vec<i64> {
    op.prop(slot).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default()
}

/// Checks that operand field `field` has a handle for each dynamic entry of property `slot`.
pub(crate) fn verify_handles(op: OpRef, what: &str, field: usize, slot: usize) -> Checked {
    let numbers = numbers(op, slot);
    verify_list(op, what, numbers.len(), &numbers, op.operand_field(field).len())
}

/// Parses `*(%handle)` or `[1, %a, 2]` for `custom<PackedOrDynamicIndexList>($packed, $values, $numbers)`.
pub(crate) fn parse_packed(
    parser: &mut dyn OpAsmParser,
    _state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    let mut list = Default::default();
    if parser.try_token("*") {
        parser.asm().token("(")?;
        args[0] = DirectiveArg::Operands(vec![parser.operand()?]);
        parser.asm().token(")")?;
    } else {
        list = parse_index_list(parser, SQUARE, false)?;
    }
    args[1] = DirectiveArg::Operands(list.values);
    args[2] = DirectiveArg::Attr(parser.cx().i64_array(&list.numbers));
    Ok(true)
}

/// Prints the syntax of [`parse_packed`].
pub(crate) fn print_packed(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::Operand(packed), DirectiveField::Operand(values), DirectiveField::Prop(slot)] = args else {
        return;
    };
    let packed = op.operand_field(*packed);
    if !packed.is_empty() {
        printer.text("*(");
        printer.operands(packed);
        printer.text(")");
        return;
    }
    let numbers = numbers(op, *slot);
    let list = PrintedIndexList { numbers: &numbers, ..PrintedIndexList::default() };
    list.print(printer, SQUARE, op.operand_field(*values));
}

/// The entries of the list, or of the single handle in place of a list.
pub(crate) fn entries(
    op: OpRef,
    state: &TransformState,
    (packed, values, slot): (usize, usize, usize),
) -> Result<Vec<MixedIndex>, Failure> {
    if let Some(packed) = op.operand_field(packed).into_iter().next() {
        return match handle_kind(op.cx(), packed.ty()) {
            Some(HandleKind::Params) => params(op, state, packed),
            _ => produced(op, state, packed),
        };
    }
    listed(op, state, values, slot)
}

/// The entries of the list: constants in property `slot`, dynamic ones by a handle of operand field `values`.
pub(crate) fn listed(
    op: OpRef,
    state: &TransformState,
    values: usize,
    slot: usize,
) -> Result<Vec<MixedIndex>, Failure> {
    let mut values = op.operand_field(values).into_iter();
    let mut all = Vec::new();
    for number in numbers(op, slot) {
        if number != DYNAMIC {
            all.push(MixedIndex::Static(number));
            continue;
        }
        let handle = values.next().expect("there is a handle for each dynamic entry");
        let is_param = handle_kind(op.cx(), handle.ty()) == Some(HandleKind::Params);
        let found = if is_param { params(op, state, handle)? } else { produced(op, state, handle)? };
        let [only] = found.as_slice() else {
            if is_param {
                return Err(Failure::definite(op, "requires exactly one parameter associated"));
            }
            let failure = Failure::silenceable(op, "handle must be mapped to exactly one payload op");
            return Err(failure.note_at(handle.loc(), op.cx(), &format!("mapped to {} payload ops", found.len())));
        };
        all.push(*only);
    }
    Ok(all)
}

/// The parameters that are associated with `handle`.
pub(crate) fn params(op: OpRef, state: &TransformState, handle: ValueRef) -> Result<Vec<MixedIndex>, Failure> {
    let number = |param: Attr| param.as_i64(op.cx()).map(MixedIndex::Static);
    let numbers: Option<Vec<MixedIndex>> = state.params(handle).into_iter().map(number).collect();
    let message = "expected the parameter to be associated with an integer attribute";
    numbers.ok_or_else(|| Failure::definite(op, message))
}

/// The results of the operations that are associated with `handle`.
pub(crate) fn produced(op: OpRef, state: &TransformState, handle: ValueRef) -> Result<Vec<MixedIndex>, Failure> {
    let mut sizes = Vec::new();
    for payload in state.ops(handle) {
        let view = state.op(&payload);
        if view.n_results() != 1 || !view.result(0).ty().is_index() {
            let message = "expected sizes to be produced by ops with a single index-type result";
            let failure = Failure::silenceable(op, message).note(view, "size producer op");
            return Err(failure.note_at(handle.loc(), op.cx(), "for this handle"));
        }
        sizes.push(MixedIndex::Dynamic(view.result(0).id));
    }
    Ok(sizes)
}
