//! Extraction of the statements of a function: each store to a memref, with the operations that compute its value.
//!
//! A load is executed with its statement; so there must be no store to the same memref between them. Other operations
//! are free of side effects and may be recomputed for each statement that uses them. Functions with other operations
//! are declined, with the operation as the reason.
//!
//! Distinct memrefs are distinct arrays: where that is not known, the function is declined. For arguments it is assumed
//! if [`Assumptions`] allow it, as in upstream's affine passes and PLuTo. Distinct subscripts are distinct elements, so
//! layouts must be identities.

use std::borrow::Cow;

use rmlir::analysis::alias::AliasAnalysis;
use rmlir::core::effects::{effects_recursive, is_memory_effect_free};
use rmlir::core::interfaces::EffectKind;
use rmlir::prelude::*;
use rmlir_affine::analysis::access::{MemRefAccess, is_other_place};
use rmlir_affine::analysis::constraints::ValueConstraints;
use rmlir_affine::analysis::nest::{enclosing_affine_ops, enclosing_fors};
use rmlir_affine::analysis::region::has_identity_layout;
use rmlir_affine::{AffineAccess, ForOp, IfOp, LoadOp, StoreOp};
use rmlir_memref::{AllocOp, AllocaOp, DeallocOp};
use rmlir_polyhedral::limits::Limits;
use rmlir_polyhedral::{Access, Scop, Set, Statement};
use rmlir_presburger::{Int, Polyhedron, Row};
use rustc_hash::FxHashSet;

/// The reason why a function cannot be extracted.
#[derive(Clone, Debug)]
pub struct Declined {
    /// The name of the operation.
    pub name: String,
    /// Its location.
    pub loc: Loc,
    /// The reason.
    pub why: Cow<'static, str>,
}

impl Declined {
    /// A rejection with an operation as the reason.
    pub fn because_of(body: &Body, op: OpId, why: impl Into<Cow<'static, str>>) -> Self {
        Declined { name: OpRef::new(body, op).name_str().to_owned(), loc: body.loc(op), why: why.into() }
    }
}

/// The assumptions on aliasing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumptions {
    /// Distinct arguments of the function do not alias.
    pub noalias_arguments: bool,
}

impl Assumptions {
    /// Whether two memrefs may alias.
    pub fn may_alias(self, body: &Body, a: Value, b: Value) -> bool {
        self.alias_analysis(body).may_alias(a, b)
    }

    /// The alias analysis under these assumptions.
    pub fn alias_analysis<'a>(self, body: &'a Body<'a>) -> AliasAnalysis<'a> {
        AliasAnalysis::new(body).noalias_arguments(self.noalias_arguments)
    }
}

/// A function as statements.
pub struct Extracted {
    /// The statements.
    pub scop: Scop,
    /// By statement: the store.
    pub stores: Vec<OpId>,
    /// By array: the memref.
    pub arrays: Vec<Value>,
    /// By parameter: the value.
    pub parameters: Vec<Value>,
}

/// Extracts the statements of the function in `body`.
pub fn extract(body: &Body, assumptions: Assumptions) -> Result<Extracted, Declined> {
    let root = OpRef::root(body);
    let mut blocks = root.regions().flat_map(|region| region.blocks());
    let Some(entry) = blocks.next() else { return Err(Declined::because_of(body, body.root(), "it has no body")) };
    if blocks.next().is_some() {
        return Err(Declined::because_of(body, body.root(), "it has several blocks"));
    }
    let mut found =
        Extraction { body, assumptions, statements: Vec::new(), arrays: Vec::new(), parameters: Vec::new() };
    found.block(entry, &mut vec![0])?;
    found.finish()
}

/// A statement before all parameters are known.
struct Raw {
    store: OpId,
    place: Vec<usize>,
    domain: ValueConstraints,
    accesses: Vec<(usize, bool, ValueConstraints)>,
}

struct Extraction<'b, 'c> {
    body: &'b Body<'c>,
    assumptions: Assumptions,
    statements: Vec<Raw>,
    arrays: Vec<Value>,
    parameters: Vec<Value>,
}

/// The reason why an operation outside of `affine` is not part of a statement: its memory effects, or its regions.
pub fn why_unfit(op: OpRef) -> &'static str {
    let Some(effects) = effects_recursive(op) else { return "its memory effects are unknown" };
    let has = |kind| effects.iter().any(|effect| effect.kind == kind);
    match () {
        () if has(EffectKind::Write) => "it writes memory, and is no affine store of one element",
        () if has(EffectKind::Read) => "it reads memory, and is no affine load of one element",
        () if !effects.is_empty() => "it allocates or frees memory",
        () => "its regions are not those of affine loops or conditions",
    }
}

impl Extraction<'_, '_> {
    /// Extracts the statements of a block; the last component of `place` is the position of the next loop or statement.
    fn block(&mut self, block: BlockRef, place: &mut Vec<usize>) -> Result<(), Declined> {
        block.ops().try_for_each(|op| self.op(op, place))
    }

