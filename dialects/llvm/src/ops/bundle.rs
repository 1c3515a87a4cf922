//! Syntax shared by calls: operand bundles, and signatures with attributes.

use std::ops::Range;

use rmlir::core::asm::Unresolved;
use rmlir::core::function::{self, Signature};
use rmlir::core::verify::check_nested_segments;
use rmlir::prelude::*;

use crate::types::own_name;

/// Operand bundles that have been parsed.
#[derive(Default)]
pub struct Bundles {
    operands: Vec<Vec<Unresolved>>,
    types: Vec<Vec<Type>>,
    tags: Vec<Attr>,
    pos: u32,
}

/// Parses `["tag"(%a : A), ..]` if it is next.
pub fn parse(parser: &mut dyn OpAsmParser) -> Parsed<Bundles> {
    let mut bundles = Bundles { pos: parser.pos(), ..Bundles::default() };
    if !parser.try_token("[") || parser.try_token("]") {
        return Ok(bundles);
    }
    loop {
        let pos = parser.pos();
        let Some(tag) = parser.try_string()? else {
            return Err(parser.error_at(pos, "expect operand bundle tag"));
        };
        let (mut operands, mut types) = (Vec::new(), Vec::new());
        parser.asm().token("(")?;
        if !parser.try_token(")") {
            operands = parser.operand_list(Delimiter::None)?;
            parser.asm().token(":")?;
            types = parser.asm().type_list()?;
            parser.asm().token(")")?;
        }
        bundles.operands.push(operands);
        bundles.types.push(types);
        let tag = parser.cx().str_attr(&String::from_utf8_lossy(&tag));
        bundles.tags.push(tag);
        if !parser.try_token(",") {
            break;
        }
    }
    parser.asm().token("]")?;
    Ok(bundles)
}

impl Bundles {
    /// The tags, unless there are none.
    pub fn tags(&self, cx: &Context) -> Option<Attr> {
        (!self.tags.is_empty()).then(|| cx.array_attr(&self.tags))
    }

    /// Resolves the operands and returns their number; the sizes are stored in property `sizes`.
    pub fn resolve(&self, parser: &mut dyn OpAsmParser, state: &mut OpState, sizes: usize) -> Parsed<i32> {
        for (index, (operands, types)) in self.operands.iter().zip(&self.types).enumerate() {
            if operands.len() != types.len() {
                let message = format!(
                    "expected {} types for operand bundle operands for operand bundle #{index}, but actually got {}",
                    operands.len(),
                    types.len()
                );
                return Err(parser.error_at(self.pos, &message));
            }
            parser.resolve_each(operands, types, self.pos, state)?;
        }
        let lengths: Vec<i32> = self.operands.iter().map(|operands| operands.len() as i32).collect();
        state.set_prop(sizes, parser.cx().i32_array(&lengths));
        Ok(lengths.iter().sum())
    }
}

/// Prints the operand bundles of `op`: the operands in `range`, divided by property `sizes`,
/// with the tags in property `tags`.
pub fn print(printer: &mut dyn AsmPrinter, op: OpRef, range: Range<usize>, sizes: usize, tags: usize) {
    let lengths = op.prop(sizes).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    let tags = op.prop(tags).and_then(|attr| attr.as_array(op.cx())).unwrap_or_default();
    let mut next = range.start;
    printer.text("[");
    for (index, (&length, tag)) in lengths.iter().zip(tags).enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        printer.string(tag.as_bytes(op.cx()).unwrap_or_default());
        printer.text("(");
        let operands = next..(next + usize::try_from(length).unwrap_or(0)).min(op.n_operands());
        next = operands.end;
        if !operands.is_empty() {
            printer.operands(operands.clone().map(|index| op.operand(index)));
            printer.text(" : ");
            printer.types(operands.map(|index| op.operand(index).ty()));
        }
        printer.text(")");
    }
    printer.text("]");
}

