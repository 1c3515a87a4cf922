//! `scf.while` and `scf.condition`: a loop with a condition in its middle.

use rmlir::core::asm::Assignments;
use rmlir::prelude::*;

use crate::YieldOp;
use crate::flow::{entry_args, expect_terminator, to_parent, to_region_with_args};
use crate::syntax::print_body;

/// Terminates the "before" region of a `scf.while`: the loop continues if a condition is true.
///
/// The other operands are passed to the "after" region if it is, and are the results of the loop otherwise.
#[op(
    name = "scf.condition",
    traits(Pure, Terminator),
    parents("scf.while"),
    interfaces(RegionBranchTerminator),
    eval,
    format = "`(` $condition `)` attr-dict ($args^ `:` type($args))?"
)]
pub struct ConditionOp {
    #[operand]
    condition: I1,
    #[operand]
    args: Vec<AnyType>,
}

impl RegionBranchTerminator for ConditionOp<()> {
    fn successor_operands(&self, op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        1..op.n_operands()
    }
    fn successors(&self, op: OpRef, operands: &[Option<Attr>]) -> Vec<RegionSuccessor> {
        let Some(parent) = op.parent() else { return Vec::new() };
        let condition = operands.first().copied().flatten().and_then(|attr| attr.as_bool(op.cx()));
        let mut successors = Vec::new();
        if condition != Some(false) {
            successors.push(to_region_with_args(parent, 1, 0));
        }
        if condition != Some(true) {
            successors.push(to_parent(parent));
        }
        successors
    }
}

/// A loop that continues while a condition is true.
///
/// The "before" region is executed first and ends with `scf.condition`. If the condition is true, the "after" region is
/// executed, and the operands of its yield are passed to the "before" region again; otherwise the loop ends. The body
/// of a `while` loop is the "after" region, that of a `do` loop the "before" region.
///
/// ```mlir
/// %last = scf.while (%x = %init) : (i32) -> i32 {
///   %goes_on = arith.cmpi slt, %x, %limit : i32
///   scf.condition(%goes_on) %x : i32
/// } do {
/// ^bb0(%y: i32):
///   %next = arith.addi %y, %y : i32
///   scf.yield %next : i32
/// }
/// ```
#[op(name = "scf.while", traits(RecursiveMemoryEffects, SingleBlock), interfaces(RegionBranchOp, LoopLike),
     canonicalize,
     eval, verify = verify, parse = parse, print = print)]
pub struct WhileOp {
    #[operand]
    inits: Vec<AnyType>,
    #[result]
    results: Vec<AnyType>,
    #[region]
    before: SizedRegion1,
    #[region]
    after: SizedRegion1,
}

impl WhileOp {
    /// The block of the "before" region.
    pub fn before_block(self, body: &Body) -> BlockId {
        body.entry(self.before(body)).expect("a `scf.while` has two blocks")
    }

    /// The block of the "after" region.
    pub fn after_block(self, body: &Body) -> BlockId {
        body.entry(self.after(body)).expect("a `scf.while` has two blocks")
    }

    /// The terminator of the "before" region.
    pub fn condition_op(self, body: &Body) -> ConditionOp {
        let last = body.last_op(self.before_block(body));
        ConditionOp::from_id(last.expect("the first block of a `scf.while` ends with a condition"))
    }

    /// The terminator of the "after" region.
    pub fn yield_op(self, body: &Body) -> YieldOp {
        let last = body.last_op(self.after_block(body));
        YieldOp::from_id(last.expect("the second block of a `scf.while` ends with a yield"))
    }
}

impl RegionBranchOp for WhileOp<()> {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        match from {
            RegionPoint::Region(0) => vec![to_parent(op), to_region_with_args(op, 1, 0)],
            _ => vec![to_region_with_args(op, 0, 0)],
        }
    }
    fn entry_operands(&self, op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        0..op.n_operands()
    }
}

impl LoopLike for WhileOp<()> {
    fn loop_regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![op.region(0), op.region(1)]
    }
    fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
        0..op.n_operands()
    }
    fn region_iter_args(&self, op: OpRef) -> Vec<Value> {
        value_ids(entry_args(op, 0))
    }
    fn yielded_values(&self, op: OpRef) -> Vec<Value> {
        let last = op.region(1).entry().and_then(BlockRef::last_op);
        last.map_or(Vec::new(), |last| value_ids(last.operands()))
    }
}

fn verify(op: OpRef) -> Checked {
    let message = "expects the 'before' region to terminate with 'scf.condition'";
    expect_terminator::<ConditionOp>(op, op.region(0), message)?;
    expect_terminator::<YieldOp>(op, op.region(1), "expects the 'after' region to terminate with 'scf.yield'")?;
    Ok(())
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let mut carried = if parser.at("(") { parser.assignments()? } else { Assignments::default() };
    let type_pos = parser.pos();
    let ty = parser.asm().colon_type()?;
    let cx = parser.cx();
    let Some((inputs, results)) = ty.function(cx).map(|(inputs, results)| (inputs.to_vec(), results.to_vec())) else {
        let found = cx.show_type(ty);
        let message = format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
        return Err(parser.error_at(type_pos, &message));
    };
    state.result_types = results.into();
    if inputs.len() != carried.inits.len() {
        let (wanted, got) = (carried.inits.len(), inputs.len());
        let message = format!("expected as many input types as operands (expected {wanted} got {got})");
        return Err(parser.error_at(type_pos, &message));
    }
    let pos = parser.pos();
    parser.resolve_each(&carried.inits, &inputs, pos, state)?;
    for (arg, &ty) in carried.args.iter_mut().zip(&inputs) {
        arg.ty = ty;
    }
    parser.parse_region(state, &carried.args)?;
    parser.asm().keyword("do")?;
    parser.parse_region(state, &[])?;
    parser.attr_dict_with_keyword(state)
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.assignments(" ", entry_args(op, 0), op.operands());
    printer.text(" : ");
    printer.functional_type(op);
    printer.text(" ");
    print_body(printer, op.region(0), true);
    printer.text(" do ");
    printer.region(op.region(1), RegionPrint::default());
    printer.attr_dict_with_keyword(op, &[]);
}
