//! Branches with several successors, each with its own operands: segmentation of the operands of a switch by a
//! property, updates, parsing and printing.

use std::ops::Range;

use rmlir_num::ApInt;

use crate::arena::{BlockId, OpId, Value};
use crate::asm::{AsmParser, AsmPrinter, Delimiter, OpAsmParser, Parsed, Unresolved};
use crate::attrs::{Attr, AttrData};
use crate::body::Body;
use crate::builder::OpState;
use crate::context::Context;
use crate::dense;
use crate::interfaces::BranchOp;
use crate::opref::OpRef;
use crate::types::{Type, TypeData};

/// The positions of the operands in segment `index` of those from `start`, according to the sizes in property `slot`,
/// an array of 32-bit integers.
pub fn segment(op: OpRef, slot: usize, start: usize, index: usize) -> Range<usize> {
    // No list is created: for a switch of many cases this is called for each of them.
    let Some(AttrData::DenseArray { data, .. }) = op.prop(slot).map(|attr| attr.data(op.cx())) else { return 0..0 };
    let (sizes, _) = data.as_chunks::<4>();
    let size = |size: &[u8; 4]| usize::try_from(i32::from_le_bytes(*size)).unwrap_or(0);
    let start = start + sizes.iter().take(index).map(size).sum::<usize>();
    let end = start + sizes.get(index).map_or(0, size);
    start.min(op.n_operands())..end.min(op.n_operands())
}

/// Sets the operands of `op`, a `branch` on its first operand: the first is kept, followed by those of each successor,
/// where those of `index` are `operands`. Returns the number of operands of each successor.
pub fn regroup(branch: &dyn BranchOp, body: &mut Body, op: OpId, index: usize, operands: &[Value]) -> Vec<i32> {
    let view = OpRef::new(body, op);
    let passed = |index| branch.successor_operands(view, index).forwarded.map(|at| view.operand(at).id).collect();
    let mut groups: Vec<Vec<Value>> = (0..view.successors().len()).map(passed).collect();
    operands.clone_into(&mut groups[index]);
    let lengths = groups.iter().map(|group| group.len() as i32).collect();
    let all: Vec<Value> = std::iter::once(view.operand(0).id).chain(groups.into_iter().flatten()).collect();
    body.set_operands(op, &all);
    lengths
}

/// Parses `: iN`, the type of the flag of a switch.
pub fn parse_flag_type(parser: &mut dyn OpAsmParser) -> Parsed<Type> {
    parser.asm().token(":")?;
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    if matches!(ty.data(parser.cx()), TypeData::Integer { .. }) {
        return Ok(ty);
    }
    let found = parser.cx().show_type(ty);
    let message = format!("invalid kind of type specified: expected builtin.integer, but found '{found}'");
    Err(parser.error_at(pos, &message))
}

/// Parses a case value of a switch on a flag of type `ty`. Like upstream, it accepts 64-bit integers for narrower flags,
/// and ignores the excess bits.
pub fn parse_case_value(parser: &mut dyn AsmParser, ty: Type) -> Parsed<ApInt> {
    let pos = parser.pos();
    let Some(value) = parser.try_integer()? else { return Err(parser.error("expected integer value")) };
    let width = ty.int_or_index_width(parser.cx()).unwrap_or(64);
    if value.min_signed_bits() > width.max(64) {
        return Err(parser.error_at(pos, "integer value too large"));
    }
    Ok(if value.width() < width { value.sext(width) } else { value.trunc(width) })
}

/// The elements attribute `dense<values> : vector<n x ty>` of the case values of a switch.
pub fn case_values(cx: &Context, ty: Type, values: &[ApInt]) -> Attr {
    let vector = cx.vector_type(&[values.len() as i64], ty);
    let values: Vec<Attr> = values.iter().map(|value| cx.apint_attr(ty, value.clone())).collect();
    dense::from_elements(cx, vector, &values).expect("as many elements as the shape says")
}

/// A parsed successor with its operands.
pub struct Target {
    /// The block.
    pub block: BlockId,
    operands: Vec<Unresolved>,
    types: Vec<Type>,
    pos: u32,
}

impl Target {
    /// Reads `^block(%a, %b : A, B)`.
    pub fn parse(parser: &mut dyn OpAsmParser) -> Parsed<Self> {
        let block = parser.parse_successor()?;
        let pos = parser.pos();
        let mut target = Self { block, operands: Vec::new(), types: Vec::new(), pos };
        if parser.try_token("(") {
            target.operands = parser.operand_list(Delimiter::None)?;
            parser.asm().token(":")?;
            target.types = parser.asm().type_list()?;
            parser.asm().token(")")?;
        }
        Ok(target)
    }

    /// Adds the block and the resolved operands to `state`; returns the number of operands.
    pub fn resolve(&self, parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<i32> {
        parser.resolve_each(&self.operands, &self.types, self.pos, state)?;
        state.successors.push(self.block);
        Ok(self.operands.len() as i32)
    }

    /// Prints the syntax of [`Target::parse`]: successor `index` of `op` with its operands in a range.
    pub fn print(printer: &mut dyn AsmPrinter, op: OpRef, index: usize, operands: Range<usize>) {
        if let Some(block) = op.successors().nth(index) {
            printer.successor(block);
        }
        if operands.is_empty() {
            return;
        }
        printer.text("(");
        printer.operands(operands.clone().map(|index| op.operand(index)));
        printer.text(" : ");
        printer.types(operands.map(|index| op.operand(index).ty()));
        printer.text(")");
    }
}