/// Verifies that the operands of field `operands` are divided into bundles, each with a tag.
pub fn verify(op: OpRef, operands: usize, sizes: usize, tags: usize) -> Checked {
    let n_bundles = op.prop(sizes).and_then(|attr| attr.as_int_array(op.cx())).map_or(0, |sizes| sizes.len());
    check_nested_segments(op, operands, sizes, n_bundles)?;
    let tags = op.prop(tags).and_then(|attr| attr.as_array(op.cx())).unwrap_or_default();
    if tags.iter().any(|tag| tag.as_bytes(op.cx()).is_none()) {
        return Err(op.plain_error("operand bundle tag must be a StringAttr"));
    }
    if n_bundles != tags.len() {
        let n_tags = tags.len();
        return Err(op.plain_error(format!("expected {n_bundles} operand bundle tags, but actually got {n_tags}")));
    }
    Ok(())
}

/// Parses `: [callee type,] (types) -> type` after a call and resolves `operands`, of which the first is
/// the callee of an indirect call.
pub fn parse_signature(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    is_direct: bool,
    operands: &[Unresolved],
) -> Parsed<()> {
    let pos = parser.pos();
    parser.asm().token(":")?;
    let mut types = Vec::new();
    if !is_direct {
        types.push(parser.parse_type()?);
        if !parser.try_token(",") {
            return Err(parser.error_at(pos, "expected indirect call to have 2 trailing types"));
        }
    }
    if !parser.at("(") {
        let text = match is_direct {
            true => "expected direct call to have 1 trailing types",
            false => "expected trailing function type",
        };
        parser.asm().token("(").ok();
        return Err(parser.error_at(pos, text));
    }
    let signature = function::parse_signature(parser, false)?;
    check_results(parser, &signature, pos)?;
    types.extend(signature.arg_types());
    let name_pos = parser.name_pos();
    parser.resolve_each(operands, &types, name_pos, state)?;
    function::set_signature_attrs(parser.cx(), state, &signature);
    state.result_types.extend(signature.results);
    Ok(())
}

fn check_results(parser: &mut dyn OpAsmParser, signature: &Signature, pos: u32) -> Parsed<()> {
    match signature.results[..] {
        [] => Ok(()),
        [ty] if own_name(parser.cx(), ty) == Some("void") => {
            Err(parser.error_at(pos, "expected a non-void result type"))
        }
        [_] => Ok(()),
        _ => Err(parser.error_at(pos, "expected function with 0 or 1 result")),
    }
}

/// Prints `(types) -> type` with the attributes in two properties.
pub fn print_signature(
    printer: &mut dyn AsmPrinter,
    op: OpRef,
    arguments: Range<usize>,
    [arg_attrs, res_attrs]: [usize; 2],
) {
    let types: Vec<Type> = arguments.map(|index| op.operand(index).ty()).collect();
    printer.text("(");
    print_types(printer, &types, &function::attrs_of(op, arg_attrs, types.len()));
    printer.text(")");
    let results: Vec<Type> = op.results().map(|value| value.ty()).collect();
    if results.is_empty() {
        return printer.text(" -> ()");
    }
    let attrs = function::attrs_of(op, res_attrs, results.len());
    let alone = results.len() == 1 && results[0].function(op.cx()).is_none() && attrs[0] == Attr::EMPTY_DICT;
    printer.text(if alone { " -> " } else { " -> (" });
    print_types(printer, &results, &attrs);
    if !alone {
        printer.text(")");
    }
}

fn print_types(printer: &mut dyn AsmPrinter, types: &[Type], attrs: &[Attr]) {
    for (index, (&ty, attrs)) in types.iter().zip(attrs).enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        printer.ty(ty);
        let entries = attrs.as_dict(printer.cx()).unwrap_or_default().to_vec();
        if !entries.is_empty() {
            printer.text(" ");
            printer.named_attrs(&entries);
        }
    }
}
