//! Memory accesses by the shape of their indices.
//!
//! | addresses of lanes | load | store |
//! |---|---|---|
//! | uniform | one load, if a lane is active | one store, if a lane is active and all store the same value; else
//! scalarized |
//! | contiguous | `vector.load`, `vector.maskedload` | `vector.store`, `vector.maskedstore` |
//! | permuted, `i ^ n`: see [`flipped`](super::flipped) | contiguous, then shuffles | shuffles, then contiguous |
//! | strided with a small stride | the rows that contain the elements, and shuffles | as any addresses |
//! | any, along the last dimension | `vector.gather` | `vector.scatter` |
//! | any, contiguous layout | the same on the memref collapsed to one dimension | the same |
//! | any other, elements of odd sizes, or a strided last dimension | scalarized | scalarized |
//!
//! Rows that all lanes have read are stored without a mask, if that is enabled: see [`rows`](super::rows).
//!
//! On targets without masked gathers, inactive lanes load the first element of the memref, which exists because no load
//! is executed without an active lane; scatters are scalarized there.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{IndexCastOp, MulIOp};
use rmlir_memref::{CollapseShapeOp, DimOp, LoadOp, StoreOp};
use rmlir_vector::{GatherOp, MaskedLoadOp, MaskedStoreOp, ScatterOp};

use super::turned_row::Flip;
use super::*;
use crate::targets::Gathers;

/// The depth limit of the search for poison.
const DEPTH: u32 = 6;

/// Arithmetic that is defined for all operands, unless it has overflow flags.
const TOTAL: [&str; 7] = [
    arith::AddIOp::NAME,
    arith::SubIOp::NAME,
    MulIOp::NAME,
    arith::AndIOp::NAME,
    arith::OrIOp::NAME,
    arith::XOrIOp::NAME,
    IndexCastOp::NAME,
];

/// The addressing mode of an access by all lanes.
enum Way {
    /// All lanes access one element.
    Same(Vec<Value>),
    /// Contiguous elements, starting at these indices.
    Row(Vec<Value>),
    /// A permuted row, starting at these indices.
    Flipped(Vec<Value>, Flip),
    /// Elements with this stride, starting at these indices.
    Every(Vec<Value>, i64),
    /// Elements at a vector of offsets from these indices, in this memref.
    Apart(Value, Vec<Value>, Value),
    /// Any addresses.
    Anywhere,
}

