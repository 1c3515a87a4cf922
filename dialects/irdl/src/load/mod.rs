//! Loading of dialects: the definitions in a module of `irdl.dialect` operations become dialects of contexts.
//!
//! Steps: 1. [`find`](mod@find) the definitions; 2. [`slots`] converts the constraints of each to data that is
//! independent of the IR; 3. [`disjoint`] rejects alternatives whose result would depend on the order; 4. [`params`]
//! creates types and attributes, [`operation`] operations. [`solve`] is the constraint solver of their verifiers,
//! [`kinds`] has the names of definitions.
//!
//! The dialects of a context are fixed at its creation, and definitions have a static lifetime, as those that are
//! written in Rust: so the module is parsed in one context, and the loaded dialects are registered in others. The
//! attributes that constraints compare with are therefore stored as text, and parsed once in each context.
//!
//! Notation: a *slot* is the index of a constraint in its definition. A slot is assigned the
//! attribute that it matched first.

mod disjoint;
mod failure;
mod find;
mod kinds;
mod operation;
mod params;
mod segments;
mod slots;
mod solve;

use rmlir::core::dialect::{AttrDef, DialectDef, DialectHooks, TypeDef};
use rmlir::core::opdef::Interface;
use rmlir::prelude::*;

pub use self::failure::Failure;
use self::find::{Definition, Kind, Namespace};
use self::kinds::DOC;
use self::slots::Slots;

/// The dialects that the verified module `module` defines. They are leaked.
///
/// # Errors
/// If a dialect of the same name is registered already, or has two definitions of one name; if a constraint names a
/// type or attribute that does not exist, is a C++ predicate, is nested too deeply, or the alternatives of an
/// `irdl.any_of` are not disjoint.
pub fn load(module: OpRef) -> Result<Vec<&'static DialectDef>, Failure> {
    let namespaces = find::find(module)?;
    let mut read: Vec<(&Namespace, Vec<(&Definition, Slots)>)> = Vec::new();
    for namespace in &namespaces {
        let slots = namespace.definitions.iter().map(|definition| Ok((definition, slots::read(definition)?)));
        read.push((namespace, slots.collect::<Result<_, _>>()?));
    }
    let are_apart = read.iter().flat_map(|(_, definitions)| definitions).all(|(_, slots)| disjoint::holds(slots));
    if !are_apart {
        return Err((module, module.plain_error("any_of constraints are not in the correct form")));
    }
    let mut dialects = Vec::new();
    for (namespace, definitions) in read {
        dialects.push(dialect(namespace, definitions)?);
    }
    Ok(dialects)
}

/// The dialects that `text`, which is called `name` in diagnostics, defines. The dialect
/// `irdl` must be registered in `cx`.
///
/// # Errors
/// All diagnostics; their locations are in the sources of `cx`.
pub fn load_text(
    cx: &Context,
    name: &str,
    text: impl Into<Vec<u8>>,
) -> Result<Vec<&'static DialectDef>, Vec<Diagnostic>> {
    let body = rmlir::text::parse::parse_verified(cx, name, text)?;
    load(OpRef::root(&body)).map_err(|(_, error)| vec![*error])
}

fn dialect<'a>(
    namespace: &Namespace<'a>,
    definitions: Vec<(&Definition<'a>, Slots<'a>)>,
) -> Result<&'static DialectDef, Failure<'a>> {
    let (mut ops, mut types, mut attrs): (Vec<_>, Vec<&'static TypeDef>, Vec<&'static AttrDef>) = Default::default();
    for (definition, slots) in definitions {
        match definition.kind {
            Kind::Operation => ops.push(operation::define(definition.name, slots)?),
            Kind::Type => types.push(params::define_type(definition.name, slots)?),
            Kind::Attribute => attrs.push(params::define_attr(definition.name, slots)?),
        }
    }
    Ok(Box::leak(Box::new(DialectDef {
        name: namespace.name,
        doc: DOC,
        ops: ops.leak(),
        types: types.leak(),
        attrs: attrs.leak(),
        depends: &[],
        hooks: Interface::of(&(&Loaded as &dyn DialectHooks)),
    })))
}

/// The hooks of loaded dialects, which have the default behaviour.
struct Loaded;

impl DialectHooks for Loaded {
    fn on_unknown_type(&self) -> Option<&'static str> {
        Some("expected dynamic type")
    }
    fn on_unknown_attr(&self) -> Option<&'static str> {
        Some("expected dynamic attribute")
    }
}
