//! Sparse constant propagation with folding as the transfer function: the values that are the same constant on every
//! execution.
//!
//! Folders may change an operation in place, so they run on copies of the bodies (`Shadow`); the copies are restored
//! afterwards.

use rmlir_core::clone::CloneMap;
use rmlir_core::{Attr, Body, Fold, FoldValue, OpId, OpRef, Type, Value, ValueRef};
use rmlir_rewrite::fold::fold_op_with;
use rustc_hash::FxHashMap;

use crate::dataflow::sparse::{Solution, SparseForward, solve};
use crate::program::Program;

/// The lattice value of every value of `program`, and the executable blocks.
pub fn find_reachable(program: &Program) -> Solution<ConstantFact> {
    solve(program, &mut ConstantPropagation::new(program))
}

/// The lattice value of a value: unreached, one constant (with the dialect of the operation that defined it), or
/// varying.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum ConstantFact {
    /// No execution reaches the definition.
    #[default]
    Unreached,
    /// Always this constant, with the dialect that materializes it.
    Constant(Attr, &'static str),
    /// Not always the same constant, or unknown.
    Varies,
}

/// The analysis itself, for analyses that refine its facts.
pub struct ConstantPropagation<'p, 'a> {
    program: &'p Program<'a>,
    shadows: Vec<Shadow<'a>>,
}

/// A copy of a body that folders run on.
struct Shadow<'c> {
    body: Box<Body<'c>>,
    to_copy: CloneMap,
    to_original: FxHashMap<Value, Value>,
}

impl<'c> Shadow<'c> {
    fn new(original: &Body<'c>) -> Self {
        let (body, to_copy) = original.clone_body_with_map();
        let to_original = to_copy.values.iter().map(|(&old, &new)| (new, old)).collect();
        Self { body, to_copy, to_original }
    }
}

impl<'p, 'a> ConstantPropagation<'p, 'a> {
    /// The initial state for the values of `program`.
    pub fn new(program: &'p Program<'a>) -> Self {
        let shadows = program.bodies().iter().map(|body| Shadow::new(body)).collect();
        Self { program, shadows }
    }
}

impl SparseForward for ConstantPropagation<'_, '_> {
    type Fact = ConstantFact;

    fn join(&self, old: &mut ConstantFact, new: &ConstantFact) -> bool {
        let joined = match (&*old, new) {
            (ConstantFact::Unreached, new) => new.clone(),
            (old, ConstantFact::Unreached) => old.clone(),
            (ConstantFact::Constant(a, dialect), ConstantFact::Constant(b, _)) if a == b => {
                ConstantFact::Constant(*a, dialect)
            }
            _ => ConstantFact::Varies,
        };
        let changed = *old != joined;
        *old = joined;
        changed
    }

    fn unknown(&self, _value: ValueRef) -> ConstantFact {
        ConstantFact::Varies
    }

    fn constant(&self, fact: &ConstantFact, _value: ValueRef) -> Option<Attr> {
        match fact {
            ConstantFact::Constant(attr, _) => Some(*attr),
            _ => None,
        }
    }

    fn transfer(
        &mut self,
        op: OpRef,
        operands: &[ConstantFact],
        known: &dyn Fn(Value) -> ConstantFact,
        set: &mut dyn FnMut(Value, ConstantFact),
    ) {
        let consts: Vec<Option<Attr>> = operands
            .iter()
            .map(|fact| match fact {
                ConstantFact::Constant(attr, _) => Some(*attr),
                _ => None,
            })
            .collect();
        let number = self.program.number(op.body);
        let results: Vec<Value> = op.results().map(|result| result.id).collect();
        match self.shadows[number as usize].fold(op, &consts) {
            Fold::Results(folded) => {
                let dialect = op.def().expect("only registered operations fold").dialect();
                for (result, folded) in results.into_iter().zip(folded) {
                    let fact = match folded {
                        FoldValue::Attr(attr) => ConstantFact::Constant(attr, dialect),
                        FoldValue::Value(value) => known(self.shadows[number as usize].original(value)),
                    };
                    set(result, fact);
                }
            }
            _ => results.into_iter().for_each(|result| set(result, ConstantFact::Varies)),
        }
    }
}

impl Shadow<'_> {
    /// The value of the program that `value` was copied from.
    fn original(&self, value: Value) -> Value {
        self.to_original.get(&value).copied().expect("folders make no values")
    }

    fn fold(&mut self, op: OpRef, consts: &[Option<Attr>]) -> Fold {
        let Some(first) = op.results().next() else { return Fold::No };
        let copy = self.body.defining_op(self.to_copy.value(first.id)).expect("results are copied to results");
        let folded = fold_op_with(&mut self.body, copy, consts);
        if folded == Fold::InPlace {
            self.restore(op, copy);
            return Fold::No;
        }
        folded
    }

    /// Restores the copy of `op` after a folder changed it in place.
    fn restore(&mut self, op: OpRef, copy: OpId) {
        let operands: Vec<Value> = op.operands().map(|operand| self.to_copy.value(operand.id)).collect();
        self.body.set_operands(copy, &operands);
        for (index, &prop) in op.props().iter().enumerate() {
            self.body.set_prop(copy, index, prop);
        }
        self.body.set_attr_dict(copy, op.body.attr_dict(op.id));
        let types: Vec<Type> = op.results().map(|result| result.ty()).collect();
        for (index, ty) in types.into_iter().enumerate() {
            let result = self.body.result(copy, index);
            self.body.set_type(result, ty);
        }
    }
}
