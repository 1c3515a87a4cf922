//! Operations by shape: one scalar operation for all lanes, a vector operation, or scalarized.

use rmlir::core::effects::{is_memory_effect_free, is_speculatable};
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::SelectOp;
use rmlir_cf::AssertOp;
use rmlir_math as math;
use rmlir_memref::{LoadOp, StoreOp};

use super::*;
use crate::elementwise::is_elementwise;

/// Operations with undefined behaviour for some second operands, of which 1 is none.
const DIVISIONS: [&str; 8] = [
    arith::DivSIOp::NAME,
    arith::DivUIOp::NAME,
    arith::RemSIOp::NAME,
    arith::RemUIOp::NAME,
    arith::CeilDivSIOp::NAME,
    arith::CeilDivUIOp::NAME,
    arith::FloorDivSIOp::NAME,
    math::IPowIOp::NAME,
];

/// Flags whose violation is poison, which inactive lanes may violate.
const PROMISES: [&str; 2] = ["overflowFlags", "isExact"];

impl Generator<'_, '_, '_, '_> {
    /// Generates `op` for all lanes.
    pub(super) fn op(&mut self, node: Node, op: OpId) -> Result<(), Declined> {
        let graph = self.known.graph;
        let view = OpRef::new(graph.body, op);
        if view.n_results() > 0 && view.results().all(|result| graph.constant(result.id).is_some()) {
            return Ok(());
        }
        let operands: Vec<Value> = graph.body.operands(op).collect();
        let forms: Vec<Form> = operands.into_iter().map(|value| self.operand(value, User::Op(op), node)).collect();
        if view.is::<LoadOp>() {
            return self.load(op, &forms);
        }
        if view.is::<StoreOp>() {
            return self.store(op, &forms);
        }
        self.note_turned_row(op, &forms);
        if !is_memory_effect_free(view) {
            self.rows.forget();
        }
        if view.is::<AssertOp>() {
            self.assertion(op, forms[0]);
            return Ok(());
        }
        if view.is::<rmlir_func::CallOp>() {
            return self.call(op, &forms);
        }
        if view.is::<rmlir_pvec::VoteAllOp>() || view.is::<rmlir_pvec::VoteCountOp>() {
            self.vote(op, forms[0]);
            return Ok(());
        }
        let is_regular = view.results().all(|result| !self.known.lanes.shape(result.id).is_varying());
        let is_uniform = forms.iter().all(|form| matches!(form, Form::Uniform(_)));
        let is_partial = !self.is_division(op) && !is_speculatable(view);
        if is_memory_effect_free(view) && is_regular && view.n_results() > 0 {
            return match is_partial && !self.has_a_lane {
                true => self.once_if_any(op, &forms),
                false => self.once(op, &forms),
            };
        }
        let may_be_wide = is_elementwise(view) && (!is_partial || self.mask.is_none());
        if may_be_wide && is_memory_effect_free(view) && !self.is_by_lane(op, &forms) {
            return self.for_lanes(op, &forms);
        }
        if is_uniform && is_regular && self.has_a_lane {
            let bases: Vec<Value> = forms.into_iter().map(|form| self.base(form)).collect();
            return self.copied_once(op, &bases);
        }
        self.one_by_one(op, &forms)
    }

    /// Appends a copy of `op` with other operands and result types.
    pub(super) fn copy(&mut self, op: OpId, operands: &[Value], types: &[Type]) -> OpId {
        self.make.copy_of(self.known.graph.body, op, operands, types)
    }

