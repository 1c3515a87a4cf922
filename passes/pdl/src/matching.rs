//! Finds what a pattern matches.
//!
//! Plan: 1. the root is matched, and from operands the operations that define them; 2. as long as an operation of the
//! pattern is not matched, one is chosen that has an operand that is known, and the users of that are tried, with a
//! return to other users if the rest does not match; 3. the conditions in Rust are evaluated.

use rmlir::prelude::*;

use crate::native::Entity;
use crate::program::{Handle, Node, Operation, Program};

/// The entities of the values of a pattern, as far as they are known.
pub type Match = Vec<Option<Entity>>;

/// The number of users that are tried in one attempt to match a pattern.
const MAX_TRIED: usize = 1 << 12;

/// The entities of a pattern that is matched at `root`.
///
/// # Errors
/// The reason why it does not match: it is another operation, or the search ended at its limit.
pub fn find(program: &Program, body: &Body, root: OpId) -> Result<Match, &'static str> {
    let mut matcher = Matcher { program, body, n_tried: 0 };
    let found = matcher.find(root);
    found.ok_or(match matcher.n_tried > MAX_TRIED {
        true => "the search ended at its limit of users that are tried",
        false => "the operation is not as the pattern describes it",
    })
}

/// The entities that the conditions define are added; `None` if one does not hold.
fn constrained(program: &Program, body: &Body, mut found: Match) -> Option<Match> {
    for constraint in &program.constraints {
        let args: Option<Vec<Entity>> =
            constraint.args.iter().map(|&arg| entity(program, body, &mut found, arg)).collect();
        match ((constraint.holds)(body, &args?), constraint.is_negated) {
            (Some(defined), false) if defined.len() == constraint.results.len() => {
                constraint.results.iter().zip(defined).for_each(|(&result, entity)| found[result] = Some(entity));
            }
            (None, true) if constraint.results.is_empty() => {}
            _ => return None,
        }
    }
    Some(found)
}

/// The entity of a value, which may follow from others.
pub fn entity(program: &Program, body: &Body, found: &mut Match, handle: Handle) -> Option<Entity> {
    if let Some(entity) = &found[handle] {
        return Some(entity.clone());
    }
    let entity = match &program.nodes[handle] {
        Node::Type(ty) => Entity::Type((*ty)?),
        Node::Types(types) => Entity::Types(types.clone()?),
        Node::Attribute(_, value) => Entity::Attr((*value)?),
        Node::Result(op, index) => {
            let Entity::Op(op) = entity(program, body, found, *op)? else { return None };
            Entity::Value(*body.results(op).get(*index)?)
        }
        Node::Results(op, index) => {
            let Entity::Op(op) = entity(program, body, found, *op)? else { return None };
            Entity::Values(results_of(body, op, *index)?)
        }
        Node::Range(parts) => {
            let parts: Option<Vec<Entity>> = parts.iter().map(|&part| entity(program, body, found, part)).collect();
            joined(parts?)
        }
        Node::Operation(_) | Node::Operand(_) | Node::Operands(_) | Node::Native => return None,
    };
    found[handle] = Some(entity.clone());
    Some(entity)
}

/// The entities of several handles as one range.
fn joined(parts: Vec<Entity>) -> Entity {
    let (mut values, mut types) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Entity::Value(value) => values.push(value),
            Entity::Values(more) => values.extend(more),
            Entity::Type(ty) => types.push(ty),
            Entity::Types(more) => types.extend(more),
            Entity::Op(_) | Entity::Attr(_) => {}
        }
    }
    if types.is_empty() { Entity::Values(values) } else { Entity::Types(types) }
}

/// All results of an operation, or those of a declared result.
fn results_of(body: &Body, op: OpId, index: Option<usize>) -> Option<Vec<Value>> {
    let op = OpRef::new(body, op);
    match index {
        None => Some(op.results().map(|result| result.id).collect()),
        Some(index) => {
            let is_declared = op.def().is_some_and(|def| index < def.results.len());
            is_declared.then(|| op.result_range(index).map(|index| op.result(index).id).collect())
        }
    }
}

