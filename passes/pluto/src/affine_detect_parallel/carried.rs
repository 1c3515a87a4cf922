//! The dependences that the loops of a nest carry.
//!
//! A loop is parallel if it carries no dependence, through memory or an iter_arg. A sum that is accumulated in an
//! iter_arg or in an element is a reduction: the iterations may run in any order if the sum may be reassociated.

use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::alias::is_allocated_in;
use rmlir_affine::analysis::parallel::{Reduction, combiner_kind, reductions};
use rmlir_affine::{ForOp, StoreOp};
use rmlir_arith::AtomicRmwKind;
use rmlir_polyhedral::dependence::dependences::dependences;
use rmlir_polyhedral::{Dependence, text};

use super::nest::{Loop, Nest};
use crate::extract::Assumptions;

/// The dependences that a loop carries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Carries {
    /// None.
    Nothing,
    /// Loop-carried values, all of which are reductions.
    Variables(Vec<Reduction>),
    /// Reductions in elements of memrefs, of these kinds, and possibly in loop-carried values: nothing else.
    Elements(Vec<AtomicRmwKind>),
    /// Other dependences.
    Order(String),
}

/// The dependences that each loop of a nest carries.
pub fn carried(body: &Body, nest: &Nest, assumptions: Assumptions) -> Vec<Carries> {
    let found = dependences(&nest.scop);
    let nest = Judge { body, nest, assumptions, updates: updates(body, &nest.accesses) };
    let of = |loop_: &Loop| match nest.obstacle(loop_.op) {
        Some(why) => Carries::Order(why),
        None => match &found {
            Some(found) => nest.through_memory(loop_, found),
            None => Carries::Order("it has too many accesses to the same memory".to_owned()),
        },
    };
    nest.nest.loops.iter().map(of).collect()
}

/// A load and a store of the same element, which combine its value with another one.
struct Update {
    load: OpId,
    store: OpId,
    kind: AtomicRmwKind,
}

struct Judge<'a, 'b, 'c> {
    body: &'b Body<'c>,
    nest: &'a Nest,
    assumptions: Assumptions,
    updates: Vec<Update>,
}

impl Judge<'_, '_, '_> {
    fn name(&self, op: OpId) -> String {
        OpRef::new(self.body, op).name_str().to_owned()
    }

    /// The reason why the dependences may be incomplete.
    fn obstacle(&self, loop_: ForOp) -> Option<String> {
        let (body, around) = (self.body, loop_.id());
        let is_inside = |op: OpId| body.is_ancestor(around, op);
        if let Some((op, why)) = self.nest.unknown.iter().find(|(op, _)| is_inside(*op)) {
            return Some(format!("'{}': {why}", self.name(*op)));
        }
        let is_foreign = |(op, memref): &&(OpId, Value)| is_inside(*op) && !is_allocated_in(body, *memref, around);
        if let Some((op, _)) = self.nest.freed.iter().find(is_foreign) {
            return Some(format!("'{}': what it frees is not allocated in it", self.name(*op)));
        }
        let inside: Vec<&MemRefAccess> = self.nest.accesses.iter().filter(|access| is_inside(access.op)).collect();
        let analysis = self.assumptions.alias_analysis(body).across(around);
        let meets = |a: &MemRefAccess, b: &MemRefAccess| {
            // Dependences are computed for accesses to one SSA value, which must be the same memory in all iterations.
            let is_one = a.memref == b.memref && analysis.is_same(a.memref, b.memref);
            let is_own = |access: &MemRefAccess| is_allocated_in(body, access.memref, around);
            let are_known = is_one || (is_own(a) && is_own(b));
            !are_known && analysis.may_alias(a.memref, b.memref)
        };
        let mut writes = inside.iter().filter(|access| access.is_write);
        let (a, b) = writes.find_map(|a| inside.iter().find(|b| meets(a, b)).map(|b| (a, b)))?;
        Some(format!("'{}' and '{}' may access the same memory", self.name(a.op), self.name(b.op)))
    }

    fn through_memory(&self, loop_: &Loop, found: &[Dependence]) -> Carries {
        let (body, op) = (self.body, loop_.op);
        let variables = reductions(body, op);
        if let Some(number) = (0..op.inits(body).len()).find(|&it| variables.iter().all(|of| of.position != it)) {
            return Carries::Order(format!("loop-carried variable #{number} is no reduction"));
        }
        let carries = |it: &&Dependence| {
            let (from, to) = (&self.nest.accesses[it.from], &self.nest.accesses[it.to]);
            it.level == loop_.level
                && body.is_ancestor(op.id(), from.op)
                && body.is_ancestor(op.id(), to.op)
                && !is_allocated_in(body, from.memref, op.id())
        };
        let mut kinds: Vec<AtomicRmwKind> = Vec::new();
        for dependence in found.iter().filter(carries) {
            let ends = [dependence.from, dependence.to].map(|statement| self.nest.accesses[statement].op);
            let is_of = |update: &&Update| ends.iter().all(|&end| end == update.load || end == update.store);
            let Some(update) = self.updates.iter().find(is_of) else {
                let kind = text::kind(dependence.kind);
                let article = if kind == "flow" { "a" } else { "an" };
                let [from, to] = ends.map(|end| self.name(end));
                return Carries::Order(format!("it carries {article} {kind} dependence from '{from}' to '{to}'"));
            };
            if !kinds.contains(&update.kind) {
                kinds.push(update.kind);
            }
        }
        match (kinds.is_empty(), variables.is_empty()) {
            (true, true) => Carries::Nothing,
            (true, false) => Carries::Variables(variables),
            (false, _) => {
                kinds.extend(variables.iter().map(|variable| variable.kind));
                Carries::Elements(kinds)
            }
        }
    }
}

/// The updates among accesses: the loaded and the stored value have no other uses.
fn updates(body: &Body, accesses: &[MemRefAccess]) -> Vec<Update> {
    let of = |store: &MemRefAccess| {
        let stored = OpRef::new(body, store.op).cast::<StoreOp>()?.value(body);
        let combiner = body.defining_op(stored)?;
        let kind = combiner_kind(OpRef::new(body, combiner))?;
        let is_load = |load: &&MemRefAccess| {
            !load.is_write
                && body.block_of(load.op) == body.block_of(store.op)
                && body.users(body.result(load.op, 0)).eq([combiner])
                && load.is_same_place(body, store)
        };
        let load = accesses.iter().find(is_load)?.op;
        body.has_one_use(stored).then_some(Update { load, store: store.op, kind })
    };
    accesses.iter().filter(|access| access.is_write).filter_map(of).collect()
}
