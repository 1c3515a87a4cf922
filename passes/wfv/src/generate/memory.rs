//! Accesses to memory by shape.
//!
//! | place of lanes | load | store |
//! |---|---|---|
//! | the same | one load, if a lane is on | one store, if a lane is on and all store the same; else one by one |
//! | one after the other | `vector.load`, `vector.maskedload` | `vector.store`, `vector.maskedstore` |
//! | anywhere along the last dimension | `vector.gather` | `vector.scatter` |
//! | anywhere, layout without gaps | the same on the memref as one dimension | the same |
//! | anywhere else, or elements of odd sizes | one by one | one by one |

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::prelude::*;
use rmlir_arith::MulIOp;
use rmlir_memref::{CollapseShapeOp, DimOp, LoadOp, StoreOp};
use rmlir_vector::{GatherOp, MaskedLoadOp, MaskedStoreOp, ScatterOp};

use super::*;

/// How far back it is looked for poison.
const DEPTH: u32 = 6;

/// Arithmetic that is defined for all numbers, if nothing is promised about overflow.
const TOTAL: [&str; 7] =
    ["arith.addi", "arith.subi", "arith.muli", "arith.andi", "arith.ori", "arith.xori", "arith.index_cast"];

/// Where lanes are.
enum Way {
    /// At one place.
    Same(Vec<Value>),
    /// One after the other from a place.
    Row(Vec<Value>),
    /// At distances from a place, in this memref.
    Apart(Value, Vec<Value>, Value),
    /// Somewhere.
    Anywhere,
}

impl Generator<'_, '_, '_, '_> {
    pub(super) fn load(&mut self, op: OpId, forms: &[Form]) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let (memref, result) = (self.base(forms[0]), source.result(op, 0));
        let ty = self.make.wide(source.ty(result));
        match self.way(memref, source.ty(result), &forms[1..]) {
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
                let given = match self.mask {
                    None => self.make.rw.value(rmlir_vector::LoadOp::build(ty, memref, &indices)),
                    Some(mask) => {
                        let pass = self.variables.poison(self.make.rw, ty);
                        self.make.rw.value(MaskedLoadOp::build(ty, memref, &indices, mask, pass))
                    }
                };
                self.define_wide(result, given);
                Ok(())
            }
            Way::Apart(memref, indices, offsets) => {
                let (mask, pass) = (self.make.mask(self.mask), self.variables.poison(self.make.rw, ty));
                let given = self.make.rw.value(GatherOp::build(ty, memref, &indices, offsets, mask, pass));
                self.define_wide(result, given);
                Ok(())
            }
            Way::Anywhere => self.one_by_one(op, forms),
        }
    }

    pub(super) fn store(&mut self, op: OpId, forms: &[Form]) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let memref = self.base(forms[1]);
        match self.way(memref, source.ty(source.operand(op, 0)), &forms[2..]) {
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
                match self.mask {
                    None => _ = self.make.rw.create(rmlir_vector::StoreOp::build(value, memref, &indices)),
                    Some(mask) => _ = self.make.rw.create(MaskedStoreOp::build(memref, &indices, mask, value)),
                }
                Ok(())
            }
            Way::Apart(memref, indices, offsets) => {
                let (value, mask) = (self.wide(forms[0]), self.make.mask(self.mask));
                self.make.rw.create(ScatterOp::build(None, memref, &indices, offsets, mask, value));
                Ok(())
            }
            Way::Anywhere => self.one_by_one(op, forms),
        }
    }

    /// How lanes access `memref` at `indices`.
    fn way(&mut self, memref: Value, element: Type, indices: &[Form]) -> Way {
        let cx = self.make.rw.cx();
        if indices.iter().all(|form| matches!(form, Form::Uniform(_))) {
            return Way::Same(indices.iter().map(|&form| self.base(form)).collect());
        }
        let n_bits = element.int_width(cx).or(element.float_kind(cx).map(|kind| kind.width()));
        if n_bits.is_some_and(|n_bits| n_bits % 8 != 0 || !n_bits.is_power_of_two()) {
            // Vectors of these lie in memory in other ways than one after the other.
            return Way::Anywhere;
        }
        let layout = strides_and_offset(cx, self.make.rw.ty(memref));
        let is_dense = layout.is_some_and(|layout| layout.strides.last().is_none_or(|&stride| stride == 1));
        let (last, others) = indices.split_last().expect("a memref of no dimensions has one place");
        if !others.iter().all(|form| matches!(form, Form::Uniform(_))) {
            return self.on_one_dimension(memref, indices);
        }
        let mut places: Vec<Value> = others.iter().map(|&form| self.base(form)).collect();
        let (first, offsets) = match *last {
            Form::Strided(base, 1) if is_dense => (base, None),
            Form::Strided(base, stride) => (base, Some(self.make.steps(Type::INDEX, stride))),
            form => (self.make.number(Type::INDEX, 0), Some(self.wide(form))),
        };
        places.push(first);
        let places = self.known_places(places);
        match offsets {
            None => Way::Row(places),
            Some(offsets) => Way::Apart(memref, places, offsets),
        }
    }

    /// Indices that are not poison even if no lane is on.
    fn known_places(&mut self, places: Vec<Value>) -> Vec<Value> {
        if self.has_a_lane || places.iter().all(|&place| self.is_never_poison(place, DEPTH)) {
            return places;
        }
        let zero = self.make.number(Type::INDEX, 0);
        let any = self.any();
        places.into_iter().map(|place| self.make.select(any, place, zero)).collect()
    }

    /// Whether a number follows from arguments and constants by arithmetic that is defined for all numbers.
    fn is_never_poison(&self, value: Value, depth: u32) -> bool {
        let rw = &self.make.rw;
        let Some(op) = rw.defining_op(value) else { return rw.value_block(value) == Some(self.entry) };
        let op = OpRef::new(rw, op);
        if op.is::<rmlir_arith::ConstantOp>() {
            return true;
        }
        let is_total = TOTAL.contains(&op.name_str()) && !has_promises(op);
        is_total && depth > 0 && op.operands().all(|operand| self.is_never_poison(operand.id, depth - 1))
    }

    /// The memref as one dimension, if its elements are in one piece.
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

/// Whether an overflow would be poison.
fn has_promises(op: OpRef) -> bool {
    let is_none = |attr: Attr| attr == rmlir_arith::IntegerOverflowFlags::None.attr(op.cx());
    op.props().iter().any(|&attr| !attr.is_absent() && !is_none(attr))
}
