//! Lifts branches between blocks to structured control flow.
//!
//! Steps, for each region of a function that has several blocks, inner regions first: 1. equivalent operations that
//! exit the region are merged into one block (`exits`); 2. from a region's entry on, each cycle becomes a loop with one
//! entry and one latch, and then a `scf.while` with its body in the region before the condition (`cycles`); 3. the rest
//! is acyclic: the first branch becomes a `scf.if` or `scf.index_switch` over the blocks that are only reachable
//! through one of its edges, followed by the block where they join (`branches`). Steps 2 and 3 are repeated for every
//! region created on the way.
//!
//! Several edges are combined to one by a multiplexer block that has the arguments for all targets and an integer
//! argument that selects the target (`multiplexer`). Arguments for other targets are poison.
//!
//! The method is that of Bahmann, Reissmann, Jahre and Meyer, "Perfect Reconstructability of Control Flow from Demand
//! Dependence Graphs" (2015).
//!
//! Other files: `edges` edges and their forwarded operands, `components` cycles, `dominators` dominator trees, `check`
//! the preconditions.

mod branches;
mod check;
mod components;
mod cycles;
mod dominators;
mod edges;
mod exits;
mod multiplexer;

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::erase_unreachable_blocks;
use rmlir_arith::ConstantOp;
use rmlir_cf::SwitchOp;
use rmlir_func::FuncOp;
use rmlir_ub::PoisonOp;
use rustc_hash::FxHashMap;

use self::dominators::Dominators;

/// Lift ControlFlow dialect to SCF dialect.
///
/// All branches in functions become operations with regions, unless a region is exited by operations of different
/// kinds: one branch to each remains. An annotation of a loop that says which accesses are parallel
/// (`#llvm.loop_annotation`) is kept.
///
/// ```mlir
///   cf.cond_br %c, ^bb1, ^bb2    // scf.if %c {
/// ^bb1:                          //   "x"() : () -> ()
///   "x"() : () -> ()             // }
///   cf.br ^bb2
/// ^bb2:
/// ```
#[pass(
    name = "lift-cf-to-scf",
    title = "LiftControlFlowToSCFPass",
    summary = "Lift ControlFlow dialect to SCF dialect",
    depends(rmlir_scf::Scf, rmlir_arith::Arith, rmlir_ub::Ub)
)]
pub fn lift_cf_to_scf(cx: &mut PassCx) -> PassResult {
    match lift_body(cx.body_mut(), false) {
        Ok(()) => Ok(()),
        Err(error) => {
            cx.emit(error);
            cx.signal_failure()
        }
    }
}

/// Lifts the regions in functions, inner regions first.
fn lift_body(body: &mut Body, in_function: bool) -> Checked {
    let in_function = in_function || OpRef::root(body).is::<FuncOp>();
    let mut ops = Vec::new();
    body.walk_postorder(body.root(), |op| ops.push(op));
    for op in ops {
        if let Some(nested) = body.nested_mut(op) {
            let lifted = lift_body(nested, in_function);
            body.sync_proxy(op);
            lifted?;
        } else if in_function {
            for region in body.regions(op).to_vec() {
                lift_region(body, region)?;
            }
        }
    }
    Ok(())
}

/// Lifts one region; does nothing if it has fewer than two blocks.
pub fn lift_region(body: &mut Body, region: RegionId) -> Checked {
    let Some(entry) = body.entry(region).filter(|_| !body.has_one_block(region)) else { return Ok(()) };
    check::check(body, region)?;
    // Blocks that are only reachable from each other would prevent others from being merged.
    erase_unreachable_blocks(&mut Rewriter::new(body), &[region]);
    if body.has_one_block(region) {
        return Ok(());
    }
    let loc = body.loc(body.region_owner(region));
    let mut lift = Lift {
        rw: Rewriter::new(body),
        region,
        entry,
        loc,
        poison: FxHashMap::default(),
        numbers: Vec::new(),
        exits: Vec::new(),
        dominators: FxHashMap::default(),
    };
    lift.combine_exits();
    let mut work = vec![entry];
    while let Some(current) = work.pop() {
        let loops = lift.lift_cycles(current)?;
        if !loops.is_empty() {
            lift.forget_dominators(current);
        }
        work.extend(loops);
        work.extend(lift.lift_branches(current));
    }
    Ok(())
}

