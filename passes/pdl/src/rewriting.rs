//! Does what the rewrite of a pattern says.

use rmlir::core::infer;
use rmlir::core::verify::verify_tree;
use rmlir::prelude::*;

use crate::matching::{Match, entity};
use crate::native::Entity;
use crate::program::{Handle, Node, Operation, Program, Step};

/// Executes the rewrite of a pattern that is matched. New operations are placed at the insertion point.
///
/// # Errors
/// What a step needs is not there: the types of results are not known, or the number of values is another.
pub fn execute(program: &Program, rw: &mut Rewriter, found: Match) -> Result<(), String> {
    let mut rewriting = Rewriting { program, rw, found };
    program.steps.iter().try_for_each(|step| rewriting.step(step))
}

struct Rewriting<'a, 'r, 'c> {
    program: &'a Program,
    rw: &'a mut Rewriter<'r, 'c>,
    found: Match,
}

impl Rewriting<'_, '_, '_> {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Create(handle) => self.create(*handle)?,
            Step::Erase(op) => {
                let op = self.op(*op)?;
                if self.rw.results(op).iter().any(|&result| self.rw.users(result).next().is_some()) {
                    return Err("an operation that is used is erased".to_owned());
                }
                self.rw.erase(op);
            }
            Step::ReplaceByOp(replaced, by) => {
                let by = self.op(*by)?;
                let values = self.rw.results(by).to_vec();
                self.replace(*replaced, values)?;
            }
            Step::ReplaceByValues(replaced, by) => {
                let values = self.values(by)?;
                self.replace(*replaced, values)?;
            }
            Step::Native(function, args, results) => {
                let args: Result<Vec<Entity>, String> = args.iter().map(|&arg| self.entity(arg)).collect();
                let defined = function(self.rw, &args?);
                if defined.len() != results.len() {
                    return Err("a function does not define as many values as it should".to_owned());
                }
                results.iter().zip(defined).for_each(|(&result, entity)| self.found[result] = Some(entity));
            }
        }
        Ok(())
    }

    fn entity(&mut self, handle: Handle) -> Result<Entity, String> {
        let known = entity(self.program, self.rw, &mut self.found, handle);
        known.ok_or_else(|| "a value is not known, or not there".to_owned())
    }

    fn op(&mut self, handle: Handle) -> Result<OpId, String> {
        match self.entity(handle)? {
            Entity::Op(op) if self.rw.contains_op(op) => Ok(op),
            Entity::Op(_) => Err("an operation is used after it was replaced or erased".to_owned()),
            _ => Err("an operation is expected".to_owned()),
        }
    }

    fn values(&mut self, handles: &[Handle]) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        for &handle in handles {
            match self.entity(handle)? {
                Entity::Value(value) => values.push(value),
                Entity::Values(more) => values.extend(more),
                _ => return Err("a value is expected".to_owned()),
            }
        }
        Ok(values)
    }

    fn replace(&mut self, replaced: Handle, values: Vec<Value>) -> Result<(), String> {
        let op = self.op(replaced)?;
        let (n_results, n_values) = (self.rw.n_results(op), values.len());
        if n_results != n_values {
            return Err(format!("an operation with {n_results} results is replaced by {n_values} values"));
        }
        self.rw.replace(op, values);
        Ok(())
    }

    fn create(&mut self, handle: Handle) -> Result<(), String> {
        let Node::Operation(operation) = &self.program.nodes[handle] else {
            unreachable!("only operations are created")
        };
        let name = operation.name.expect("an operation that is created has a name");
        let operands = self.values(&operation.operands)?;
        let cx = self.rw.cx();
        let mut state = OpState::new(name).operands(&operands);
        for (name, attr) in &operation.attrs {
            match self.entity(*attr)? {
                Entity::Attr(attr) => state.set_attr(cx, name, attr),
                _ => return Err("an attribute is expected".to_owned()),
            }
        }
        let types = self.result_types(handle, operation, &state, &operands)?;
        let state = state.results(&types);
        let op = self.rw.create_state(state);
        let mut wrong = None;
        let _ = verify_tree(OpRef::new(self.rw, op), &mut |_, error| wrong = Some(error.message));
        match wrong {
            None => {
                self.found[handle] = Some(Entity::Op(op));
                Ok(())
            }
            Some(message) => {
                // What the verifier refuses must not be visited by folders and other patterns.
                self.rw.erase(op);
                Err(message)
            }
        }
    }

    /// The types of the results: those that the pattern gives, those of the operation that this one replaces, or those that
    /// follow from the operands.
    fn result_types(
        &mut self,
        handle: Handle,
        operation: &Operation,
        state: &OpState,
        operands: &[Value],
    ) -> Result<Vec<Type>, String> {
        let given: Option<Vec<Entity>> =
            operation.types.iter().map(|&ty| entity(self.program, self.rw, &mut self.found, ty)).collect();
        if let Some(given) = given.filter(|_| !operation.types.is_empty()) {
            return Ok(given.into_iter().flat_map(types_of).collect());
        }
        let replaced = self.program.steps.iter().find_map(|step| match step {
            Step::ReplaceByOp(replaced, by) if *by == handle => Some(*replaced),
            _ => None,
        });
        if let Some(replaced) = replaced {
            let op = self.op(replaced)?;
            return Ok(self.rw.results(op).iter().map(|&result| self.rw.ty(result)).collect());
        }
        let of_operands: Vec<Type> = operands.iter().map(|&operand| self.rw.ty(operand)).collect();
        let cx = self.rw.cx();
        match state.needs_inference(cx) {
            true => infer::result_types(cx, state, &of_operands).map(|types| types.to_vec()),
            false => Ok(Vec::new()),
        }
    }
}

fn types_of(entity: Entity) -> Vec<Type> {
    match entity {
        Entity::Type(ty) => vec![ty],
        Entity::Types(types) => types,
        _ => Vec::new(),
    }
}
