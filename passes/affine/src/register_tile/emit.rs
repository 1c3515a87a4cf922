//! The operations of a tile: each operation of the body once for each row and vector of columns by which it varies.
//!
//! In a partial tile, rows beyond the last one access the last one, and their results are not stored; columns beyond the
//! last one are masked.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::expand::{expand_map, reduce_min_max};
use rmlir_affine::scope::for_of_induction_var;
use rmlir_affine::{ApplyOp, Bound, LoadOp, VectorLoadOp, VectorStoreOp};
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, ConstantOp, MinSIOp, SelectOp, SubIOp, constant_index};
use rmlir_memref::PrefetchOp;
use rmlir_vector::{BroadcastOp, CreateMaskOp, MaskedLoadOp, MaskedStoreOp};
use rustc_hash::FxHashMap;

use crate::machine::LINE_BYTES;

use super::plan::{Plan, Varying};

pub(super) struct Emit<'p, 'a, 'c> {
    pub rw: Rewriter<'a, 'c>,
    plan: &'p Plan,
    loc: Loc,
    /// The first row and the first column.
    starts: [Value; 2],
    partial: Option<Partial>,
    /// The step, in the loop over steps.
    step: Option<Value>,
    /// Values of the body, by row and vector of columns where they vary by these.
    values: FxHashMap<(Value, Option<usize>, Option<usize>), Value>,
    /// Values broadcast to vectors, by row.
    broadcast: FxHashMap<(Value, Option<usize>), Value>,
}

/// The rows and columns of a partial tile.
struct Partial {
    /// The row that is accessed for each row.
    rows: Vec<Value>,
    /// The first column of each vector.
    columns: Vec<Value>,
    /// The columns of each vector that are iterations.
    masks: Vec<Value>,
    /// The elements of each row and vector that are iterations.
    store_masks: Vec<Vec<Value>>,
}

impl<'p, 'a, 'c> Emit<'p, 'a, 'c> {
    pub fn new(mut rw: Rewriter<'a, 'c>, plan: &'p Plan, is_partial: bool) -> Self {
        let loc = rw.loc(plan.column.id());
        let starts = [plan.row, plan.column].map(|op| {
            let lower = op.lower_bound(&rw);
            start(&mut rw, loc, lower)
        });
        let partial = is_partial.then(|| Partial::create(&mut rw, loc, plan, starts));
        let (values, broadcast) = (FxHashMap::default(), FxHashMap::default());
        Self { rw, plan, loc, starts, partial, step: None, values, broadcast }
    }

    /// Continues in the loop over steps.
    pub fn enter(&mut self, step: Value) {
        self.step = Some(step);
        self.broadcast.clear();
    }

    /// Gives the result of an operation for a row and a vector of columns.
    pub fn define(&mut self, op: OpId, row: usize, column: usize, value: Value) {
        let result = self.rw.result(op, 0);
        self.values.insert((result, Some(row), Some(column)), value);
    }

    /// Creates the operations of the body: row by row, and column by column in it, so that the values of one row and
    /// column are needed for a short time only. The order does not matter: nothing is stored.
    pub fn body(&mut self) {
        self.ops_of(Varying { by_row: false, by_column: false }, 0, 0);
        for column in 0..self.plan.n_vectors {
            self.ops_of(Varying { by_row: false, by_column: true }, 0, column);
        }
        for row in 0..self.plan.n_rows {
            self.ops_of(Varying { by_row: true, by_column: false }, row, 0);
            for column in 0..self.plan.n_vectors {
                self.ops_of(Varying { by_row: true, by_column: true }, row, column);
            }
        }
    }

