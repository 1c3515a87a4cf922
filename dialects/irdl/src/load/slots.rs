//! The constraints of a definition as data.

use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use super::failure::Failure;
use super::find::{Definition, full_name, leaked};
use super::kinds;
use crate::constraints::{AllOfOp, AnyOfOp, AnyOp, BaseOp, IsOp, ParametricOp};
use crate::definitions::{TypeOp, inside};

/// The maximum nesting depth of constraints in a definition, which bounds the stack of the solver.
const MAX_DEPTH: usize = 256;

/// A constraint on a type or an attribute. Types are checked as type attributes. Integers are slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Constraint {
    /// Any type or attribute.
    Any,
    /// The attribute with this text.
    Is(&'static str),
    /// A type of this full name.
    BaseType(&'static str),
    /// An attribute of this full name.
    BaseAttr(&'static str),
    /// A type of this full name, with parameters that match these.
    Type(&'static str, Vec<usize>),
    /// An attribute of this full name, with parameters that match these.
    Attr(&'static str, Vec<usize>),
    /// The first of these constraints that matches.
    AnyOf(Vec<usize>),
    /// All of these constraints.
    AllOf(Vec<usize>),
}

impl Constraint {
    /// The slots it refers to, all of which precede its own.
    pub fn args(&self) -> &[usize] {
        match self {
            Self::Any | Self::Is(_) | Self::BaseType(_) | Self::BaseAttr(_) => &[],
            Self::Type(_, args) | Self::Attr(_, args) | Self::AnyOf(args) | Self::AllOf(args) => args,
        }
    }
}

/// The constraints of a definition.
pub(super) struct Slots<'a> {
    /// The definition.
    pub op: OpRef<'a>,
    /// The constraints, in order.
    pub constraints: Vec<Constraint>,
    /// The slot of each constraint value.
    places: FxHashMap<Value, usize>,
}

/// Converts the constraints of `definition`.
pub(super) fn read<'a>(definition: &Definition<'a>) -> Result<Slots<'a>, Failure<'a>> {
    let mut slots = Slots { op: definition.op, constraints: Vec::new(), places: FxHashMap::default() };
    let mut scope = SymbolScope::new(definition.table);
    let mut depths: Vec<usize> = Vec::new();
    for op in inside(definition.op) {
        let Some(constraint) = constraint(op, &slots, &mut scope)? else { continue };
        let depth = 1 + constraint.args().iter().map(|&arg| depths[arg]).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            let words = format!("constraints nested deeper than {MAX_DEPTH} levels are not supported");
            return Err((op, op.plain_error(words)));
        }
        depths.push(depth);
        slots.places.insert(op.result(0).id, slots.constraints.len());
        slots.constraints.push(constraint);
    }
    Ok(slots)
}

impl<'a> Slots<'a> {
    /// The slots of the operands of `op`, in order.
    pub fn of_operands(&self, op: OpRef<'a>) -> Result<Vec<usize>, Failure<'a>> {
        let slot = |(index, operand): (usize, ValueRef)| {
            let slot = self.places.get(&operand.id).copied();
            slot.ok_or_else(|| (op, not_a_constraint(op, index, operand)))
        };
        op.operands().enumerate().map(slot).collect()
    }
}

fn not_a_constraint(op: OpRef, index: usize, operand: ValueRef) -> Box<Diagnostic> {
    let error = op.plain_error(format!("operand #{index} is no constraint that can be checked at run time"));
    match operand.defining_op() {
        Some(made_by) => Box::new(error.note(made_by.loc().place(op.cx()), "it is made here")),
        None => error,
    }
}

/// The constraint of `op`, if it is a constraint operation.
fn constraint<'a>(
    op: OpRef<'a>,
    slots: &Slots<'a>,
    scope: &mut SymbolScope<'a>,
) -> Result<Option<Constraint>, Failure<'a>> {
    Ok(Some(match () {
        () if op.is::<AnyOp>() => Constraint::Any,
        () if op.is::<IsOp>() => {
            let expected = op.get(IsOp::expected);
            Constraint::Is(leaked(&rmlir::text::print::print_attr(op.cx(), expected)))
        }
        () if op.is::<BaseOp>() => base(op, scope)?,
        () if op.is::<ParametricOp>() => {
            let name = op.get(ParametricOp::base_type);
            let (name, is_type) = defined(op, name, scope)?;
            let args = slots.of_operands(op)?;
            if is_type { Constraint::Type(name, args) } else { Constraint::Attr(name, args) }
        }
        () if op.is::<AnyOfOp>() => Constraint::AnyOf(slots.of_operands(op)?),
        () if op.is::<AllOfOp>() => Constraint::AllOf(slots.of_operands(op)?),
        () => return Ok(None),
    }))
}

fn base<'a>(op: OpRef<'a>, scope: &mut SymbolScope<'a>) -> Result<Constraint, Failure<'a>> {
    if let Some(name) = op.get(BaseOp::base_ref) {
        let (name, is_type) = defined(op, name, scope)?;
        return Ok(if is_type { Constraint::BaseType(name) } else { Constraint::BaseAttr(name) });
    }
    let cx = op.cx();
    let text = op.get(BaseOp::base_name).unwrap_or_default();
    let (kind, name) = match text.strip_prefix('!') {
        Some(name) => ("type", name),
        None => ("attribute", text.trim_start_matches('#')),
    };
    let is_type = kind == "type";
    let is_known = if is_type { kinds::is_type(cx, name) } else { kinds::is_attr(cx, name) };
    if !is_known {
        return Err((op, op.plain_error(format!("no registered {kind} with name {text}"))));
    }
    Ok(if is_type { Constraint::BaseType(leaked(name)) } else { Constraint::BaseAttr(leaked(name)) })
}

/// The full name of the type or attribute that `name` refers to, and whether it is a type.
fn defined<'a>(
    op: OpRef<'a>,
    name: SymbolRef,
    scope: &mut SymbolScope<'a>,
) -> Result<(&'static str, bool), Failure<'a>> {
    let found = scope.lookup(name);
    let dialect = found.and_then(|found| found.parent());
    let (Some(found), Some(dialect)) = (found, dialect) else {
        let shown = op.cx().show_attr(op.cx().symbol_ref(name));
        return Err((op, op.plain_error(format!("{shown} does not refer to any existing symbol"))));
    };
    Ok((leaked(&full_name(dialect, found)), found.is::<TypeOp>()))
}