/// One region being lifted.
struct Lift<'b, 'c> {
    rw: Rewriter<'b, 'c>,
    region: RegionId,
    /// The entry block of the region, where constants are created.
    entry: BlockId,
    /// The location of constants.
    loc: Loc,
    poison: FxHashMap<Type, Value>,
    numbers: Vec<Option<Value>>,
    /// Operations that exit the region, each with the block that contains only it.
    exits: Vec<(OpId, BlockId)>,
    /// The trees at the time of the first query.
    dominators: FxHashMap<RegionId, Dominators>,
}

impl<'c> Lift<'_, 'c> {
    fn body(&mut self) -> &mut Body<'c> {
        self.rw.body_mut()
    }

    /// A poison value of type `ty`.
    fn poison(&mut self, ty: Type) -> Value {
        if let Some(&value) = self.poison.get(&ty) {
            return value;
        }
        self.rw.at_start(self.entry);
        let value = self.rw.value(PoisonOp::build(ty).at(self.loc));
        self.poison.insert(ty, value);
        value
    }

    /// The integer constant `number`, an operand of multiplexers and loop conditions.
    fn number(&mut self, number: usize) -> Value {
        if let Some(&Some(value)) = self.numbers.get(number) {
            return value;
        }
        self.rw.at_start(self.entry);
        let attr = self.rw.cx().int_attr(Type::I32, number as i64);
        let value = self.rw.value(ConstantOp::build(attr).at(self.loc));
        if self.numbers.len() <= number {
            self.numbers.resize(number + 1, None);
        }
        self.numbers[number] = Some(value);
        value
    }

    /// Creates a `cf.switch` at the insertion point.
    fn switch(&mut self, loc: Loc, flag: Value, cases: &[(usize, Target)], default: &Target) {
        let cx = self.rw.cx();
        let blocks: Vec<BlockId> = cases.iter().map(|(_, target)| target.block).collect();
        let operands: Vec<Value> = cases.iter().flat_map(|(_, target)| target.args.iter().copied()).collect();
        let segments: Vec<i32> = cases.iter().map(|(_, target)| target.args.len() as i32).collect();
        let segments = cx.i32_array(&segments);
        let mut switch = SwitchOp::build(flag, &default.args, &operands, segments, default.block, &blocks).at(loc);
        if !cases.is_empty() {
            let values: Vec<Attr> = cases.iter().map(|&(value, _)| cx.int_attr(Type::I32, value as i64)).collect();
            let ty = cx.vector_type(&[values.len() as i64], Type::I32);
            let values = rmlir::core::dense::from_elements(cx, ty, &values).expect("one element per case");
            switch = switch.prop(SwitchOp::CASE_VALUES, values);
        }
        self.rw.create(switch);
    }

    fn dominators(&mut self, block: BlockId) -> &Dominators {
        let region = self.rw.region_of(block).expect("the block stands in a region");
        let Self { rw, dominators, .. } = self;
        dominators.entry(region).or_insert_with(|| Dominators::new(rw, region))
    }

    fn forget_dominators(&mut self, block: BlockId) {
        let region = self.rw.region_of(block).expect("the block stands in a region");
        self.dominators.remove(&region);
    }

    fn terminator(&self, block: BlockId) -> OpId {
        self.rw.last_op(block).expect("blocks end with a terminator")
    }
}

/// A block and the operands that are forwarded to it.
struct Target {
    block: BlockId,
    args: Vec<Value>,
}
