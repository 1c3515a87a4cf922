//! Flow-based alias analysis of buffers: views, casts, and control flow. Buffers that are stored to memory and loaded
//! again are not followed: a transformation that changes the lifetime of a buffer queries the alias analysis whether it
//! is captured.
//!
//! The *origins* of a buffer are the buffers that it may be a view of, following dependences backward. A *terminal*
//! buffer is one without origins: an allocation, an argument of a function.

use rmlir::analysis::alias::{address_operands, function_argument, is_allocation, view_base};
use rmlir::core::interfaces::{SelectLike, ViewLike};
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Alias dependences between the buffers of a body.
#[derive(Default)]
pub(crate) struct ViewFlow {
    to: FxHashMap<Value, Vec<Value>>,
    from: FxHashMap<Value, Vec<Value>>,
    terminals: FxHashSet<Value>,
}

impl ViewFlow {
    /// Computes the dependences of `body`.
    pub(crate) fn new(body: &Body) -> Self {
        let mut this = Self::default();
        let mut ops = Vec::new();
        body.walk_postorder(body.root(), |op| ops.push(op));
        for op in ops {
            this.add_op(OpRef::new(body, op));
        }
        this
    }

    fn add(&mut self, from: Value, to: Value) {
        self.to.entry(from).or_default().push(to);
        self.from.entry(to).or_default().push(from);
    }

    fn add_terminals(&mut self, op: OpRef) {
        let args = op.regions().filter_map(RegionRef::entry).flat_map(BlockRef::args);
        let buffers = op.results().chain(args).filter(|value| value.ty().is_memref(op.cx()));
        self.terminals.extend(buffers.map(|value| value.id));
    }

    fn add_op(&mut self, op: OpRef) {
        if op.body.nested(op.id).is_some() {
            return;
        }
        if op.interface::<dyn SelectLike>().is_some() {
            for operand in op.operands().skip(1) {
                self.add(operand.id, op.result(0).id);
            }
        } else if op.is::<rmlir_memref::ReallocOp>() {
            self.add(op.operand(0).id, op.result(0).id);
            self.terminals.insert(op.result(0).id);
        } else if op.has(TraitSet::DISTINCT_OBJECTS) {
            op.operands().zip(op.results()).for_each(|(operand, result)| self.add(operand.id, result.id));
        } else if let Some(view) = op.interface::<dyn ViewLike>() {
            self.add(op.operand(view.source(op)).id, op.result(0).id);
        } else if let Some(branch) = op.interface::<dyn BranchOp>() {
            for (index, block) in op.successors().enumerate() {
                let passed = branch.successor_operands(op, index);
                for (place, arg) in passed.forwarded.zip(block.args().skip(passed.n_produced)) {
                    self.add(op.operand(place).id, arg.id);
                }
            }
        } else if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            self.add_regions(op, branch);
        } else if is_region_end(op) {
        } else {
            self.add_terminals(op);
            for operand in address_operands(op) {
                op.results().for_each(|result| self.add(operand, result.id));
            }
            if op.interface::<dyn CallOp>().is_some() {
                for operand in op.operands() {
                    op.results().for_each(|result| self.add(operand.id, result.id));
                }
            }
        }
    }

    fn add_regions(&mut self, op: OpRef, branch: &dyn RegionBranchOp) {
        for successor in branch.successors(op, RegionPoint::Parent) {
            let passed = branch.entry_operands(op, successor.target);
            for (place, &input) in passed.zip(&successor.inputs) {
                self.add(op.operand(place).id, input);
            }
        }
        for end in op.regions().flat_map(RegionRef::blocks).filter_map(BlockRef::last_op) {
            if !is_region_end(end) {
                continue;
            }
            let stated = end.interface::<dyn RegionBranchTerminator>();
            let region = end.block().and_then(BlockRef::region).expect("a terminator is in a region");
            let from = RegionPoint::Region(op.body.region_index(region.id));
            let successors = match stated {
                Some(stated) => stated.successors(end, &vec![None; end.n_operands()]),
                None => branch.successors(op, from),
            };
            for successor in successors {
                let passed = match stated {
                    Some(stated) => stated.successor_operands(end, successor.target),
                    None => 0..end.n_operands(),
                };
                for (place, &input) in passed.zip(&successor.inputs) {
                    self.add(end.operand(place).id, input);
                }
            }
        }
    }

    /// The buffers that may be `value` or a view of it, itself first.
    pub(crate) fn resolve(&self, value: Value) -> Vec<Value> {
        reachable(&self.to, value)
    }

    /// The buffers that `value` may be or be a view of, itself first.
    pub(crate) fn resolve_reverse(&self, value: Value) -> Vec<Value> {
        reachable(&self.from, value)
    }

    /// Whether two buffers are in the same allocation; `None` if that is not known.
    pub(crate) fn is_same_allocation(&self, body: &Body, left: Value, right: Value) -> Option<bool> {
        let (left, right) = (view_base(body, left), view_base(body, right));
        if left == right {
            return Some(true);
        }
        let (left, right) = (self.origin(body, left), self.origin(body, right));
        if let ([one], [other]) = (&left.terminals[..], &right.terminals[..])
            && one == other
        {
            return Some(true);
        }
        if left.terminals.iter().any(|terminal| right.terminals.contains(terminal)) {
            return None;
        }
        let is_apart = (left.only_allocations && (right.only_allocations || right.only_allocations_or_arguments))
            || ((left.only_allocations || left.only_allocations_or_arguments) && right.only_allocations);
        is_apart.then_some(false)
    }

    fn origin(&self, body: &Body, value: Value) -> Origin {
        let terminals: Vec<Value> =
            self.resolve_reverse(value).into_iter().filter(|value| self.terminals.contains(value)).collect();
        Origin {
            only_allocations: terminals.iter().all(|&terminal| is_allocation(body, terminal)),
            only_allocations_or_arguments: terminals
                .iter()
                .all(|&terminal| is_allocation(body, terminal) || function_argument(body, terminal).is_some()),
            terminals,
        }
    }
}

struct Origin {
    terminals: Vec<Value>,
    only_allocations: bool,
    only_allocations_or_arguments: bool,
}

/// Whether `op` is a terminator that forwards its operands out of a region.
pub(crate) fn is_region_end(op: OpRef) -> bool {
    op.has(TraitSet::RETURN_LIKE) || op.interface::<dyn RegionBranchTerminator>().is_some()
}

fn reachable(edges: &FxHashMap<Value, Vec<Value>>, value: Value) -> Vec<Value> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        if seen.insert(value) {
            found.push(value);
            work.extend(edges.get(&value).into_iter().flatten());
        }
    }
    found
}
