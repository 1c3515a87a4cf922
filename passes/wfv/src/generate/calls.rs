//! Calls: calls of a variant of the callee if one accepts the shapes of the arguments; else the call is scalarized,
//! under a mask in a loop over the active lanes.

use rmlir::prelude::*;
use rmlir_func::CallOp;

use super::*;
use crate::clauses::Clause;
use crate::lanes::of_constant;
use crate::plan::Callee;

impl Generator<'_, '_, '_, '_> {
    pub(super) fn call(&mut self, op: OpId, forms: &[Form]) -> Result<(), Declined> {
        let source = self.known.graph.body;
        let cx = source.cx();
        let callee = self.known.callees.get(CallOp::from_id(op).callee(source).str(cx));
        let Some((callee, variant)) = callee.and_then(|callee| Some((callee, self.chosen_variant(callee, op, forms)?)))
        else {
            return match self.mask {
                Some(mask) => self.in_turn(op, forms, mask),
                None => self.one_by_one(op, forms),
            };
        };
        let mut operands = Vec::new();
        for (&form, clause) in forms.iter().zip(&callee.clauses.arguments) {
            operands.push(if clause.step.is_some() { self.base(form) } else { self.wide(form) });
        }
        if variant.masked {
            operands.push(self.make.mask(self.mask));
        }
        let types: Vec<Type> = source.result_types(op).map(|ty| self.make.wide(ty)).collect();
        let called = cx.symbol_ref(cx.ident(&callee.clauses.variant_name(&callee.name, variant)));
        let call = self.make.rw.create(CallOp::build(&types, &operands, called));
        for (&result, given) in source.results(op).iter().zip(self.make.rw.results(call.id()).to_vec()) {
            self.define_wide(result, given);
        }
        Ok(())
    }

    /// The variant to call for the active lanes, if the arguments satisfy the clauses.
    fn chosen_variant(&self, callee: &Callee, op: OpId, forms: &[Form]) -> Option<Variant> {
        let known = self.known;
        let shapes = known.graph.body.operands(op).map(|value| match known.graph.constant(value) {
            Some(attr) => of_constant(known.graph.body.cx(), attr),
            None => known.lanes.shape(value),
        });
        let alignments: Vec<u64> = shapes.map(|shape| shape.alignment).collect();
        let fits = |((form, clause), alignment): ((&Form, &Clause), &u64)| match (clause.step, form) {
            _ if alignment % clause.alignment != 0 => false,
            (None, _) => true,
            (Some(0), Form::Uniform(_)) => true,
            (Some(step), Form::Strided(_, stride)) => step == *stride,
            _ => false,
        };
        if !forms.iter().zip(&callee.clauses.arguments).zip(&alignments).all(fits) {
            return None;
        }
        let mut variants = callee.clauses.variants.iter().filter(|variant| variant.width == self.width);
        let masked = |variant: &&Variant| variant.masked;
        match self.mask {
            None => variants.clone().find(|variant| !variant.masked).or_else(|| variants.find(masked)).copied(),
            Some(_) => variants.find(masked).copied(),
        }
    }
}
