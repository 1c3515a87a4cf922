//! The functions of a module that are to be called.

use rmlir::core::interfaces::Callable;
use rmlir::core::{Attr, Body, OpRef};
use rmlir::diag::Diagnostic;
use rmlir::interp::{Kind, Settings};
use rmlir_func as func;

use super::no_code::NoCode;
use super::{Threads, lower};

/// A function: its name, and the kinds of its arguments and results.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The kinds of its arguments.
    pub inputs: Vec<Kind>,
    /// The kinds of its results.
    pub outputs: Vec<Kind>,
}

/// See the module. They are collected before the module is lowered.
#[derive(Clone, Debug, Default)]
pub struct Entries(pub Vec<Entry>);

/// The attribute for which the lowering generates a wrapper that C can call.
const EMIT_C_INTERFACE: &str = "llvm.emit_c_interface";

fn functions<'a>(body: &'a Body<'a>) -> impl Iterator<Item = OpRef<'a>> {
    let ops = OpRef::root(body).region(0).blocks().flat_map(|block| block.ops());
    ops.filter(|op| op.interface::<dyn Callable>().is_some() && op.symbol_name().is_some())
}

impl Entry {
    fn of(op: OpRef) -> Result<Self, Box<Diagnostic>> {
        let callable = op.interface::<dyn Callable>().expect("functions are callable");
        let kinds = |types: Vec<rmlir::core::Type>| {
            let kinds = types.into_iter().map(|ty| Kind::of(op.cx(), ty, Settings::default().vscale));
            let kinds: Result<Vec<Kind>, String> = kinds.filter(|kind| *kind != Ok(Kind::Opaque)).collect();
            kinds.map_err(|reason| op.error(format!("cannot be called: {reason}")))
        };
        let name = op.symbol_name().expect("functions have names").str(op.cx()).to_owned();
        Ok(Self { name, inputs: kinds(callable.argument_types(op))?, outputs: kinds(callable.result_types(op))? })
    }
}

impl Entries {
    /// The function called `name`.
    pub fn one(body: &Body, name: &str) -> Result<Self, Vec<Diagnostic>> {
        let found = functions(body).find(|op| op.symbol_name().is_some_and(|symbol| symbol.str(op.cx()) == name));
        let error = || Diagnostic::error(rmlir::diag::Place::Unknown, format!("there is no function '{name}'"));
        let entry = Entry::of(found.ok_or_else(|| vec![error()])?).map_err(|error| vec![*error])?;
        Ok(Self(vec![entry]))
    }

    /// All functions that have a body.
    pub fn all(body: &Body) -> Result<Self, Vec<Diagnostic>> {
        let with_body =
            functions(body).filter(|op| op.resolve().regions().next().is_some_and(|region| !region.is_empty()));
        let entries: Result<Vec<Entry>, _> = with_body.map(Entry::of).collect();
        Ok(Self(entries.map_err(|error| vec![*error])?))
    }

    /// Lowers the module for one thread, and adds the entry wrappers.
    pub fn prepare(&self, body: &mut Body) -> Result<(), NoCode> {
        self.prepare_for(body, Threads::One)
    }

    /// As [`Self::prepare`], for these threads.
    pub fn prepare_for(&self, body: &mut Body, threads: Threads) -> Result<(), NoCode> {
        self.mark(body);
        lower(body, threads).map_err(NoCode::Module)?;
        self.0
            .iter()
            .try_for_each(|entry| rmlir_jit::entry::add(body, &entry.name, &entry.inputs))
            .map_err(NoCode::Machine)
    }

    fn mark(&self, body: &mut Body) {
        let named = |op: &OpRef| {
            let name = op.symbol_name().map_or("", |name| name.str(op.cx()));
            op.is::<func::FuncOp>() && self.0.iter().any(|entry| entry.name == name)
        };
        let found: Vec<_> = functions(body).filter(named).map(|op| op.id).collect();
        for op in found {
            body.set_attr(op, EMIT_C_INTERFACE, Attr::UNIT);
        }
        // No other function is called from outside.
        let others: Vec<_> =
            functions(body).filter(|op| op.is::<func::FuncOp>() && !named(op)).map(|op| op.id).collect();
        let private = body.cx().str_attr("private");
        for op in others {
            body.set_attr(op, "sym_visibility", private);
        }
    }
}