struct Matcher<'a> {
    program: &'a Program,
    body: &'a Body<'a>,
    n_tried: usize,
}

impl Matcher<'_> {
    fn find(&mut self, root: OpId) -> Option<Match> {
        let mut found: Match = vec![None; self.program.nodes.len()];
        if !self.op(self.program.root, root, &mut found) {
            return None;
        }
        let found = self.complete(found)?;
        self.results_are_there(&found).then_some(())?;
        constrained(self.program, self.body, found)
    }

    /// Binds a value of the pattern; it may be bound to one entity only.
    fn bind(&self, handle: Handle, entity: Entity, found: &mut Match) -> bool {
        match &found[handle] {
            Some(known) => *known == entity,
            None => {
                found[handle] = Some(entity);
                true
            }
        }
    }

    fn operation(&self, handle: Handle) -> Option<&Operation> {
        match &self.program.nodes[handle] {
            Node::Operation(operation) => Some(operation),
            _ => None,
        }
    }

    /// Matches an operation, and what its operands lead to. The depth is at most the number of operations of the pattern.
    fn op(&self, handle: Handle, op: OpId, found: &mut Match) -> bool {
        let Some(wanted) = self.operation(handle) else { return false };
        if found[handle].is_some() {
            return self.bind(handle, Entity::Op(op), found);
        }
        let view = OpRef::new(self.body, op);
        if wanted.name.is_some_and(|name| name != view.name()) {
            return false;
        }
        self.bind(handle, Entity::Op(op), found)
            && wanted
                .attrs
                .iter()
                .all(|(name, attr)| view.attr(name).is_some_and(|value| self.attr(*attr, value, found)))
            && self.operands(wanted, view, found)
            && self.types(wanted, view, found)
    }

    fn is_range(&self, handle: Handle) -> bool {
        matches!(self.program.nodes[handle], Node::Operands(_) | Node::Results(..) | Node::Types(_) | Node::Range(_))
    }

    fn operands(&self, wanted: &Operation, op: OpRef, found: &mut Match) -> bool {
        let all: Vec<Value> = op.operands().map(|operand| operand.id).collect();
        let Some(groups) = self.groups(&wanted.operands, all, |field| {
            let fields = op.def().map_or(0, |def| def.operands.len());
            (field < fields).then(|| op.operand_field(field).into_iter().map(|operand| operand.id).collect())
        }) else {
            return false;
        };
        wanted.operands.iter().zip(groups).all(|(&handle, group)| match self.is_range(handle) {
            true => self.values(handle, group, found),
            false => group.len() == 1 && self.value(handle, group[0], found),
        })
    }

    fn types(&self, wanted: &Operation, op: OpRef, found: &mut Match) -> bool {
        let all: Vec<Type> = op.results().map(|result| result.ty()).collect();
        let Some(groups) = self.groups(&wanted.types, all, |field| {
            let fields = op.def().map_or(0, |def| def.results.len());
            (field < fields).then(|| op.result_range(field).map(|index| op.result(index).ty()).collect())
        }) else {
            return false;
        };
        wanted.types.iter().zip(groups).all(|(&handle, group)| match self.is_range(handle) {
            true => self.several_types(handle, group, found),
            false => group.len() == 1 && self.ty(handle, group[0], found),
        })
    }

    /// The entities of each handle: one each without ranges, all for a single range, else those of the declared fields.
    fn groups<T: Clone>(
        &self,
        handles: &[Handle],
        all: Vec<T>,
        field: impl Fn(usize) -> Option<Vec<T>>,
    ) -> Option<Vec<Vec<T>>> {
        match handles {
            [only] if self.is_range(*only) => Some(vec![all]),
            _ if handles.iter().any(|&handle| self.is_range(handle)) => (0..handles.len()).map(field).collect(),
            _ => (all.len() == handles.len()).then(|| all.into_iter().map(|one| vec![one]).collect()),
        }
    }

    fn value(&self, handle: Handle, value: Value, found: &mut Match) -> bool {
        if !self.bind(handle, Entity::Value(value), found) {
            return false;
        }
        match self.program.nodes[handle] {
            Node::Operand(ty) => ty.is_none_or(|ty| self.ty(ty, self.body.ty(value), found)),
            Node::Result(parent, index) => {
                let definition = self.body.defining_op(value);
                definition
                    .is_some_and(|op| self.body.results(op).get(index) == Some(&value) && self.op(parent, op, found))
            }
            _ => false,
        }
    }

    fn values(&self, handle: Handle, values: Vec<Value>, found: &mut Match) -> bool {
        if !self.bind(handle, Entity::Values(values.clone()), found) {
            return false;
        }
        match self.program.nodes[handle] {
            Node::Operands(types) => types.is_none_or(|types| {
                let of_values = values.iter().map(|&value| self.body.ty(value)).collect();
                self.several_types(types, of_values, found)
            }),
            Node::Results(parent, index) => {
                let definition = values.first().and_then(|&first| self.body.defining_op(first));
                definition.is_some_and(|op| {
                    results_of(self.body, op, index).is_some_and(|results| results == values)
                        && self.op(parent, op, found)
                })
            }
            _ => false,
        }
    }

    fn ty(&self, handle: Handle, ty: Type, found: &mut Match) -> bool {
        let is_allowed = match self.program.nodes[handle] {
            Node::Type(constant) => constant.is_none_or(|constant| constant == ty),
            _ => false,
        };
        is_allowed && self.bind(handle, Entity::Type(ty), found)
    }

    fn several_types(&self, handle: Handle, types: Vec<Type>, found: &mut Match) -> bool {
        let is_allowed = match &self.program.nodes[handle] {
            Node::Types(constant) => constant.as_ref().is_none_or(|constant| *constant == types),
            _ => false,
        };
        is_allowed && self.bind(handle, Entity::Types(types), found)
    }

    fn attr(&self, handle: Handle, attr: Attr, found: &mut Match) -> bool {
        let Node::Attribute(ty, value) = self.program.nodes[handle] else { return false };
        let has_type =
            |ty: Handle, found: &mut Match| attr.ty(self.body.cx()).is_some_and(|of_attr| self.ty(ty, of_attr, found));
        value.is_none_or(|value| value == attr)
            && self.bind(handle, Entity::Attr(attr), found)
            && ty.is_none_or(|ty| has_type(ty, found))
    }

    /// Matches the operations that the root does not lead to, by users of what is known.
    fn complete(&mut self, found: Match) -> Option<Match> {
        let unmatched = |handle: &Handle| found[*handle].is_none() && self.operation(*handle).is_some();
        let open: Vec<Handle> = (0..self.program.n_matched).filter(unmatched).collect();
        if open.is_empty() {
            return Some(found);
        }
        // The verifier wants the operations to be connected.
        let (next, value) = open.iter().find_map(|&handle| Some((handle, self.known_operand(handle, &found)?)))?;
        let mut users: Vec<OpId> = self.body.users(value).collect();
        users.dedup();
        for user in users {
            self.n_tried += 1;
            if self.n_tried > MAX_TRIED {
                return None;
            }
            let mut tried = found.clone();
            if self.op(next, user, &mut tried)
                && let Some(complete) = self.complete(tried)
            {
                return Some(complete);
            }
        }
        None
    }

    /// A value that an operand of the operation is known to be.
    fn known_operand(&self, handle: Handle, found: &Match) -> Option<Value> {
        self.operation(handle)?.operands.iter().find_map(|&operand| {
            let known = entity(self.program, self.body, &mut found.clone(), operand)?;
            match known {
                Entity::Value(value) => Some(value),
                Entity::Values(values) => values.first().copied(),
                _ => None,
            }
        })
    }

    /// Whether the results that the pattern has are there, also those that only the rewrite uses.
    fn results_are_there(&self, found: &Match) -> bool {
        (0..self.program.n_matched).all(|handle| match self.program.nodes[handle] {
            Node::Result(..) | Node::Results(..) => {
                entity(self.program, self.body, &mut found.clone(), handle).is_some()
            }
            _ => true,
        })
    }
}
