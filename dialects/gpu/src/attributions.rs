//! Attributions: workgroup and private buffers of a kernel, which are no arguments of its calls.
//!
//! They are arguments of the entry block after those of the kernel, the workgroup buffers first. The number of
//! workgroup buffers is a discardable attribute.

use rmlir::core::asm::Argument;
use rmlir::core::memref_layout::MemRefParts;
use rmlir::prelude::*;

use crate::attrs::AddressSpace;

/// The attribute with the number of workgroup buffers.
pub(crate) const N_WORKGROUP: &str = "workgroup_attributions";

/// Parses `keyword(%name : type, ..)` if it is next.
pub(crate) fn parse(parser: &mut dyn OpAsmParser, keyword: &str, with_attrs: bool) -> Parsed<Vec<Argument>> {
    let mut args = Vec::new();
    if !parser.try_token(keyword) {
        return Ok(args);
    }
    parser.asm().token("(")?;
    if parser.try_token(")") {
        return Ok(args);
    }
    loop {
        args.push(parser.argument(true, with_attrs)?);
        if !parser.try_token(",") {
            break;
        }
    }
    parser.asm().token(")")?;
    Ok(args)
}

/// The dictionaries of `args` as an array, unless all are empty.
pub(crate) fn attrs_of(cx: &Context, args: &[Argument]) -> Option<Attr> {
    let attrs: Vec<Attr> = args.iter().map(|arg| arg.attrs).collect();
    attrs.iter().any(|&attrs| attrs != Attr::EMPTY_DICT).then(|| cx.array_attr(&attrs))
}

pub(crate) fn print(
    printer: &mut dyn AsmPrinter,
    keyword: &str,
    values: &[ValueRef],
    attrs: Option<Vec<&[NamedAttr]>>,
) {
    if values.is_empty() {
        return;
    }
    printer.text(&format!(" {keyword}("));
    for (index, &value) in values.iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        printer.operand(value);
        printer.text(" : ");
        printer.ty(value.ty());
        let of_value = attrs.as_ref().and_then(|attrs| attrs.get(index).copied());
        if let Some(entries) = of_value.filter(|entries| !entries.is_empty()) {
            printer.text(" ");
            printer.named_attrs(entries);
        }
    }
    printer.text(")");
}

/// The number of workgroup buffers of `op`.
pub(crate) fn n_workgroup(op: OpRef) -> usize {
    op.attr(N_WORKGROUP).and_then(|attr| attr.as_i64(op.cx())).unwrap_or(0).max(0) as usize
}

/// The workgroup buffers, and the private ones, among the arguments of the entry block after the first `n_before`.
pub(crate) fn split<'a>(op: OpRef<'a>, n_before: usize) -> (Vec<ValueRef<'a>>, Vec<ValueRef<'a>>) {
    let args = op.region(0).entry().into_iter().flat_map(|entry| entry.args());
    let mut workgroup: Vec<ValueRef> = args.skip(n_before).collect();
    let private = workgroup.split_off(n_workgroup(op).min(workgroup.len()));
    (workgroup, private)
}

/// Verifies that buffers are memrefs in the expected memory space, or in one of a target.
pub(crate) fn verify(op: OpRef, n_before: usize) -> Checked {
    if let Some(given) = op.attr(N_WORKGROUP)
        && given != op.cx().i64_attr(n_workgroup(op) as i64)
    {
        return Err(op.error(format!("expected '{N_WORKGROUP}' to be a non-negative 64-bit integer")));
    }
    let (workgroup, private) = split(op, n_before);
    for (values, wanted, name) in
        [(workgroup, AddressSpace::Workgroup, "workgroup"), (private, AddressSpace::Private, "private")]
    {
        for value in values {
            let Some(parts) = MemRefParts::of(op.cx(), value.ty()) else {
                return Err(op.error("expected memref type in attribution"));
            };
            let space = parts.space.and_then(|space| AddressSpace::from_attr(op.cx(), space));
            if space.is_some_and(|space| space != wanted) {
                return Err(op.error(format!("expected memory space {name} in attribution")));
            }
        }
    }
    Ok(())
}