    fn op(&mut self, op: OpRef, place: &mut Vec<usize>) -> Result<(), Declined> {
        let declined = |why| Err(Declined::because_of(self.body, op.id, why));
        if let Some(loop_) = op.cast::<ForOp>() {
            if op.n_results() > 0 {
                return declined("it has loop-carried variables");
            }
            if loop_.step(self.body) < 1 {
                return declined("its step is not positive");
            }
            if loop_.step(self.body) != 1 && loop_.constant_lower_bound(self.body).is_none() {
                return declined("it has a step, and a lower bound that is not constant");
            }
            place.push(0);
            self.block(BlockRef::new(self.body, loop_.body(self.body)), place)?;
            place.pop();
            next(place);
        } else if let Some(condition) = op.cast::<IfOp>() {
            if op.n_results() > 0 || condition.else_block(self.body).is_some() {
                return declined("it has results, or a second block");
            }
            // The domain of the statements inside includes the condition, so they belong to the surrounding block.
            self.block(BlockRef::new(self.body, condition.then_block(self.body)), place)?;
        } else if op.is::<StoreOp>() {
            self.statement(op, place)?;
            next(place);
        } else if op.is::<LoadOp>() {
            // It is executed with the statements that use it.
        } else if (op.is::<AllocaOp>() || op.is::<AllocOp>()) && place.len() == 1 && self.is_at_top(op) {
            // It remains before all new loops.
        } else if op.is::<DeallocOp>() && ends(self.body).contains(&op.id) {
            // It remains after all new loops.
        } else if op.interface::<dyn AffineAccess>().is_some() {
            return declined("it is no load or store of one element");
        } else if op.has(TraitSet::TERMINATOR) {
            if op.n_operands() > 0 {
                return declined("it returns values");
            }
        } else if !is_memory_effect_free(op) || op.regions().len() > 0 {
            return declined(why_unfit(op));
        }
        Ok(())
    }

    fn is_at_top(&self, op: OpRef) -> bool {
        self.body.parent_op(op.id) == Some(self.body.root())
    }

    fn statement(&mut self, store: OpRef, place: &[usize]) -> Result<(), Declined> {
        let around = enclosing_affine_ops(self.body, store.id);
        let not_affine = Declined::because_of(self.body, store.id, "what is around it is not affine");
        let n_loops = enclosing_fors(self.body, store.id).len();
        let domain = ValueConstraints::of_iterations(self.body, &around);
        let domain = domain.filter(|domain| domain.n_dims() == n_loops).ok_or(not_affine)?;
        note_parameters(&mut self.parameters, &domain);
        let mut accesses = Vec::new();
        let operands: Vec<Value> = store.operands().map(|operand| operand.id).collect();
        let loads = loads_of(self.body, &operands);
        for &load in &loads {
            may_move(self.body, load, store.id).map_err(|why| Declined::because_of(self.body, load, why))?;
        }
        for op in loads.into_iter().chain([store.id]) {
            accesses.push(self.access(op)?);
        }
        self.statements.push(Raw { store: store.id, place: place.to_vec(), domain, accesses });
        Ok(())
    }

    /// The array that a load or store accesses, whether it writes, and its subscripts.
    fn access(&mut self, op: OpId) -> Result<(usize, bool, ValueConstraints), Declined> {
        let declined = |why| Declined::because_of(self.body, op, why);
        let access = MemRefAccess::new(self.body, op).expect("loads and stores are accesses");
        let rank = self.body.ty(access.memref).shape(self.body.cx()).map_or(0, <[i64]>::len);
        let n_dims = enclosing_fors(self.body, op).len() + rank;
        let relation = access.relation(self.body).map(|relation| relation.system);
        let relation = relation.filter(|relation| relation.n_dims() == n_dims).ok_or(declined("it is not affine"))?;
        note_parameters(&mut self.parameters, &relation);
        if !has_identity_layout(self.body.cx(), self.body.ty(access.memref)) {
            return Err(declined("its memref has a layout"));
        }
        if !self.is_the_same_in_all_iterations(access.memref) {
            return Err(declined("its memref is another one in each iteration of a loop"));
        }
        let array = self.array(access.memref).ok_or(declined("its memref may be a part of another one"))?;
        Ok((array, access.is_write, relation))
    }

    fn is_the_same_in_all_iterations(&self, memref: Value) -> bool {
        let region = self.body.value_region(memref);
        region.is_some_and(|region| self.body.region_owner(region) == self.body.root())
    }

    /// The index of a memref; `None` if it may alias an earlier one.
    fn array(&mut self, memref: Value) -> Option<usize> {
        if let Some(array) = self.arrays.iter().position(|&array| array == memref) {
            return Some(array);
        }
        if self.arrays.iter().any(|&other| self.assumptions.may_alias(self.body, memref, other)) {
            return None;
        }
        self.arrays.push(memref);
        Some(self.arrays.len() - 1)
    }