    /// Creates the operations that vary in this way, for a row and a vector of columns.
    fn ops_of(&mut self, varying: Varying, row: usize, column: usize) {
        let plan = self.plan;
        for &op in &plan.ops {
            let results = self.rw.results(op).to_vec();
            if plan.varying[&results[0]] != varying {
                continue;
            }
            let made = match OpRef::new(&self.rw, op).is::<LoadOp>() {
                true => vec![self.load(op, row, column)],
                false => self.compute(op, varying, row, column),
            };
            for (value, made) in results.into_iter().zip(made) {
                self.values.insert(key(value, varying, row, column), made);
            }
        }
    }

    fn compute(&mut self, op: OpId, varying: Varying, row: usize, column: usize) -> Vec<Value> {
        let operands: Vec<Value> = self.rw.operands(op).collect();
        let operands: Vec<Value> = operands
            .into_iter()
            .map(|operand| match varying.by_column {
                true => self.vector(operand, row, column),
                false => self.scalar(operand, row),
            })
            .collect();
        let mut types: Vec<Type> = self.rw.result_types(op).collect();
        if varying.by_column {
            types = types.into_iter().map(|ty| self.vector_type(ty)).collect();
        }
        let mut state = OpState::new(self.rw.name(op)).at(self.rw.loc(op)).operands(&operands).results(&types);
        state.props.extend_from_slice(self.rw.props(op));
        state.attrs = self.rw.discardable_attrs(op).to_vec();
        state.no_inference = true;
        let new = self.rw.create_state(state);
        self.rw.results(new).to_vec()
    }

    /// The value that is stored for a row and a vector of columns.
    pub fn stored(&mut self, store: OpId, row: usize, column: usize) -> Value {
        let value = self.rw.operand(store, 0);
        self.vector(value, row, column)
    }

    fn scalar(&self, value: Value, row: usize) -> Value {
        match self.plan.varying.get(&value) {
            Some(&varying) => self.values[&key(value, varying, row, 0)],
            None => value,
        }
    }

    /// The vector of a value, which is broadcast if it is the same for all columns.
    fn vector(&mut self, value: Value, row: usize, column: usize) -> Value {
        let varying = self.plan.varying.get(&value).copied().unwrap_or_default();
        if varying.by_column {
            return self.values[&key(value, varying, row, column)];
        }
        let of = (value, varying.by_row.then_some(row));
        if let Some(&vector) = self.broadcast.get(&of) {
            return vector;
        }
        let scalar = self.scalar(value, row);
        let ty = self.vector_type(self.rw.ty(scalar));
        let vector = self.rw.value(BroadcastOp::build(ty, scalar).at(self.loc));
        self.broadcast.insert(of, vector);
        vector
    }

    fn vector_type(&self, element: Type) -> Type {
        vector_type(self.rw.cx(), self.plan.n_lanes, element)
    }

    /// Loads the element of a row, or a vector of them if the access varies by columns.
    pub fn load(&mut self, op: OpId, row: usize, column: usize) -> Value {
        let loc = self.rw.loc(op);
        let (memref, element) = (self.rw.operand(op, 0), self.rw.ty(self.rw.result(op, 0)));
        let vector = self.plan.varying[&self.rw.result(op, 0)].by_column.then(|| self.vector_type(element));
        if let Some(mask) = self.partial.as_ref().map(|partial| partial.masks[column]) {
            let indices = self.indices(op, row, column);
            let Some(ty) = vector else {
                return self.rw.value(rmlir_memref::LoadOp::build(memref, &indices).at(loc));
            };
            let cx = self.rw.cx();
            let zero = cx.zero_attr(element).and_then(|zero| dense::splat(cx, ty, zero));
            let zero = self.rw.value(ConstantOp::build(zero.expect("an element has a zero")).at(loc));
            return self.rw.value(MaskedLoadOp::build(ty, memref, &indices, mask, zero).at(loc));
        }
        let (map, operands) = self.place(op, row, column);
        let map = self.rw.cx().attr(AttrData::AffineMap(map));
        match vector {
            Some(ty) => self.rw.value(VectorLoadOp::build(ty, memref, &operands, map).at(loc)),
            None => self.rw.value(LoadOp::build(element, memref, &operands, map).at(loc)),
        }
    }

