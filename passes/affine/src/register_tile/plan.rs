//! Whether a nest can be executed by tiles in registers, and how its values vary in a tile.

use rmlir::core::effects::{is_memory_effect_free, is_speculatable};
use rmlir::core::memref_layout::has_identity_layout;
use rmlir::prelude::*;
use rmlir_affine::analysis::access::{MemRefAccess, is_equal_place};
use rmlir_affine::analysis::alias::alias_analysis;
use rmlir_affine::analysis::effects::other_effect;
use rmlir_affine::analysis::iterations::max_trip_count;
use rmlir_affine::analysis::nest::is_perfectly_nested;
use rmlir_affine::analysis::parallel::is_memory_parallel;
use rmlir_affine::{ApplyOp, ForOp, LoadOp, StoreOp};
use rmlir_arith::ConstantOp;
use rustc_hash::FxHashMap;

use crate::machine::Machine;

/// A nest whose tiles are kept in registers.
pub(super) struct Plan {
    /// The loop whose steps are executed one after the other.
    pub step: ForOp,
    /// The loop over rows in `step`.
    pub row: ForOp,
    /// The loop over columns in `row`.
    pub column: ForOp,
    /// The number of rows of a full tile.
    pub n_rows: usize,
    /// The number of vectors of a row of a full tile.
    pub n_vectors: usize,
    /// The number of elements of a vector.
    pub n_lanes: usize,
    /// The operations of the body, in order, without loads and stores of accumulators.
    pub ops: Vec<OpId>,
    /// What is loaded, updated and stored for each step.
    pub accumulators: Vec<Accumulator>,
    /// How values of the body vary.
    pub varying: FxHashMap<Value, Varying>,
}

/// An element that each step updates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accumulator {
    pub load: OpId,
    pub store: OpId,
}

/// Whether a value is not the same for all rows, and for all columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Varying {
    pub by_row: bool,
    pub by_column: bool,
}

impl Varying {
    fn or(self, other: Self) -> Self {
        Self { by_row: self.by_row || other.by_row, by_column: self.by_column || other.by_column }
    }
}

impl Plan {
    /// The plan for the nest with the innermost loop `column`; the reason why there is none otherwise.
    pub fn of(body: &Body, column: ForOp, machine: &Machine) -> Result<Self, String> {
        let around = |op: ForOp| body.parent_op(op.id()).and_then(|outer| OpRef::new(body, outer).cast::<ForOp>());
        let nest = around(column).and_then(|row| Some([around(row)?, row, column]));
        let nest =
            nest.filter(|nest| is_perfectly_nested(body, nest)).ok_or("it is in no perfect nest of three loops")?;
        check_loops(body, &nest)?;
        let [step, row, column] = nest;
        let accesses = MemRefAccess::all_in(body, column.id());
        let accumulators = accumulators(body, step, &accesses)?;
        let element_bytes = accesses.iter().filter_map(|access| element_bytes(body, access.memref)).max().unwrap_or(0);
        if element_bytes == 0 {
            return Err("its elements have no size in bytes".to_owned());
        }
        let n_lanes = machine.n_lanes(element_bytes);
        let known = |op| max_trip_count(body, op).ok_or("the size of its tiles is not known");
        let (n_rows, n_columns) = (known(row)?, known(column)?);
        let n_vectors = n_columns.div_ceil(n_lanes);
        let n_registers = n_rows.saturating_mul(n_vectors).saturating_mul(accumulators.len() as u64);
        if n_registers == 0 || n_registers >= machine.n_vector_registers {
            return Err(format!("its tiles need {n_registers} vector registers"));
        }
        let mut plan = Self {
            step,
            row,
            column,
            n_rows: n_rows as usize,
            n_vectors: n_vectors as usize,
            n_lanes: n_lanes as usize,
            ops: Vec::new(),
            accumulators,
            varying: FxHashMap::default(),
        };
        plan.collect(body)?;
        Ok(plan)
    }

    /// Collects the operations of the body, and how their results vary.
    fn collect(&mut self, body: &Body) -> Result<(), String> {
        let ends: Vec<OpId> = self.accumulators.iter().flat_map(|both| [both.load, both.store]).collect();
        for &Accumulator { load, .. } in &self.accumulators {
            self.varying.insert(body.result(load, 0), Varying { by_row: true, by_column: true });
        }
        let terminator = self.column.terminator(body);
        for op in body.ops(self.column.body(body)).filter(|&op| op != terminator) {
            let view = OpRef::new(body, op);
            // Accesses have the maps of `affine.apply` composed into their own.
            if ends.contains(&op) || view.is::<ApplyOp>() {
                continue;
            }
            let varying = self.varying_of(body, op)?;
            for &result in body.results(op) {
                self.varying.insert(result, varying);
            }
            self.ops.push(op);
        }
        let is_in_tile = |both: &Accumulator| {
            let stored = body.operand(both.store, 0);
            self.varying_value(body, stored).is_ok()
        };
        if !self.accumulators.iter().all(is_in_tile) {
            return Err("it stores an index".to_owned());
        }
        Ok(())
    }

