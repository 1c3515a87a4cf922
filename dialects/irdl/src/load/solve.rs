//! Whether types and attributes match the constraints of a definition.
//!
//! A slot is a variable: what it matches first, it has to match ever after. Matching is greedy and takes nothing back.

use std::sync::{Mutex, PoisonError};

use rmlir::diag::Sink;
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use super::kinds::{attr_kind, type_kind};
use super::slots::Constraint;

/// How many constraints are looked at for one thing that is checked: choices of choices could be many without end.
const MAX_STEPS: usize = 1 << 20;

/// The values of the slots of one definition, for one thing that is checked.
pub(super) struct Solver<'s> {
    cx: &'s Context,
    constraints: &'s [Constraint],
    assigned: Vec<Option<Attr>>,
    n_steps: usize,
}

/// Why an attribute does not match.
pub(super) enum Mismatch {
    /// Not what the slot stands for already.
    Other { wanted: Attr, found: Attr },
    /// Not what the text says.
    NotText { wanted: &'static str, found: Attr },
    /// An attribute, where a type is wanted.
    NotType { found: Attr },
    /// A type of another definition.
    TypeKind { wanted: &'static str, found: Type },
    /// An attribute of another definition.
    AttrKind { wanted: &'static str, found: Attr },
    /// A type that is not of the definition whose parameters are asked about.
    TypeBase { wanted: &'static str, found: Attr },
    /// An attribute that is not of the definition whose parameters are asked about.
    AttrBase { wanted: &'static str, found: Attr },
    /// Another number of parameters.
    Count { of: &'static str, found: usize, wanted: usize },
    /// None of several choices.
    NoChoice { found: Attr },
    /// It would take too long to find out.
    TooLong,
}

type Matched = Result<(), Mismatch>;

impl<'s> Solver<'s> {
    /// No slot stands for anything yet.
    pub fn new(cx: &'s Context, constraints: &'s [Constraint]) -> Self {
        Self { cx, constraints, assigned: vec![None; constraints.len()], n_steps: 0 }
    }

    /// As [`Self::check`], for a type.
    pub fn check_type(&mut self, slot: usize, ty: Type) -> Matched {
        self.check(slot, self.cx.type_attr(ty))
    }

    /// Whether `attr` matches the constraint in `slot`, which stands for it from then on. It recurses as deep as constraints
    /// are nested, which is bounded when they are loaded.
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
    /// The words for it, upstream's: a quote that is not closed and a name that is turned around are so there.
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

/// The attribute that `text` says in `cx`; `None` if the context does not know what is in it.
fn expected(cx: &Context, text: &'static str) -> Option<Attr> {
    let memo = cx.memo(|_| Expected::default());
    let lock = || memo.0.lock().unwrap_or_else(PoisonError::into_inner);
    let known = lock().get(text).copied();
    known.unwrap_or_else(|| {
        // Not under the lock: a type that is read may be checked itself.
        let attr = rmlir::text::parse::parse_attr(cx, text, &mut Sink::new());
        lock().insert(text, attr);
        attr
    })
}
