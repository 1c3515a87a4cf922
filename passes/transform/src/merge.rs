//! Merging of two modules: the symbols of one move into the other.
//!
//! Plan: 1. private symbols whose names exist in both modules are renamed, with all references to them; 2. symbols are
//! moved. If both have a function of a name, one of them must be a declaration and is erased; its argument attributes
//! must be compatible, and are merged.

use rmlir::core::clone::CloneMap;
use rmlir::core::symbol::{SymbolTable, Visibility, visibility};
use rmlir::pass::Texts;
use rmlir::pass::output::with_operation;
use rmlir::prelude::*;
use rmlir_transform::structure::check_no_recursion;
use rmlir_transforms::duplicate_function_elimination::rename_symbols;

/// The errors if modules cannot be merged.
type Merged = Result<(), Vec<Diagnostic>>;

/// Adds clones of the symbols of `other` to `target`; the roots of both are symbol tables.
pub(crate) fn merge_symbols<'c>(target: &mut Body<'c>, other: &Body<'c>, texts: &dyn Texts) -> Merged {
    let mut other = other.clone_body();
    rename_colliding(target, &mut other, texts)?;
    rename_colliding(&mut other, target, texts)?;
    let Some(block) = target.entry(target.region(target.root(), 0)) else { return Ok(()) };
    for (name, symbol) in symbols(&other) {
        let known = SymbolTable::new(target).lookup(name);
        let moved = target.clone_op_from(&other, symbol, &mut CloneMap::default());
        target.append_op(block, moved);
        let Some(known) = known else { continue };
        let (gone, kept) = if can_merge(target, moved, known) { (moved, known) } else { (known, moved) };
        unite(target, gone, kept, texts)?;
    }
    check_no_recursion(OpRef::root(target)).map_err(|error| vec![*error])
}

/// The symbols directly in the root of `body`.
fn symbols(body: &Body) -> Vec<(Ident, OpId)> {
    let block = OpRef::root(body).region(0).entry();
    let ops = block.into_iter().flat_map(|block| block.ops());
    ops.filter_map(|op| Some((op.symbol_name()?, op.id))).collect()
}

/// The operation `op` of `body`, whether it is isolated or not.
fn function<'a>(body: &'a Body, op: OpId) -> Option<OpRef<'a>> {
    Some(OpRef::new(body, op)).filter(|op| op.interface::<dyn FunctionOp>().is_some())
}

fn is_declaration(function: OpRef) -> bool {
    function.region(0).is_empty()
}

/// Whether function `first` is a declaration and `second`, of the same body, is the same or its definition.
fn can_merge(body: &Body, first: OpId, second: OpId) -> bool {
    function(body, first).zip(function(body, second)).is_some_and(|(first, second)| declares(first, second))
}

fn declares(first: OpRef, second: OpRef) -> bool {
    is_declaration(first) && (visibility(second) == Visibility::Public || is_declaration(second))
}

/// Renames private symbols of the two modules, those of `first` before those of `second`, where both have one of that
/// name.
fn rename_colliding<'c>(first: &mut Body<'c>, second: &mut Body<'c>, texts: &dyn Texts) -> Merged {
    for (name, op) in symbols(first) {
        let Some(colliding) = SymbolTable::new(second).lookup(name) else { continue };
        let own = OpRef::new(first, op);
        let other = OpRef::new(second, colliding);
        let functions = function(first, op).zip(function(second, colliding));
        if functions.is_some_and(|(own, other)| declares(own, other) || declares(other, own)) {
            continue;
        }
        let (is_own_private, is_other_private) =
            (visibility(own) == Visibility::Private, visibility(other) == Visibility::Private);
        if !is_own_private && !is_other_private {
            let error = own.plain_error(format!("doubly defined symbol @{}", name.str(first.cx())));
            let error = error.note(other.loc().place(first.cx()), "previously defined here");
            return Err(vec![with_operation(texts, own, error)]);
        }
        let new = free_name(first, second, name);
        let (body, op) = if is_own_private { (&mut *first, op) } else { (&mut *second, colliding) };
        rename_symbols(body, name, new);
        let new = body.cx().str_attr(new.str(body.cx()));
        body.set_attr(op, "sym_name", new);
    }
    Ok(())
}

/// A name derived from `name` that is unused in both modules.
fn free_name(first: &Body, second: &Body, name: Ident) -> Ident {
    let cx = first.cx();
    let (first, second) = (SymbolTable::new(first), SymbolTable::new(second));
    let mut names = (0..).map(|number: u64| cx.ident(&format!("{}_{number}", name.str(cx))));
    let is_free = |name: &Ident| first.lookup(*name).is_none() && second.lookup(*name).is_none();
    names.find(is_free).expect("some number is free")
}

/// Erases the declaration `gone`, which `kept` replaces.
fn unite(body: &mut Body, gone: OpId, kept: OpId, texts: &dyn Texts) -> Merged {
    let (declaration, definition) = (OpRef::new(body, gone), OpRef::new(body, kept));
    let failed = |message: String| {
        let error = *declaration.plain_error(message);
        Err(vec![with_operation(texts, declaration, error)])
    };
    let ty = |op: OpRef| op.attr("function_type");
    if ty(declaration) != ty(definition) {
        let shown = ty(definition).map(|ty| body.cx().show_attr(ty)).unwrap_or_default();
        return failed(format!("external definition has a mismatching signature ('{shown}')"));
    }
    let (declared, defined) = (marks_of(declaration), marks_of(definition));
    let mut united = defined.clone();
    for (index, (own, other)) in declared.iter().zip(&defined).enumerate() {
        if *other == [false, false] {
            // As in upstream, a consumed argument is not read-only.
            united[index] = [own[0], own[1] && !own[0]];
        } else if other[0] && !own[0] || other[1] && !own[1] {
            return failed(format!(
                "external definition has mismatching consumption annotations for argument #{index}"
            ));
        }
    }
    if united != defined {
        set_marks(body, kept, &united);
    }
    body.erase_op(gone).expect("nothing uses results of a function");
    Ok(())
}

/// The effect attributes of an argument of a sequence.
const MARKS: [&str; 2] = ["transform.consumed", "transform.readonly"];

/// Of each argument which of [`MARKS`] it has.
fn marks_of(function: OpRef) -> Vec<[bool; 2]> {
    let Some(interface) = function.interface::<dyn FunctionOp>() else { return Vec::new() };
    let n_args = interface.argument_types(function).len();
    let attrs = rmlir::core::function::attrs_of(function, interface.attr_props().0, n_args);
    let cx = function.cx();
    let has = |attrs: Attr, mark: &str| attrs.dict_get(cx, cx.ident(mark)).is_some();
    attrs.into_iter().map(|attrs| MARKS.map(|mark| has(attrs, mark))).collect()
}

fn set_marks(body: &mut Body, op: OpId, marks: &[[bool; 2]]) {
    let cx = body.cx();
    let function = OpRef::new(body, op);
    let Some(interface) = function.interface::<dyn FunctionOp>() else { return };
    let slot = interface.attr_props().0;
    let mut attrs = rmlir::core::function::attrs_of(function, slot, marks.len());
    for (attrs, marks) in attrs.iter_mut().zip(marks) {
        let mut entries = attrs.as_dict(cx).unwrap_or(&[]).to_vec();
        for (name, _) in MARKS.iter().zip(marks).filter(|(_, is_set)| **is_set) {
            entries.push(NamedAttr { name: cx.ident(name), value: Attr::UNIT });
        }
        *attrs = cx.dict(entries);
    }
    let attrs = cx.array_attr(&attrs);
    body.set_prop(op, slot, attrs);
}
