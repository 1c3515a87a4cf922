//! A nest of loops as its loads and stores, each a separate statement.
//!
//! Unlike the statements of `extract`, these need not be moved: the position of a load, and the uses of its value, do
//! not affect the dependences that a loop carries through memory. An access in the else block of a condition is one
//! statement for each constraint that may be violated.

use rmlir::affine_maps::IntegerSet;
use rmlir::core::effects::{has_single_effect, is_memory_effect_free};
use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::constraints::ValueConstraints;
use rmlir_affine::analysis::nest::enclosing_affine_ops;
use rmlir_affine::analysis::region::has_identity_layout;
use rmlir_affine::compose::compose_set_and_operands;
use rmlir_affine::{ForOp, IfOp, ParallelOp};
use rmlir_memref::DeallocOp;
use rmlir_polyhedral::limits::Limits;
use rmlir_polyhedral::{Access, Scop, Statement};

use crate::extract::{note_parameters, over_parameters, why_unfit};
use crate::normal::opposites;

/// The maximum number of statements that conditions make of an access; beyond that they are ignored, which
/// over-approximates its domain.
const MAX_PARTS: usize = 16;

/// A nest.
pub struct Nest {
    /// Its `affine.for`s, outer before inner.
    pub loops: Vec<Loop>,
    /// The statements.
    pub scop: Scop,
    /// By statement: the access.
    pub accesses: Vec<MemRefAccess>,
    /// Operations that have or may have other memory effects, and the reason why these are unknown.
    pub unknown: Vec<(OpId, &'static str)>,
    /// Deallocations.
    pub freed: Vec<(OpId, Value)>,
}

/// A loop of a nest.
pub struct Loop {
    /// The loop.
    pub op: ForOp,
    /// The number of surrounding loops.
    pub level: usize,
}

/// A statement before all parameters are known.
struct Raw {
    access: MemRefAccess,
    place: Vec<usize>,
    domain: ValueConstraints,
    relation: ValueConstraints,
}

struct Search<'b, 'c> {
    body: &'b Body<'c>,
    loops: Vec<Loop>,
    found: Vec<Raw>,
    parameters: Vec<Value>,
    unknown: Vec<(OpId, &'static str)>,
    freed: Vec<(OpId, Value)>,
}

/// All outermost nests of a body, in each of its scopes.
pub fn nests(body: &Body) -> Vec<Nest> {
    let mut outermost = Vec::new();
    body.walk_preorder(body.root(), |op| {
        let is_loop = |op: OpId| OpRef::new(body, op).is::<ForOp>() || OpRef::new(body, op).is::<ParallelOp>();
        if is_loop(op) && !enclosing_affine_ops(body, op).into_iter().any(is_loop) {
            outermost.push(op);
        }
    });
    outermost.into_iter().map(|op| Nest::of(body, op)).collect()
}

impl Nest {
    fn of(body: &Body, outermost: OpId) -> Self {
        let mut search = Search {
            body,
            loops: Vec::new(),
            found: Vec::new(),
            parameters: Vec::new(),
            unknown: Vec::new(),
            freed: Vec::new(),
        };
        search.op(OpRef::new(body, outermost), &mut vec![0]);
        search.finish()
    }
}

impl Search<'_, '_> {
    /// `place` is the position of the operation, if it is a loop or an access, by depth.
    fn op(&mut self, op: OpRef, place: &mut Vec<usize>) {
        if let Some(loop_) = op.cast::<ForOp>() {
            self.loops.push(Loop { op: loop_, level: place.len() - 1 });
            self.inside(op, 1, place);
        } else if let Some(loop_) = op.cast::<ParallelOp>() {
            self.inside(op, self.body.args(loop_.body(self.body)).len(), place);
        } else if MemRefAccess::new(self.body, op.id).is_some() {
            if let Err(why) = self.access(op, place) {
                self.unknown.push((op.id, why));
            }
            next(place);
        } else if op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) && !op.has(TraitSet::AFFINE_SCOPE) {
            op.regions().for_each(|region| region.blocks().for_each(|block| self.block(block, place)));
        } else if let Some(dealloc) = op.cast::<DeallocOp>() {
            self.freed.push((op.id, dealloc.memref(self.body)));
        } else if !op.has(TraitSet::TERMINATOR)
            && !has_single_effect(op, EffectKind::Allocate)
            && !is_memory_effect_free(op)
        {
            self.unknown.push((op.id, why_unfit(op)));
        }
    }