    /// Stores a vector of a row.
    pub fn store(&mut self, op: OpId, row: usize, column: usize, value: Value) {
        let (memref, loc) = (self.rw.operand(op, 1), self.rw.loc(op));
        if let Some(mask) = self.partial.as_ref().map(|partial| partial.store_masks[row][column]) {
            let indices = self.indices(op, row, column);
            self.rw.create(MaskedStoreOp::build(memref, &indices, mask, value).at(loc));
            return;
        }
        let (map, operands) = self.place(op, row, column);
        let map = self.rw.cx().attr(AttrData::AffineMap(map));
        self.rw.create(VectorStoreOp::build(value, memref, &operands, map).at(loc));
    }

    /// Prefetches what the next tile of rows updates, if there is a loop over such tiles: the loop over steps takes as long
    /// as the memory needs.
    pub fn prefetch_next(&mut self, store: OpId) {
        let Some(tiles) = for_of_induction_var(&self.rw, self.starts[0]) else { return };
        if tiles.step(&self.rw) != self.plan.n_rows as i64 {
            return;
        }
        let (map, operands) = tiles.upper_bound(&self.rw);
        let Some(ends) = expand_map(&mut self.rw, self.loc, &map, &operands) else { return };
        let end = reduce_min_max(&mut self.rw, self.loc, false, &ends);
        let one = constant_index(&mut self.rw, 1);
        let last = self.rw.value(SubIOp::build(end, one).at(self.loc));
        let memref = self.rw.operand(store, 1);
        let element = self.rw.ty(memref).element_or_self(self.rw.cx()).int_or_float_width(self.rw.cx());
        let line = (LINE_BYTES * 8 / u64::from(element.unwrap_or(8))) as usize;
        for row in 0..self.plan.n_rows {
            let row = self.after(self.starts[0], self.plan.n_rows + row);
            // The last tile has no next one: what it has loaded is prefetched once more.
            let row = self.rw.value(MinSIOp::build(row, last).at(self.loc));
            for column in (0..self.plan.n_vectors * self.plan.n_lanes).step_by(line) {
                let column = self.after(self.starts[1], column);
                let indices = self.indices_at(store, row, column);
                let cx = self.rw.cx();
                let (yes, locality) = (cx.bool_attr(true), cx.i32_attr(3));
                self.rw.create(PrefetchOp::build(memref, &indices, yes, locality, yes).at(self.loc));
            }
        }
    }

    fn after(&mut self, start: Value, by: usize) -> Value {
        after(&mut self.rw, self.loc, start, by)
    }

    /// The access in a full tile: its map with the row and column replaced by those from the starts on.
    fn place(&self, op: OpId, row: usize, column: usize) -> Bound {
        let (map, mut operands) = self.access(op);
        let [row_iv, column_iv] = [self.plan.row, self.plan.column].map(|op| op.induction_var(&self.rw));
        let mut dims: Vec<AffineExpr> = (0..map.n_dims()).map(AffineExpr::dim).collect();
        for (at, operand) in operands.iter_mut().enumerate() {
            let offset = if *operand == row_iv {
                *operand = self.starts[0];
                row
            } else if *operand == column_iv {
                *operand = self.starts[1];
                column * self.plan.n_lanes
            } else {
                continue;
            };
            dims[at] = dims[at].clone() + offset as i64;
        }
        let results: Vec<AffineExpr> = map.results().iter().map(|result| result.replace_dims(&dims)).collect();
        (map.with_results(results), operands)
    }

    /// The indices in a partial tile.
    fn indices(&mut self, op: OpId, row: usize, column: usize) -> Vec<Value> {
        let partial = self.partial.as_ref().expect("the tile is partial");
        let (row, column) = (partial.rows[row], partial.columns[column]);
        self.indices_at(op, row, column)
    }

