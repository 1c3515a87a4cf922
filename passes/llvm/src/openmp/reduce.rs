//! Reductions of loops: each thread has a private variable, and combines it with the shared one at the end.
//!
//! Threads combine one at a time, in arbitrary order; upstream's code does the same by other functions of the runtime.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_llvm::ops::branch::BrOp;
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};
use rmlir_omp::{DeclareReductionOp, WsloopOp, YieldOp};

use super::runtime::{self, Runtime};
use super::team::{alloca_block, unsupported};
use crate::emit::{alloca, int_constant};

/// The name of the lock that reductions share, as in upstream.
const LOCK: &str = "reduction";

/// The reductions of a construct.
pub struct Reductions {
    /// For each variable: its address, the declaration of the reduction, and the type of its value.
    all: Vec<(Value, Ident, Type)>,
}

impl Reductions {
    /// The reductions of `op`, a loop.
    pub fn of(rw: &Rewriter, runtime: &Runtime, op: OpId) -> Result<Self, Box<Diagnostic>> {
        let view = OpRef::new(rw, op);
        let cx = view.cx();
        if view.get(WsloopOp::reduction_byref).unwrap_or_default().contains(&true) {
            return Err(unsupported(view, "reductions by reference"));
        }
        let symbols = view.get(WsloopOp::reduction_syms).unwrap_or_default();
        let mut all = Vec::new();
        for (variable, symbol) in view.get(WsloopOp::reduction_vars).into_iter().zip(symbols) {
            let name = symbol.flat().filter(|&name| runtime.declaration(name).is_some());
            let Some(name) = name else {
                let shown = cx.show_attr(cx.symbol_ref(symbol));
                return Err(view.error(format!("there is no reduction {shown}")));
            };
            let declaration = runtime.declaration(name).expect("it was found above");
            all.push((variable, name, OpRef::root(declaration).get(DeclareReductionOp::r#type)));
        }
        Ok(Self { all })
    }

    /// Creates the private variables of this thread, before `op`: returns their addresses.
    pub fn begin<'c>(
        &self,
        rw: &mut Rewriter<'_, 'c>,
        runtime: &Runtime<'_, 'c>,
        op: OpId,
    ) -> Result<Vec<Value>, Box<Diagnostic>> {
        let mut private = Vec::new();
        for &(variable, symbol, ty) in &self.all {
            let block = alloca_block(rw, op);
            rw.at_start(block);
            let one = int_constant(rw, Type::I64, 1);
            let own = alloca(rw, ty, one);
            rw.before(op);
            // The argument is the variable that is reduced; regions that yield a value do not use it.
            let old = rw.value(LoadOp::build(ty, variable));
            let value = inline(rw, runtime, op, symbol, Part::Initializer, &[old])?;
            rw.create(StoreOp::build(value, own));
            private.push(own);
        }
        Ok(private)
    }

    /// Combines the private variables with the shared ones, before `op`.
    pub fn end<'c>(
        &self,
        rw: &mut Rewriter<'_, 'c>,
        runtime: &mut Runtime<'_, 'c>,
        op: OpId,
        thread: Value,
        private: &[Value],
    ) -> Checked {
        if self.all.is_empty() {
            return Ok(());
        }
        let lock = runtime.lock(rw, LOCK);
        runtime.call(rw, &runtime::CRITICAL, &[thread, lock]);
        for (&(variable, symbol, ty), &own) in self.all.iter().zip(private) {
            let both = [variable, own].map(|place| rw.value(LoadOp::build(ty, place)));
            let value = inline(rw, runtime, op, symbol, Part::Combiner, &both)?;
            rw.create(StoreOp::build(value, variable));
        }
        runtime.call(rw, &runtime::END_CRITICAL, &[thread, lock]);
        Ok(())
    }
}

/// A region of a declaration.
#[derive(Clone, Copy)]
enum Part {
    Initializer,
    Combiner,
}

/// Inlines a region of the declaration `symbol` before `op`: returns the value it yields.
fn inline<'c>(
    rw: &mut Rewriter<'_, 'c>,
    runtime: &Runtime<'_, 'c>,
    op: OpId,
    symbol: Ident,
    part: Part,
    args: &[Value],
) -> Result<Value, Box<Diagnostic>> {
    let declaration = runtime.declaration(symbol).expect("the declaration was found before");
    let declared = DeclareReductionOp::from_id(declaration.root());
    let region = match part {
        Part::Initializer => declared.initializerRegion(declaration).id,
        Part::Combiner => declared.reductionRegion(declaration).id,
    };
    let n_args = declaration.entry(region).map_or(0, |entry| declaration.args(entry).len());
    if n_args != args.len() {
        return Err(unsupported(OpRef::new(rw, op), "reductions with regions of other arguments"));
    }
    let block = rw.block_of(op).expect("a construct is in a block");
    let home = rw.region_of(block).expect("a block is in a region");
    let rest = rw.split_block(block, Some(op));
    let mut map = CloneMap::default();
    let n_before = rw.blocks(home).count();
    rw.body_mut().clone_region_inlined(declaration, region, home, args, &mut map);
    let copies: Vec<BlockId> = rw.blocks(home).skip(n_before).collect();
    let mut yielded = None;
    for &copy in &copies {
        rw.body_mut().unlink_block(copy);
        rw.body_mut().insert_block_before(rest, copy);
        let Some(end) = rw.last_op(copy).filter(|&end| OpRef::new(rw, end).is::<YieldOp>()) else { continue };
        let value = rw.operands(end).next();
        if yielded.is_some() || value.is_none() {
            return Err(unsupported(OpRef::new(rw, op), "reductions that yield in several places"));
        }
        yielded = value;
        rw.replace_with(end, BrOp::build(&[], rest));
    }
    let first = *copies.first().expect("a declared region has a block");
    rw.merge_blocks(first, block, &[]);
    let only = if copies.len() == 1 { rw.last_op(block) } else { None };
    if let Some(branch) = only {
        rw.erase(branch);
        rw.merge_blocks(rest, block, &[]);
    }
    rw.before(op);
    yielded.ok_or_else(|| unsupported(OpRef::new(rw, op), "reductions that yield nothing"))
}
