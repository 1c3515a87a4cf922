//! The constraint solver: matching of types and attributes with the constraints of a definition.
//!
//! A slot is a variable: it is assigned its first match, and has to match the same attribute afterwards. Matching is
//! greedy and does not backtrack.

use std::sync::{Mutex, PoisonError};

use rmlir::diag::Sink;
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use super::kinds::{attr_kind, type_kind};
use super::slots::Constraint;

/// The maximum number of constraints that are examined per verification: the work for
/// nested alternatives is exponential.
const MAX_STEPS: usize = 1 << 20;

/// The assignment of the slots of one definition, during one verification.
pub(super) struct Solver<'s> {
    cx: &'s Context,
    constraints: &'s [Constraint],
    assigned: Vec<Option<Attr>>,
    n_steps: usize,
}

/// Why an attribute does not match.
pub(super) enum Mismatch {
    /// It differs from the attribute that the slot is assigned.
    Other { wanted: Attr, found: Attr },
    /// It differs from the attribute with the constraint's text.
    NotText { wanted: &'static str, found: Attr },
    /// It is an attribute, but a type is required.
    NotType { found: Attr },
    /// It is a type of another definition.
    TypeKind { wanted: &'static str, found: Type },
    /// It is an attribute of another definition.
    AttrKind { wanted: &'static str, found: Attr },
    /// It is no type of the parametric constraint's base.
    TypeBase { wanted: &'static str, found: Attr },
    /// It is no attribute of the parametric constraint's base.
    AttrBase { wanted: &'static str, found: Attr },
    /// It has another number of parameters.
    Count { of: &'static str, found: usize, wanted: usize },
    /// It matches none of several alternatives.
    NoChoice { found: Attr },
    /// The limit on the number of steps is exceeded.
    TooLong,
}

type Matched = Result<(), Mismatch>;

impl<'s> Solver<'s> {
    /// A solver without assignments.
    pub fn new(cx: &'s Context, constraints: &'s [Constraint]) -> Self {
        Self { cx, constraints, assigned: vec![None; constraints.len()], n_steps: 0 }
    }

    /// As [`Self::check`], for a type.
    pub fn check_type(&mut self, slot: usize, ty: Type) -> Matched {
        self.check(slot, self.cx.type_attr(ty))
    }

    /// Matches `attr` with the constraint in `slot`, and assigns it to the slot. The recursion depth is the nesting
    /// depth of constraints, which is bounded when they are loaded.
    pub fn check(&mut self, slot: usize, attr: Attr) -> Matched {
        self.n_steps += 1;
        if self.n_steps > MAX_STEPS {
            return Err(Mismatch::TooLong);
        }
        if let Some(wanted) = self.assigned[slot] {
            return if wanted == attr { Ok(()) } else { Err(Mismatch::Other { wanted, found: attr }) };
        }
        self.matches(&self.constraints[slot], attr)?;
        self.assigned[slot] = Some(attr);
        Ok(())
    }

    fn matches(&mut self, constraint: &'s Constraint, found: Attr) -> Matched {
        let cx = self.cx;
        match *constraint {
            Constraint::Any => Ok(()),
            Constraint::Is(wanted) if expected(cx, wanted) == Some(found) => Ok(()),
            Constraint::Is(wanted) => Err(Mismatch::NotText { wanted, found }),
            Constraint::BaseType(wanted) => match found.as_type(cx) {
                Some(ty) if type_kind(cx, ty) == wanted => Ok(()),
                Some(found) => Err(Mismatch::TypeKind { wanted, found }),
                None => Err(Mismatch::NotType { found }),
            },
            Constraint::BaseAttr(wanted) if attr_kind(cx, found) == wanted => Ok(()),
            Constraint::BaseAttr(wanted) => Err(Mismatch::AttrKind { wanted, found }),
            Constraint::Type(wanted, ref args) => {
                let Some(ty) = found.as_type(cx) else { return Err(Mismatch::NotType { found }) };
                match ty.dialect_type(cx).filter(|(def, _)| def.name == wanted) {
                    Some((_, params)) => self.params(wanted, args, params),
                    None => Err(Mismatch::TypeBase { wanted, found }),
                }
            }
            Constraint::Attr(wanted, ref args) => match found.dialect_attr(cx).filter(|(def, _)| def.name == wanted) {
                Some((_, params)) => self.params(wanted, args, params),
                None => Err(Mismatch::AttrBase { wanted, found }),
            },
            Constraint::AnyOf(ref args) => self.one_of(args, found),
            Constraint::AllOf(ref args) => args.iter().try_for_each(|&arg| self.check(arg, found)),
        }
    }

    fn one_of(&mut self, args: &[usize], found: Attr) -> Matched {
        for &arg in args {
            match self.check(arg, found) {
                Ok(()) => return Ok(()),
                Err(Mismatch::TooLong) => return Err(Mismatch::TooLong),
                Err(_) => {}
            }
        }
        Err(Mismatch::NoChoice { found })
    }

    fn params(&mut self, of: &'static str, args: &[usize], params: &[Attr]) -> Matched {
        if args.len() != params.len() {
            return Err(Mismatch::Count { of, found: params.len(), wanted: args.len() });
        }
        args.iter().zip(params).try_for_each(|(&arg, &param)| self.check(arg, param))
    }
}

impl Mismatch {
    /// The message in upstream's wording, including an unclosed quote and a transposed name.
    pub fn text(&self, cx: &Context) -> String {
        let show = |attr: &Attr| cx.show_attr(*attr);
        match self {
            Self::Other { wanted, found } => format!("expected '{}' but got '{}'", show(wanted), show(found)),
            Self::NotText { wanted, found } => format!("expected '{wanted}' but got '{}'", show(found)),
            Self::NotType { found } => format!("expected type, got attribute '{}", show(found)),
            Self::TypeKind { wanted, found } => {
                format!("expected base type '{wanted}' but got '{}'", type_kind(cx, *found))
            }
            Self::AttrKind { wanted, found } => {
                format!("expected base attribute '{wanted}' but got '{}'", attr_kind(cx, *found))
            }
            Self::TypeBase { wanted, found } => format!("expected base type '{wanted}' but got '{}'", show(found)),
            Self::AttrBase { wanted, found } => {
                let (dialect, name) = wanted.split_once('.').unwrap_or((wanted, ""));
                format!("expected base attribute '{name}.{dialect}' but got '{}'", show(found))
            }
            Self::Count { of, found, wanted } => {
                format!("attribute '{of}' expects {found} parameters but got {wanted}")
            }
            Self::NoChoice { found } => format!("'{}' does not satisfy the constraint", show(found)),
            Self::TooLong => format!("more than {MAX_STEPS} steps to match constraints are not supported"),
        }
    }
}

/// The attributes that constraints compare with, by text.
#[derive(Default)]
struct Expected(Mutex<FxHashMap<&'static str, Option<Attr>>>);

/// The attribute with the text `text` in `cx`; `None` if it cannot be parsed in the context.
fn expected(cx: &Context, text: &'static str) -> Option<Attr> {
    let memo = cx.memo(|_| Expected::default());
    let lock = || memo.0.lock().unwrap_or_else(PoisonError::into_inner);
    let known = lock().get(text).copied();
    known.unwrap_or_else(|| {
        // Without the lock: parsing a type may run its verifier.
        let attr = rmlir::text::parse::parse_attr(cx, text, &mut Sink::new());
        lock().insert(text, attr);
        attr
    })
}