    fn varying_of(&self, body: &Body, op: OpId) -> Result<Varying, String> {
        let view = OpRef::new(body, op);
        let name = view.name_str();
        if view.is::<LoadOp>() {
            let access = MemRefAccess::new(body, op).expect("a load is an access");
            let used = access.map(body).1;
            let is_used = |op: ForOp| used.contains(&op.induction_var(body));
            let varying = Varying { by_row: is_used(self.row), by_column: is_used(self.column) };
            if varying.by_column && !is_vector_access(body, &access, self.column) {
                return Err(format!("the columns of '{name}' are not contiguous"));
            }
            return Ok(varying);
        }
        if view.is::<ConstantOp>() {
            return Ok(Varying::default());
        }
        let is_elementwise = !body.results(op).is_empty()
            && view.has(TraitSet::ELEMENTWISE_MAPPABLE)
            && is_memory_effect_free(view)
            && is_speculatable(view);
        if !is_elementwise {
            return Err(format!("'{name}' has no vector form"));
        }
        body.operands(op).try_fold(Varying::default(), |all, value| Ok(all.or(self.varying_value(body, value)?)))
    }

    /// How a value varies; an error for one that is not computed from accesses, as an index.
    pub fn varying_value(&self, body: &Body, value: Value) -> Result<Varying, String> {
        if let Some(&varying) = self.varying.get(&value) {
            return Ok(varying);
        }
        match body.is_defined_inside(self.step.id(), value) {
            true => Err("it computes with an index".to_owned()),
            false => Ok(Varying::default()),
        }
    }
}

/// Loops over rows and columns have to be parallel, with step 1, and with bounds that do not depend on one another.
fn check_loops(body: &Body, nest: &[ForOp; 3]) -> Result<(), String> {
    let [step, row, column] = nest;
    let ivs = nest.map(|op| op.induction_var(body));
    for op in nest {
        let operands = [op.lower_bound(body).1, op.upper_bound(body).1].concat();
        if operands.iter().any(|operand| ivs.contains(operand)) {
            return Err("bounds of its loops depend on one another".to_owned());
        }
        if body.n_results(op.id()) > 0 || op.lower_map(body).n_results() != 1 {
            return Err("its loops have loop-carried values or several lower bounds".to_owned());
        }
    }
    if row.step(body) != 1 || column.step(body) != 1 {
        return Err("its tiles are not contiguous".to_owned());
    }
    if other_effect(body, step.id()).is_some() || !is_memory_parallel(body, *row) || !is_memory_parallel(body, *column)
    {
        return Err("the iterations of its tiles are not known to be independent".to_owned());
    }
    Ok(())
}

/// The accumulators; the reason why an element is not kept in a register otherwise.
fn accumulators(body: &Body, step: ForOp, accesses: &[MemRefAccess]) -> Result<Vec<Accumulator>, String> {
    let alias = alias_analysis(body);
    let mut found = Vec::new();
    for store in accesses.iter().filter(|access| access.is_write) {
        let view = OpRef::new(body, store.op);
        let others: Vec<&MemRefAccess> = accesses
            .iter()
            .filter(|other| other.op != store.op && alias.may_alias(other.memref, store.memref))
            .collect();
        let [load] = others[..] else { return Err("a stored element is not loaded once".to_owned()) };
        let place = store.map(body);
        let is_accumulated = view.is::<StoreOp>()
            && OpRef::new(body, load.op).is::<LoadOp>()
            && body.block_of(load.op) == body.block_of(store.op)
            && body.is_before_in_block(load.op, store.op)
            && load.memref == store.memref
            && is_equal_place(&load.map(body), &place)
            && !place.1.contains(&step.induction_var(body));
        let column = body.parent_op(store.op).map(ForOp::from_id).expect("the store is in a loop");
        if !is_accumulated || !is_vector_access(body, store, column) {
            return Err("an element is not accumulated over all steps".to_owned());
        }
        found.push(Accumulator { load: load.op, store: store.op });
    }
    if found.is_empty() { Err("it stores nothing".to_owned()) } else { Ok(found) }
}

/// Whether the elements of columns are contiguous in memory.
fn is_vector_access(body: &Body, access: &MemRefAccess, column: ForOp) -> bool {
    has_identity_layout(body.cx(), body.ty(access.memref)) && access.is_contiguous_in(body, column)
}

fn element_bytes(body: &Body, memref: Value) -> Option<u64> {
    let element = body.ty(memref).element(body.cx())?;
    element.int_or_float_width(body.cx()).map(|bits| u64::from(bits.div_ceil(8)))
}