impl Generator<'_, '_, '_, '_> {
    pub(super) fn load(&mut self, op: OpId, forms: &[Form]) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let (memref, result) = (self.base(forms[0]), source.result(op, 0));
        let ty = self.make.wide(source.ty(result));
        let indices: Vec<Value> = source.operands(op).skip(1).collect();
        match self.way(memref, source.ty(result), &forms[1..], &indices) {
            Way::Same(indices) => {
                let value = match self.has_a_lane {
                    true => self.make.rw.value(LoadOp::build(memref, &indices)),
                    false => {
                        let (any, poison) = (self.any(), self.variables.poison(self.make.rw, source.ty(result)));
                        let load = |make: &mut Maker| Ok(vec![make.rw.value(LoadOp::build(memref, &indices))]);
                        self.make.only_if(any, &[poison], load)?[0]
                    }
                };
                let given = match self.known.lanes.shape(result).is_varying() {
                    true => self.wide(Form::Uniform(value)),
                    false => value,
                };
                self.define(result, given);
                Ok(())
            }
            Way::Row(indices) => {
                let given = self.row(memref, &indices, ty, self.mask);
                self.define_wide(result, given);
                Ok(())
            }
            Way::Flipped(indices, flip) => {
                let mask = self.mask.map(|mask| self.flipped(mask, &flip));
                let row = self.row(memref, &indices, ty, mask);
                let given = self.flipped(row, &flip);
                self.define_wide(result, given);
                Ok(())
            }
            Way::Every(indices, stride) if self.mask.is_none() && stride <= self.shuffled() => {
                let given = self.every(memref, &indices, ty, stride);
                self.define_wide(result, given);
                Ok(())
            }
            Way::Every(..) | Way::Apart(..) if self.is_single() && self.mask.is_none() => self.one_by_one(op, forms),
            Way::Every(indices, stride) => {
                let offsets = self.make.steps(Type::INDEX, stride);
                self.gather(result, ty, memref, &indices, offsets)
            }
            Way::Apart(memref, indices, offsets) => self.gather(result, ty, memref, &indices, offsets),
            Way::Anywhere => self.one_by_one(op, forms),
        }
    }

    pub(super) fn store(&mut self, op: OpId, forms: &[Form]) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let memref = self.base(forms[1]);
        let indices: Vec<Value> = source.operands(op).skip(2).collect();
        let way = self.way(memref, source.ty(source.operand(op, 0)), &forms[2..], &indices);
        if !matches!(way, Way::Row(_) | Way::Flipped(..)) {
            self.rows.forget();
        }
        match way {
            Way::Same(indices) => match forms[0] {
                Form::Uniform(value) if self.has_a_lane => {
                    self.make.rw.create(StoreOp::build(value, memref, &indices));
                    Ok(())
                }
                Form::Uniform(value) => {
                    let any = self.any();
                    self.make.only_if(any, &[], |make| {
                        make.rw.create(StoreOp::build(value, memref, &indices));
                        Ok(Vec::new())
                    })?;
                    Ok(())
                }
                _ => self.one_by_one(op, forms),
            },
            Way::Row(indices) => {
                let value = self.wide(forms[0]);
                self.store_row(memref, &indices, value, self.mask);
                Ok(())
            }
            Way::Flipped(indices, flip) => {
                let value = self.wide(forms[0]);
                let value = self.flipped(value, &flip);
                let mask = self.mask.map(|mask| self.flipped(mask, &flip));
                self.store_row(memref, &indices, value, mask);
                Ok(())
            }
            Way::Every(..) | Way::Apart(..) if self.is_single() && self.mask.is_none() => self.one_by_one(op, forms),
            Way::Every(indices, stride) => {
                let offsets = self.make.steps(Type::INDEX, stride);
                self.scatter(forms[0], memref, &indices, offsets);
                Ok(())
            }
            Way::Apart(memref, indices, offsets) => {
                self.scatter(forms[0], memref, &indices, offsets);
                Ok(())
            }
            Way::Anywhere => self.one_by_one(op, forms),
        }
    }

    fn shuffled(&self) -> i64 {
        self.known.options.target.shuffled.min(self.width)
    }

    fn is_single(&self) -> bool {
        self.known.options.target.gathers == Gathers::Single
    }

    /// Loads a contiguous row, of which only the elements of lanes in `mask` need be in bounds.
    fn row(&mut self, memref: Value, indices: &[Value], ty: Type, mask: Option<Value>) -> Value {
        let Some(mask) = mask else {
            let row = self.make.rw.value(rmlir_vector::LoadOp::build(ty, memref, indices));
            if self.known.options.has_blends {
                self.rows.read(memref, indices, row);
            }
            return row;
        };
        let pass = self.variables.poison(self.make.rw, ty);
        self.make.rw.value(MaskedLoadOp::build(ty, memref, indices, mask, pass))
    }

    fn store_row(&mut self, memref: Value, indices: &[Value], value: Value, mask: Option<Value>) {
        let has_blends = self.known.options.has_blends;
        let read = has_blends.then(|| self.rows.before_write(self.mask, memref, indices)).flatten();
        let read = read.filter(|&row| self.make.rw.ty(row) == self.make.rw.ty(value));
        let Some(mask) = mask else {
            self.make.rw.create(rmlir_vector::StoreOp::build(value, memref, indices));
            return;
        };
        match read {
            Some(row) => {
                let all = self.make.select(mask, value, row);
                self.make.rw.create(rmlir_vector::StoreOp::build(all, memref, indices));
            }
            None => _ = self.make.rw.create(MaskedStoreOp::build(memref, indices, mask, value)),
        }
    }

    /// Loads elements with stride `stride` as `stride` rows. The last row ends with the last element, so nothing beyond
    /// it is read.
    fn every(&mut self, memref: Value, indices: &[Value], ty: Type, stride: i64) -> Value {
        let (width, last_row) = (self.width, stride - 1);
        let start = |row: i64| if row == last_row { row * (width - 1) } else { row * width };
        let (last, others) = indices.split_last().expect("elements are apart in a dimension");
        let mut rows = Vec::new();
        for row in 0..stride {
            let distance = self.make.number(Type::INDEX, start(row));
            let place = self.make.add(*last, distance);
            let places: Vec<Value> = others.iter().copied().chain([place]).collect();
            rows.push(self.row(memref, &places, ty, None));
        }
        let row_of = |lane: i64| (lane * stride / width).min(last_row);
        let mut found = rows[0];
        for (row, &next) in (1..).zip(&rows[1..]) {
            // Lanes of previous rows are in position already, except for those of the first row.
            let place = |lane: i64| match row_of(lane) {
                at if at == row => width + lane * stride - start(row),
                0 if row == 1 => lane * stride,
                _ => lane,
            };
            let places: Vec<i64> = (0..width).map(place).collect();
            found = self.make.shuffle(found, next, &places);
        }
        found
    }

    /// Gathers elements. Without masked gathers inactive lanes load the first element of the memref, which exists if a
    /// lane is active.
    fn gather(
        &mut self,
        result: Value,
        ty: Type,
        memref: Value,
        indices: &[Value],
        offsets: Value,
    ) -> Result<(), Declined> {
        let pass = self.variables.poison(self.make.rw, ty);
        let given = match self.mask.filter(|_| self.is_single()) {
            None => {
                let mask = self.make.mask(self.mask);
                self.make.rw.value(GatherOp::build(ty, memref, indices, offsets, mask, pass))
            }
            Some(mask) => {
                let work = |make: &mut Maker| Ok(vec![one_after_another(make, mask, memref, indices, offsets, pass)]);
                match self.has_a_lane {
                    true => work(&mut self.make)?[0],
                    false => {
                        let any = self.any();
                        self.make.only_if(any, &[pass], work)?[0]
                    }
                }
            }
        };
        self.define_wide(result, given);
        Ok(())
    }

    fn scatter(&mut self, form: Form, memref: Value, indices: &[Value], offsets: Value) {
        let (value, mask) = (self.wide(form), self.make.mask(self.mask));
        self.make.rw.create(ScatterOp::build(None, memref, indices, offsets, mask, value));
    }

    /// The addressing mode of the access of `memref` at `indices`, which are `values` of the function.
    fn way(&mut self, memref: Value, element: Type, indices: &[Form], values: &[Value]) -> Way {
        let cx = self.make.rw.cx();
        if !self.known.options.has_rows && !indices.is_empty() {
            return self.on_one_dimension(memref, indices);
        }
        if indices.iter().all(|form| matches!(form, Form::Uniform(_))) {
            return Way::Same(indices.iter().map(|&form| self.base(form)).collect());
        }
        let n_bits = element.int_width(cx).or(element.float_kind(cx).map(|kind| kind.width()));
        if n_bits.is_some_and(|n_bits| n_bits % 8 != 0 || !n_bits.is_power_of_two()) {
            // The memory layout of vectors of such elements is not that of contiguous elements.
            return Way::Anywhere;
        }
        let layout = strides_and_offset(cx, self.make.rw.ty(memref));
        let is_dense = layout.is_some_and(|layout| layout.strides.last().is_none_or(|&stride| stride == 1));
        if !is_dense {
            // Gathers require contiguous elements, starting at the base.
            return Way::Anywhere;
        }
        let (last, others) = indices.split_last().expect("a memref of no dimensions has one place");
        if !others.iter().all(|form| matches!(form, Form::Uniform(_))) {
            return self.on_one_dimension(memref, indices);
        }
        let mut places: Vec<Value> = others.iter().map(|&form| self.base(form)).collect();
        if let Some(row) = values.last().and_then(|&value| self.turned_row(value)) {
            places.push(row.start);
            return Way::Flipped(self.known_places(places), row.flip);
        }
        let (first, stride) = match *last {
            Form::Strided(base, stride) => (base, Some(stride)),
            _ => (self.make.number(Type::INDEX, 0), None),
        };
        places.push(first);
        let places = self.known_places(places);
        match stride {
            Some(1) => Way::Row(places),
            Some(stride) if stride > 1 => Way::Every(places, stride),
            Some(stride) => Way::Apart(memref, places, self.make.steps(Type::INDEX, stride)),
            None => {
                let offsets = self.wide(*last);
                Way::Apart(memref, places, self.make.narrow(offsets))
            }
        }
    }

    /// Replaces indices that may be poison without active lanes by defined ones.
    fn known_places(&mut self, places: Vec<Value>) -> Vec<Value> {
        if self.has_a_lane || places.iter().all(|&place| self.is_never_poison(place)) {
            return places;
        }
        let zero = self.make.number(Type::INDEX, 0);
        let any = self.any();
        places.into_iter().map(|place| self.make.select(any, place, zero)).collect()
    }

    /// Whether an integer is computed from arguments and constants by arithmetic that is defined for all operands.
    pub(super) fn is_never_poison(&self, value: Value) -> bool {
        self.is_never_poison_to(value, DEPTH)
    }

    fn is_never_poison_to(&self, value: Value, depth: u32) -> bool {
        let rw = &self.make.rw;
        let Some(op) = rw.defining_op(value) else { return rw.value_block(value) == Some(self.entry) };
        let op = OpRef::new(rw, op);
        if op.is::<rmlir_arith::ConstantOp>() {
            return true;
        }
        let is_total = TOTAL.contains(&op.name_str()) && !has_promises(op);
        is_total && depth > 0 && op.operands().all(|operand| self.is_never_poison_to(operand.id, depth - 1))
    }

    /// Collapses the memref to one dimension, if its layout is contiguous.
    fn on_one_dimension(&mut self, memref: Value, indices: &[Form]) -> Way {
        let cx = self.make.rw.cx();
        let ty = self.make.rw.ty(memref);
        let Some(shape) = ty.shape(cx).map(<[i64]>::to_vec) else { return Way::Anywhere };
        if !rmlir::core::memref_layout::has_identity_layout(cx, ty) {
            return Way::Anywhere;
        }
        let groups = [(0..shape.len() as i64).collect::<Vec<i64>>()];
        let Some(flat) = rmlir_memref::collapsed_type(cx, ty, &groups) else { return Way::Anywhere };
        let dims: Vec<Attr> = groups[0].iter().map(|&dim| cx.i64_attr(dim)).collect();
        let groups = cx.array_attr(&[cx.array_attr(&dims)]);
        let flat = self.make.rw.value(CollapseShapeOp::build(flat, memref, groups));
        let mut offsets = self.wide(indices[0]);
        for (dim, &form) in indices.iter().enumerate().skip(1) {
            let size = match shape[dim] {
                size if size >= 0 => self.make.number(Type::INDEX, size),
                _ => {
                    let dim = self.make.number(Type::INDEX, dim as i64);
                    self.make.rw.value(DimOp::build(memref, dim))
                }
            };
            let size = self.wide(Form::Uniform(size));
            let scaled = self.make.rw.value(MulIOp::build(offsets, size));
            let more = self.wide(form);
            offsets = self.make.add(scaled, more);
        }
        let zero = self.make.number(Type::INDEX, 0);
        Way::Apart(flat, vec![zero], offsets)
    }
}