    /// The indices for a row and a column.
    fn indices_at(&mut self, op: OpId, row: Value, column: Value) -> Vec<Value> {
        let (map, mut operands) = self.access(op);
        let [row_iv, column_iv] = [self.plan.row, self.plan.column].map(|op| op.induction_var(&self.rw));
        for operand in &mut operands {
            if *operand == row_iv {
                *operand = row;
            } else if *operand == column_iv {
                *operand = column;
            }
        }
        let loc = self.rw.loc(op);
        expand_map(&mut self.rw, loc, &map, &operands).expect("the indices of an access are defined")
    }

    /// The map of an access, with the step of the new loop.
    fn access(&self, op: OpId) -> Bound {
        let access = MemRefAccess::new(&self.rw, op).expect("loads and stores are accesses");
        let (map, mut operands) = access.map(&self.rw);
        let old = self.plan.step.induction_var(&self.rw);
        if let Some(step) = self.step {
            operands.iter_mut().filter(|operand| **operand == old).for_each(|operand| *operand = step);
        }
        (map, operands)
    }
}

impl Partial {
    fn create(rw: &mut Rewriter, loc: Loc, plan: &Plan, [row_start, column_start]: [Value; 2]) -> Self {
        let [row_end, column_end] = [plan.row, plan.column].map(|op| {
            let (map, operands) = op.upper_bound(rw);
            let ends = expand_map(rw, loc, &map, &operands).expect("a bound of a loop is defined");
            reduce_min_max(rw, loc, false, &ends)
        });
        let one = constant_index(rw, 1);
        let zero = constant_index(rw, 0);
        let last = rw.value(SubIOp::build(row_end, one).at(loc));
        let mask_type = vector_type(rw.cx(), plan.n_lanes, Type::I1);
        let mask = |rw: &mut Rewriter, count: Value| rw.value(CreateMaskOp::build(mask_type, &[count]).at(loc));
        let columns: Vec<Value> =
            (0..plan.n_vectors).map(|vector| after(rw, loc, column_start, vector * plan.n_lanes)).collect();
        let counts: Vec<Value> =
            columns.iter().map(|&column| rw.value(SubIOp::build(column_end, column).at(loc))).collect();
        let masks = counts.iter().map(|&count| mask(rw, count)).collect();
        let (mut rows, mut store_masks) = (Vec::new(), Vec::new());
        for row in 0..plan.n_rows {
            let row = after(rw, loc, row_start, row);
            rows.push(rw.value(MinSIOp::build(row, last).at(loc)));
            let less = CmpIPredicate::Slt.attr(rw.cx());
            let is_iteration = rw.value(CmpIOp::build(row, row_end, less).at(loc));
            let masks = counts.iter().map(|&count| {
                let count = rw.value(SelectOp::build(is_iteration, count, zero).at(loc));
                mask(rw, count)
            });
            store_masks.push(masks.collect());
        }
        Self { rows, columns, masks, store_masks }
    }
}

/// The sum of an index and a constant.
fn after(rw: &mut Rewriter, loc: Loc, start: Value, by: usize) -> Value {
    if by == 0 {
        return start;
    }
    let by = constant_index(rw, by as i64);
    rw.value(AddIOp::build(start, by).at(loc))
}

fn key(value: Value, varying: Varying, row: usize, column: usize) -> (Value, Option<usize>, Option<usize>) {
    (value, varying.by_row.then_some(row), varying.by_column.then_some(column))
}

fn vector_type(cx: &Context, n_lanes: usize, element: Type) -> Type {
    let (shape, scalable) = (Box::from([n_lanes as i64]), Box::from([false]));
    cx.ty(TypeData::Vector { shape, scalable, element })
}

/// The value of a lower bound with one result.
fn start(rw: &mut Rewriter, loc: Loc, (map, operands): Bound) -> Value {
    if map == AffineMap::dim_identity() {
        return operands[0];
    }
    let map = rw.cx().attr(AttrData::AffineMap(map));
    rw.value(ApplyOp::build(&operands, map).at(loc))
}
