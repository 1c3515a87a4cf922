//! Declarations of reductions in the enclosing symbol table.

use rmlir::core::clone::CloneMap;
use rmlir::core::symbol::SymbolTable;
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::AtomicOrdering;
use rmlir_llvm::ops::atomic::AtomicRMWOp;
use rmlir_llvm::ops::constant::ConstantOp;
use rmlir_llvm::ops::memory::LoadOp;
use rmlir_llvm::types::PointerType;
use rmlir_omp::{DeclareReductionOp, YieldOp};

use super::reduction::Reduction;

/// The name of all reductions, followed by an integer.
const STEM: &str = "__scf_reduction";

/// A symbol table, with the insertion point of declarations.
pub(super) struct Table<'a, 'c> {
    body: &'a mut Body<'c>,
    /// The operation that is converted, which is in the table and detached.
    before: OpId,
    names: SymbolTable,
}

/// A reduction to declare: region `region` of `source`, for values of type `ty`.
pub(super) struct Wanted<'a, 'c> {
    pub source: &'a Body<'c>,
    pub region: RegionId,
    pub ty: Type,
    pub reduction: &'a Reduction,
    /// The locations of the reduction and of the initial value.
    pub locs: (Loc, Loc),
}

impl<'a, 'c> Table<'a, 'c> {
    /// The symbols of the table that is the root of `body`; it must be queried before operations are detached.
    pub fn names(body: &Body) -> SymbolTable {
        SymbolTable::new(body)
    }

    /// The table with declarations inserted before `before`.
    pub fn new(body: &'a mut Body<'c>, before: OpId, names: SymbolTable) -> Self {
        Self { body, before, names }
    }

    /// Declares a reduction and returns its symbol.
    pub fn declare(&mut self, wanted: &Wanted<'_, 'c>) -> Attr {
        let cx = self.body.cx();
        let name = self.names.fresh_name(self.body, STEM);
        let state = DeclareReductionOp::build(cx.str_attr(name.str(cx)), cx.type_attr(wanted.ty));
        let op = self.body.create_op(state.at(wanted.locs.0).finish(cx));
        self.body.insert_before(self.before, op);
        self.names.insert(name, op);
        fill(self.body.nested_mut(op).expect("a declaration is isolated"), wanted);
        cx.symbol_ref(name)
    }
}

/// Fills the regions of a declaration, the root of `body`.
fn fill<'c>(body: &mut Body<'c>, wanted: &Wanted<'_, 'c>) {
    let cx = body.cx();
    let op = DeclareReductionOp::from_id(body.root());
    let (loc, value_loc) = wanted.locs;

    let combiner = op.reductionRegion(body).id;
    body.clone_region_from(wanted.source, wanted.region, combiner, &mut CloneMap::default());
    let mut rw = Rewriter::new(body);
    let block = rw.entry(combiner).expect("a reduction has a block");
    let last = rw.last_op(block).expect("a reduction ends with its value");
    let value = rw.operand(last, 0);
    rw.before(last);
    rw.create(YieldOp::build(&[value]).at(rw.loc(last)));
    rw.erase(last);

    rw.set_loc(loc);
    let initializer = op.initializerRegion(&rw).id;
    rw.create_block(initializer, &[wanted.ty], &[value_loc]);
    let neutral = rw.value(ConstantOp::build(wanted.ty, wanted.reduction.neutral));
    rw.create(YieldOp::build(&[neutral]));

    let Some(atomic) = wanted.reduction.atomic else { return };
    let pointer = PointerType::get(cx, 0).ty();
    let update = op.atomicReductionRegion(&rw).id;
    let block = rw.create_block(update, &[pointer; 2], &[value_loc; 2]);
    let args = rw.args(block).to_vec();
    let value = rw.value(LoadOp::build(wanted.ty, args[1]));
    rw.create(AtomicRMWOp::build(args[0], value, atomic.attr(cx), AtomicOrdering::Monotonic.attr(cx)));
    rw.create(YieldOp::build(&[]));
}