    /// The body of a loop with `n_variables` induction variables.
    fn inside(&mut self, op: OpRef, n_variables: usize, place: &mut Vec<usize>) {
        let depth = place.len();
        place.extend(std::iter::repeat_n(0, n_variables));
        op.regions().for_each(|region| region.blocks().for_each(|block| self.block(block, place)));
        place.truncate(depth);
        next(place);
    }

    fn block(&mut self, block: BlockRef, place: &mut Vec<usize>) {
        block.ops().for_each(|op| self.op(op, place));
    }

    fn access(&mut self, op: OpRef, place: &[usize]) -> Result<(), &'static str> {
        let access = MemRefAccess::new(self.body, op.id).expect("it was asked for before");
        // If a memref is only read, it is irrelevant which elements are the same.
        if access.is_write && !has_identity_layout(self.body.cx(), self.body.ty(access.memref)) {
            return Err("its memref has a layout");
        }
        let n_dims = place.len() - 1;
        let domains = self.domains(op.id).ok_or("what is around it is not affine")?;
        for domain in domains.into_iter().filter(|domain| !domain.is_empty()) {
            let relation = access.relation_of_elements_over(self.body, domain.clone()).map(|relation| relation.system);
            let n_all = n_dims + access.rank(self.body);
            let fits = |relation: &ValueConstraints| domain.n_dims() == n_dims && relation.n_dims() == n_all;
            let relation = relation.filter(fits).ok_or("it is not affine")?;
            note_parameters(&mut self.parameters, &domain);
            note_parameters(&mut self.parameters, &relation);
            self.found.push(Raw { access: access.clone(), place: place.to_vec(), domain, relation });
        }
        Ok(())
    }

    /// The domains of an operation: sets of iterations of the surrounding loops, whose union contains its iterations.
    /// `None` if bounds are not affine.
    fn domains(&self, op: OpId) -> Option<Vec<ValueConstraints>> {
        let around = enclosing_affine_ops(self.body, op);
        let as_condition = |op: OpId| OpRef::new(self.body, op).cast::<IfOp>();
        let loops: Vec<OpId> = around.iter().copied().filter(|&op| as_condition(op).is_none()).collect();
        let mut domains = vec![ValueConstraints::of_iterations(self.body, &loops)?];
        for condition in around.into_iter().filter_map(as_condition) {
            let (mut set, mut operands) = (condition.condition(self.body).clone(), condition.operands(self.body));
            compose_set_and_operands(self.body, &mut set, &mut operands);
            let is_first = self.body.ancestor_in_block(op, condition.then_block(self.body)).is_some();
            let sets = if is_first { vec![set] } else { opposites(&set) };
            let both = |domain: &ValueConstraints, set: &IntegerSet| {
                let mut both = domain.clone();
                both.add_set(self.body, set.clone(), operands.clone())?;
                (both.n_dims() == domain.n_dims()).then_some(both)
            };
            let parts = domains.iter().flat_map(|domain| sets.iter().map(move |set| both(domain, set)));
            match parts.collect::<Option<Vec<_>>>() {
                Some(parts) if parts.len() <= MAX_PARTS => domains = parts,
                _ => {}
            }
        }
        Some(domains)
    }

    fn finish(self) -> Nest {
        let mut arrays: Vec<Value> = Vec::new();
        let mut statements = Vec::new();
        for raw in &self.found {
            let array = arrays.iter().position(|&array| array == raw.access.memref).unwrap_or_else(|| {
                arrays.push(raw.access.memref);
                arrays.len() - 1
            });
            let relation = over_parameters(&raw.relation, &self.parameters);
            statements.push(Statement {
                name: format!("S{}", statements.len() + 1),
                iterators: (0..raw.domain.n_dims()).map(|number| format!("i{number}")).collect(),
                domain: over_parameters(&raw.domain, &self.parameters),
                place: raw.place.clone(),
                accesses: vec![Access { array, is_write: raw.access.is_write, relation }],
            });
        }
        let parameters = (0..self.parameters.len()).map(|number| format!("n{number}"));
        Nest {
            loops: self.loops,
            scop: Scop { parameters: parameters.collect(), context: Vec::new(), statements, limits: Limits::default() },
            accesses: self.found.into_iter().map(|raw| raw.access).collect(),
            unknown: self.unknown,
            freed: self.freed,
        }
    }
}

/// Advances the last component of the position.
fn next(place: &mut [usize]) {
    *place.last_mut().expect("a nest has a place") += 1;
}
