//! Asynchronous transfers between buffers.

use rmlir::prelude::*;

use crate::access::rank;

/// Starts a transfer of elements from one buffer to another.
///
/// The operand after the number of elements is the tag that identifies the transfer, for `memref.dma_wait`; optionally
/// followed by a stride and the number of elements per stride.
///
/// ```mlir
/// memref.dma_start %from[%i], %to[%j], %n, %tag[%k], %stride, %per_stride
///   : memref<2048xf32>, memref<256xf32, 1>, memref<1xi32>
/// ```
#[op(name = "memref.dma_start", eval, fold, verify = verify_start, parse = parse, print = print)]
pub struct DmaStartOp {
    #[operand]
    operands: Vec<AnyType>,
}

/// Waits for the completion of a transfer.
///
/// ```mlir
/// memref.dma_wait %tag[%k], %n : memref<1xi32>
/// ```
#[op(name = "memref.dma_wait", eval = rmlir::interp::eval::nothing, fold, verify = verify_wait,
     format = "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)")]
pub struct DmaWaitOp {
    #[operand]
    tagMemRef: AnyMemRef,
    #[operand]
    tagIndices: Vec<Index>,
    #[operand]
    numElements: Index,
}

/// The indices of operands of a `memref.dma_start`.
pub(crate) struct Places {
    pub target: usize,
    pub n_elements: usize,
    pub tag: usize,
    /// The index of the stride and the number of elements per stride, which are optional.
    pub stride: usize,
}

impl Places {
    pub fn of(op: OpRef) -> Self {
        let target = 1 + rank(op.operand(0));
        let n_elements = target + 1 + rank(op.operand(target));
        let tag = n_elements + 1;
        Self { target, n_elements, tag, stride: tag + 1 + rank(op.operand(tag)) }
    }
}

fn verify_start(op: OpRef) -> Checked {
    const FIXED: usize = 4;
    let cx = op.cx();
    let n = op.n_operands();
    let is_memref = |index: usize| op.operand(index).ty().shape(cx).is_some() && op.operand(index).ty().is_memref(cx);
    let are_indices = |mut range: std::ops::Range<usize>| range.all(|index| op.operand(index).ty().is_index());
    let at_least = |wanted: usize| {
        if n < wanted { Err(op.error(format!("expected at least {wanted} operands"))) } else { Ok(()) }
    };
    at_least(FIXED)?;
    let mut at = 0;
    let mut n_indices = 0;
    for (name, short) in [("source", "source"), ("destination", "destination")] {
        if !is_memref(at) {
            return Err(op.error(format!("expected {name} to be of memref type")));
        }
        let rank = rank(op.operand(at));
        n_indices += rank;
        at_least(n_indices + FIXED)?;
        if !are_indices(at + 1..at + 1 + rank) {
            return Err(op.error(format!("expected {short} indices to be of index type")));
        }
        at += 1 + rank;
    }
    if !are_indices(at..at + 1) {
        return Err(op.error("expected num elements to be of index type"));
    }
    if !is_memref(at + 1) {
        return Err(op.error("expected tag to be of memref type"));
    }
    let tag_rank = rank(op.operand(at + 1));
    let wanted = n_indices + FIXED + tag_rank;
    at_least(wanted)?;
    if !are_indices(at + 2..at + 2 + tag_rank) {
        return Err(op.error("expected tag indices to be of index type"));
    }
    if n != wanted && n != wanted + 2 {
        return Err(op.error("incorrect number of operands"));
    }
    if !are_indices(wanted..n) {
        return Err(op.error("expected stride and num elements per stride to be of type index"));
    }
    Ok(())
}

fn verify_wait(op: OpRef) -> Checked {
    let (rank, n) = (rank(op.value(DmaWaitOp::tagMemRef)), op.operand_range(DmaWaitOp::TAG_INDICES_OPERAND).len());
    if n == rank {
        return Ok(());
    }
    Err(op.error(format!(
        "expected tagIndices to have the same number of elements as the tagMemRef rank, expected {rank}, but got {n}"
    )))
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let source = parser.operand()?;
    let source_indices = parser.operand_list(Delimiter::Square)?;
    parser.asm().token(",")?;
    let target = parser.operand()?;
    let target_indices = parser.operand_list(Delimiter::Square)?;
    parser.asm().token(",")?;
    let n_elements = parser.operand()?;
    parser.asm().token(",")?;
    let tag = parser.operand()?;
    let tag_indices = parser.operand_list(Delimiter::Square)?;
    let mut stride = Vec::new();
    while parser.try_token(",") {
        stride.push(parser.operand()?);
    }
    let pos = parser.name_pos();
    if !stride.is_empty() && stride.len() != 2 {
        return Err(parser.error_at(pos, "expected two stride related operands"));
    }
    parser.asm().token(":")?;
    let types = parser.asm().type_list()?;
    let [source_type, target_type, tag_type] = types[..] else {
        return Err(parser.error_at(pos, "fewer/more types expected"));
    };
    parser.resolve_same(&[source], source_type, state)?;
    parser.resolve_same(&source_indices, Type::INDEX, state)?;
    parser.resolve_same(&[target], target_type, state)?;
    parser.resolve_same(&target_indices, Type::INDEX, state)?;
    parser.resolve_same(&[n_elements], Type::INDEX, state)?;
    parser.resolve_same(&[tag], tag_type, state)?;
    parser.resolve_same(&tag_indices, Type::INDEX, state)?;
    parser.resolve_same(&stride, Type::INDEX, state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    let Places { target, n_elements, tag, stride } = Places::of(op);
    let operands: Vec<ValueRef> = op.operands().collect();
    let element = |printer: &mut dyn AsmPrinter, range: std::ops::Range<usize>| {
        printer.operand(operands[range.start]);
        printer.text("[");
        printer.operands(operands[range.start + 1..range.end].iter().copied());
        printer.text("]");
    };
    printer.text(" ");
    element(printer, 0..target);
    printer.text(", ");
    element(printer, target..n_elements);
    printer.text(", ");
    printer.operand(operands[n_elements]);
    printer.text(", ");
    element(printer, tag..stride);
    for &operand in &operands[stride..] {
        printer.text(", ");
        printer.operand(operand);
    }
    printer.attr_dict(op, &[]);
    printer.text(" : ");
    printer.types([0, target, tag].map(|index| operands[index].ty()));
}