    fn finish(self) -> Result<Extracted, Declined> {
        let parameters = &self.parameters;
        let statements = self.statements.iter().enumerate().map(|(number, raw)| {
            let depth = enclosing_fors(self.body, raw.store).len();
            let accesses = raw.accesses.iter().map(|(array, is_write, relation)| Access {
                array: *array,
                is_write: *is_write,
                relation: over_parameters(relation, parameters),
            });
            Statement {
                name: format!("S{}", number + 1),
                iterators: (0..depth).map(|loop_| format!("i{loop_}")).collect(),
                domain: over_parameters(&raw.domain, parameters),
                place: raw.place.clone(),
                accesses: accesses.collect(),
            }
        });
        let statements = statements.collect();
        let names = (0..parameters.len()).map(|number| format!("n{number}"));
        let scop = Scop { parameters: names.collect(), context: Vec::new(), statements, limits: Limits::default() };
        Ok(Extracted {
            scop,
            stores: self.statements.iter().map(|raw| raw.store).collect(),
            arrays: self.arrays,
            parameters: self.parameters,
        })
    }
}

/// The end of a function: deallocations and the return.
pub fn ends(body: &Body) -> Vec<OpId> {
    let entry = body.entry(body.region(body.root(), 0)).expect("the function has a body");
    let last = body.last_op(entry);
    let before = |&op: &OpId| body.prev_op(op).filter(|&op| OpRef::new(body, op).is::<DeallocOp>());
    std::iter::successors(last, before).collect()
}

/// The loads that values are computed from; in program order if they are in one block.
pub fn loads_of(body: &Body, values: &[Value]) -> Vec<OpId> {
    let (mut loads, mut seen) = (Vec::new(), FxHashSet::default());
    let mut waiting = values.to_vec();
    while let Some(value) = waiting.pop() {
        let Some(op) = body.defining_op(value) else { continue };
        if !seen.insert(op) {
            continue;
        }
        if OpRef::new(body, op).is::<LoadOp>() {
            loads.push(op);
        } else {
            waiting.extend(body.operands(op));
        }
    }
    if loads.windows(2).all(|pair| body.block_of(pair[0]) == body.block_of(pair[1])) {
        loads.sort_by(|&a, &b| body.is_before_in_block(b, a).cmp(&body.is_before_in_block(a, b)));
    }
    loads
}

/// Whether the load reads the same value right before the store; the reason if not.
pub fn may_move(body: &Body, load: OpId, store: OpId) -> Result<(), &'static str> {
    if body.block_of(load) != body.block_of(store) {
        return Err("what it reads is used in another loop");
    }
    let read = MemRefAccess::new(body, load).expect("a load is an access");
    let mut between = std::iter::successors(body.next_op(load), |&op| body.next_op(op)).take_while(|&op| op != store);
    match between.any(|op| may_change(body, op, &read)) {
        true => Err("what it reads changes before it is used"),
        false => Ok(()),
    }
}

/// Whether `op`, or an operation in it, may write the element of an access before it: it writes the memref, and not in
/// another element for certain.
pub(crate) fn may_change(body: &Body, op: OpId, access: &MemRefAccess) -> bool {
    let is_other = |write: &MemRefAccess| {
        let is_element = OpRef::new(body, write.op).is::<StoreOp>();
        is_element && is_other_place(&write.map(body), &access.map(body))
    };
    let all = MemRefAccess::all_in(body, op);
    all.iter().any(|other| other.is_write && other.memref == access.memref && !is_other(other))
}

/// Advances the last component of the position.
fn next(place: &mut [usize]) {
    *place.last_mut().expect("a block has a place") += 1;
}

/// Adds the symbols of the constraints to the parameters.
pub(crate) fn note_parameters(parameters: &mut Vec<Value>, system: &ValueConstraints) {
    for symbol in system.n_dims()..system.n_inputs() {
        let value = system.value(symbol).expect("symbols are values");
        if !parameters.contains(&value) {
            parameters.push(value);
        }
    }
}

/// The same set, over all parameters.
pub(crate) fn over_parameters(system: &Polyhedron<Value>, parameters: &[Value]) -> Set {
    let (n_dims, n_inputs) = (system.n_dims(), system.n_inputs());
    let mut set = Set::universe(n_dims, parameters.len(), system.n_locals());
    let n_columns = set.n_columns();
    let place = |column: usize| {
        if column < n_dims {
            return column;
        }
        if column >= n_inputs {
            return n_dims + parameters.len() + column - n_inputs;
        }
        let value = system.value(column);
        n_dims + parameters.iter().position(|&it| Some(it) == value).expect("all parameters are known")
    };
    let spread = |row: &Row| {
        let mut wide = vec![Int::ZERO; n_columns];
        for (column, number) in row.iter().enumerate() {
            wide[place(column)] = number.clone();
        }
        wide
    };
    system.equalities().iter().for_each(|row| set.add_equality(spread(row)));
    system.inequalities().iter().for_each(|row| set.add_inequality(spread(row)));
    set
}
