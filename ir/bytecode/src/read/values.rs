//! The mapping from value indices to values.
//!
//! A scope is an isolated operation; in it each open region has a range of indices, after those of the parent region. A
//! forward reference is represented by the result of a placeholder operation until the definition.

use rmlir_core::{Body, OpState, Type, Value};

use super::cursor::malformed;
use rmlir_core::bytecode::ReadError;

/// The indices of the open scopes, innermost last.
pub(super) struct Values {
    scopes: Vec<Scope>,
    /// The number of indices of all open regions. Each value occupies at least a byte of the file, so this is bounded.
    n_open: usize,
    max_open: usize,
}

#[derive(Default)]
struct Scope {
    slots: Vec<Slot>,
    /// The open regions: the start of their indices, and the next one to be defined.
    regions: Vec<(usize, usize)>,
}

#[derive(Clone, Copy)]
enum Slot {
    /// Not referenced yet.
    Unknown,
    /// Used in the body of this level, but not defined.
    Placeholder(Value, usize),
    /// Defined in the body of this level.
    Defined(Value, usize),
}

impl Values {
    /// No scope; at most `max_open` indices are open at a time.
    pub fn new(max_open: usize) -> Self {
        Self { scopes: Vec::new(), n_open: 0, max_open }
    }

    pub fn push_scope(&mut self) {
        self.scopes.push(Scope::default());
    }

    pub fn pop_scope(&mut self) {
        self.scopes.pop();
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("values are read inside a scope")
    }

    /// Enters a region that defines `n` values.
    pub fn push_region(&mut self, n: usize) -> Result<(), ReadError> {
        self.n_open += n;
        if self.n_open > self.max_open {
            return Err(malformed("a region defines more values than the file has room for"));
        }
        let scope = self.scope();
        let first = scope.slots.len();
        scope.regions.push((first, first));
        scope.slots.resize(first + n, Slot::Unknown);
        Ok(())
    }

    /// Exits a region.
    pub fn pop_region(&mut self) -> Result<(), ReadError> {
        let scope = self.scope();
        let (first, _) = scope.regions.pop().expect("a region that is left was entered");
        let has_placeholder = scope.slots[first..].iter().any(|slot| matches!(slot, Slot::Placeholder(..)));
        let n = scope.slots.len() - first;
        scope.slots.truncate(first);
        self.n_open -= n;
        if has_placeholder { Err(malformed("not all forward unresolved forward operand references")) } else { Ok(()) }
    }

    /// The value with index `index`, for a use in `body`, the body of level `level`.
    pub fn get(&mut self, index: u64, body: &mut Body, level: usize) -> Result<Value, ReadError> {
        let scope = self.scope();
        let slot = usize::try_from(index).ok().and_then(|index| scope.slots.get_mut(index));
        let Some(slot) = slot else { return Err(malformed(format!("invalid value index: {index}"))) };
        let (value, defined_in) = match *slot {
            Slot::Defined(value, level) | Slot::Placeholder(value, level) => (value, level),
            Slot::Unknown => {
                let value = placeholder(body);
                *slot = Slot::Placeholder(value, level);
                (value, level)
            }
        };
        match defined_in == level {
            true => Ok(value),
            false => {
                Err(malformed(format!("value index {index} is used inside an isolated operation, but defined outside")))
            }
        }
    }

    /// Assigns the next indices to `values`, defined in `body` of level `level`; returns those that were used before.
    pub fn define(&mut self, values: &[Value], body: &mut Body, level: usize) -> Result<Vec<Value>, ReadError> {
        let scope = self.scopes.last_mut().expect("values are read inside a scope");
        let Some((_, next)) = scope.regions.last_mut() else { return Ok(Vec::new()) };
        let (start, end) = (*next, *next + values.len());
        if end > scope.slots.len() {
            let max = scope.slots.len().saturating_sub(1);
            return Err(malformed(format!(
                "value index range was outside of the expected range for the parent region, got [{start}, {end}), but the \
                 maximum index was {max}"
            )));
        }
        *next = end;
        let mut used_before = Vec::new();
        for (slot, &value) in scope.slots[start..end].iter_mut().zip(values) {
            match std::mem::replace(slot, Slot::Defined(value, level)) {
                Slot::Unknown => {}
                Slot::Placeholder(old, used_in) if used_in == level => {
                    body.replace_all_uses(old, value);
                    let op = body.defining_op(old).expect("a placeholder is a result");
                    body.erase_op(op).expect("a placeholder that was replaced has no uses");
                    used_before.push(value);
                }
                Slot::Placeholder(..) => {
                    return Err(malformed("a value is used inside an isolated operation, but defined outside"));
                }
                Slot::Defined(..) => unreachable!("numbers are given once, in order"),
            }
        }
        Ok(used_before)
    }
}

fn placeholder(body: &mut Body) -> Value {
    let state = OpState::named(body.cx(), "rmlir.placeholder").results(&[Type::NONE]);
    let op = body.create_op(state);
    body.result(op, 0)
}