/// Scalarizes a gather; inactive lanes load the first element.
fn one_after_another(
    make: &mut Maker,
    mask: Value,
    memref: Value,
    indices: &[Value],
    offsets: Value,
    pass: Value,
) -> Value {
    let (start, mut offsets, mut indices) = (make.number(Type::INDEX, 0), offsets, indices.to_vec());
    let last = indices.len() - 1;
    if indices[last] != start {
        let base = make.broadcast(indices[last]);
        offsets = make.add(base, offsets);
    }
    let element = make.rw.ty(offsets).element_or_self(make.rw.cx());
    let nowhere = make.number(element, 0);
    let nowhere = make.broadcast(nowhere);
    let offsets = make.select(mask, offsets, nowhere);
    let mut found = pass;
    for lane in 0..make.width {
        let offset = make.lane(offsets, lane);
        indices[last] = match element.is_index() {
            true => offset,
            false => make.rw.value(IndexCastOp::build(Type::INDEX, offset)),
        };
        let value = make.rw.value(LoadOp::build(memref, &indices));
        found = make.with_lane(value, found, lane);
    }
    found
}

/// Whether the operation has overflow flags, so that an overflow is poison.
fn has_promises(op: OpRef) -> bool {
    let is_none = |attr: Attr| attr == rmlir_arith::IntegerOverflowFlags::None.attr(op.cx());
    op.props().iter().any(|&attr| !attr.is_absent() && !is_none(attr))
}
