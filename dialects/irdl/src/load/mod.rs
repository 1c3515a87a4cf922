//! From definitions to dialects: what a module of `irdl.dialect` operations describes becomes known to contexts.
//!
//! Plan: 1. [`find`](mod@find) the definitions; 2. [`slots`] reads the constraints of each, so that they are data without IR;
//! 3. [`disjoint`] refuses choices whose outcome would depend on the order; 4. [`params`] makes types and attributes,
//! [`operation`] operations. [`solve`] is what these check with, [`kinds`] what types and attributes are called.
//!
//! A context knows its dialects from the start and definitions live as long as the program, as those that are written in Rust
//! do: so the module is read in one context, and what is loaded is given to others. What a constraint compares with is
//! therefore kept as text, and read once in each context.
//!
//! Notation: a *slot* is the place of a constraint in its definition. A slot that was matched once stands for what it matched.

mod disjoint;
mod find;
mod kinds;
mod operation;
mod params;
mod segments;
mod slots;
mod solve;

use rmlir::core::dialect::{AttrDef, DialectDef, DialectHooks, TypeDef};
use rmlir::prelude::*;

use self::find::{Definition, Kind, Namespace};
use self::slots::Slots;

/// Why a definition cannot be loaded, and the operation that is to be shown with it.
pub type Failure<'a> = (OpRef<'a>, Box<Diagnostic>);

/// The dialects that `module` defines, which has been verified. They are never freed.
///
/// # Errors
/// If a dialect of the same name is registered already, or has two definitions of one name; if a constraint names a type or
/// attribute that does not exist, is a condition in C++, is nested too deep, or the choices of an `irdl.any_of` are not
/// apart.
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

/// The dialects that `text`, which is called `name` in diagnostics, defines. `cx` knows the dialect `irdl`.
///
/// # Errors
/// All that is wrong with it; the places are in the sources of `cx`.
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
        hooks: &Loaded,
    })))
}

/// The documentation of all that is loaded.
const DOC: &str = "Defined at run time.";

/// What dialects that are loaded do: nothing.
struct Loaded;

impl DialectHooks for Loaded {
    fn on_unknown_type(&self) -> Option<&'static str> {
        Some("expected dynamic type")
    }
    fn on_unknown_attr(&self) -> Option<&'static str> {
        Some("expected dynamic attribute")
    }
}