    fn copied_once(&mut self, op: OpId, operands: &[Value]) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let types: Vec<Type> = source.result_types(op).collect();
        let copy = self.copy(op, operands, &types);
        if self.mask.is_some() {
            self.take_back_promises(copy);
        }
        for (&result, given) in source.results(op).iter().zip(self.make.rw.results(copy).to_vec()) {
            self.define(result, given);
        }
        Ok(())
    }

    /// Drops the flags of `op` that hold for active lanes only.
    fn take_back_promises(&mut self, op: OpId) {
        let props = self.make.rw.def(op).map_or(&[][..], |def| def.props);
        for (at, _) in props.iter().enumerate().filter(|(_, def)| PROMISES.contains(&def.name)) {
            self.make.rw.set_prop(op, at, Attr::ABSENT);
        }
    }

    /// Generates one scalar operation for the first lane, from which the values of all lanes follow.
    fn once(&mut self, op: OpId, forms: &[Form]) -> Result<(), Declined> {
        let mut bases: Vec<Value> = forms.iter().map(|&form| self.base(form)).collect();
        if self.is_division(op) && !self.has_a_lane {
            let any = self.any();
            let one = self.make.number(self.make.rw.ty(bases[1]), 1);
            bases[1] = self.make.select(any, bases[1], one);
        }
        self.copied_once(op, &bases)
    }

    /// Like [`Self::once`], guarded by the condition that a lane is active: for operations that are undefined for some
    /// operands.
    fn once_if_any(&mut self, op: OpId, forms: &[Form]) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let bases: Vec<Value> = forms.iter().map(|&form| self.base(form)).collect();
        let types: Vec<Type> = source.result_types(op).collect();
        let otherwise: Vec<Value> = types.iter().map(|&ty| self.variables.poison(self.make.rw, ty)).collect();
        let any = self.any();
        let given = self.make.only_if(any, &otherwise, |make| {
            let copy = make.copy_of(source, op, &bases, &types);
            Ok(make.rw.results(copy).to_vec())
        })?;
        for (&result, given) in source.results(op).iter().zip(given) {
            self.define(result, given);
        }
        Ok(())
    }

    pub(super) fn is_division(&self, op: OpId) -> bool {
        DIVISIONS.contains(&OpRef::new(self.known.graph.body, op).name_str())
    }

    /// Generates a vector operation.
    fn for_lanes(&mut self, op: OpId, forms: &[Form]) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let is_select = OpRef::new(source, op).is::<SelectOp>();
        let mut wides = Vec::new();
        for (at, &form) in forms.iter().enumerate() {
            // The condition of a select may be a scalar.
            wides.push(match form {
                Form::Uniform(bit) if is_select && at == 0 => bit,
                form => self.wide(form),
            });
        }
        if let Some(mask) = self.mask.filter(|_| self.is_division(op)) {
            let one = self.make.number(source.ty(source.operand(op, 1)), 1);
            let one = self.wide(Form::Uniform(one));
            wides[1] = self.make.select(mask, wides[1], one);
        }
        let types: Vec<Type> = source.result_types(op).map(|ty| self.make.wide(ty)).collect();
        let copy = self.copy(op, &wides, &types);
        for (&result, given) in source.results(op).iter().zip(self.make.rw.results(copy).to_vec()) {
            self.define_wide(result, given);
        }
        Ok(())
    }

    /// Records the vector of `value`; if its shape is known to be more regular, only the first lane is recorded.
    pub(super) fn define_wide(&mut self, value: Value, given: Value) {
        let given = match self.known.lanes.shape(value).is_varying() {
            true => given,
            false => self.base(Form::Wide(given)),
        };
        self.define(value, given);
    }

    /// Generates an assertion, which holds if it does for all active lanes.
    fn assertion(&mut self, op: OpId, form: Form) {
        let bit = match form {
            Form::Uniform(bit) if self.has_a_lane => bit,
            Form::Uniform(bit) => {
                let (any, yes) = (self.any(), self.make.number(Type::I1, 1));
                self.make.select(any, bit, yes)
            }
            form => {
                let bits = self.wide(form);
                let bits = self.set_where_off(bits);
                self.make.all(bits)
            }
        };
        self.copy(op, &[bit], &[]);
    }
}
