//! The linker, which collects the parts of a program, each once.

use std::sync::Arc;

use rmlir_core::interfaces::Callable;
use rmlir_core::symbol::SymbolScope;
use rmlir_core::{Body, Context, OpId, OpRef, SymbolRef, TraitSet};
use rmlir_diag::Diagnostic;
use rustc_hash::FxHashMap;

use crate::code::{Function, Site};
use crate::kind::Kind;
use crate::signature::Signature;
use crate::state::{Content, Fill, Global};

/// The parameters of the compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The value of `vscale` for scalable vectors.
    pub vscale: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { vscale: 1 }
    }
}

/// A key that identifies an operation across bodies.
pub(crate) type Key = (u32, OpId);

/// Compiles the parts of a program, each once.
pub(crate) struct Linker<'a> {
    pub(crate) cx: &'a Context,
    pub(crate) root: Key,
    settings: Settings,
    pub(crate) functions: Vec<Function>,
    by_op: FxHashMap<Key, u32>,
    pub(crate) waiting: Vec<(u32, OpRef<'a>, OpRef<'a>)>,
    tables: FxHashMap<Key, OpRef<'a>>,
    scopes: FxHashMap<Key, SymbolScope<'a>>,
    pub(crate) sites: Vec<Site>,
    texts: FxHashMap<&'a str, Arc<str>>,
    pub(crate) globals: Vec<Global>,
    pub(crate) global_by_op: FxHashMap<Key, u32>,
}

impl<'a> Linker<'a> {
    pub(crate) fn new(body: &'a Body<'a>, settings: Settings) -> Self {
        let mut functions = Vec::new();
        collect(OpRef::root(body), &mut functions);
        let tables = functions.iter().map(|&(table, op)| (key(op), table)).collect();
        Self {
            cx: body.cx(),
            root: key(OpRef::root(body)),
            settings,
            functions: Vec::new(),
            by_op: FxHashMap::default(),
            waiting: Vec::new(),
            tables,
            scopes: FxHashMap::default(),
            sites: Vec::new(),
            texts: FxHashMap::default(),
            globals: Vec::new(),
            global_by_op: FxHashMap::default(),
        }
    }

    pub fn cx(&self) -> &'a Context {
        self.cx
    }

    pub fn settings(&self) -> Settings {
        self.settings
    }

    pub fn text(&mut self, text: &'a str) -> Arc<str> {
        self.texts.entry(text).or_insert_with(|| text.into()).clone()
    }

    pub fn add_site(&mut self, site: Site) -> u32 {
        self.sites.push(site);
        self.sites.len() as u32 - 1
    }

    /// Sets the end of the instructions of an operation.
    pub fn end_site(&mut self, site: u32, end: u32) {
        self.sites[site as usize].end = end;
    }

    /// The operation that a symbol refers to in `table`.
    pub fn symbol<'s>(&mut self, table: OpRef<'a>, symbol: impl Into<SymbolRef<'s>>) -> Option<OpRef<'a>> {
        self.scopes.entry(key(table)).or_insert_with(|| SymbolScope::new(table)).lookup(symbol)
    }

    /// The index of a function, which is added to the worklist.
    pub fn function(&mut self, op: OpRef<'a>) -> Result<u32, Box<Diagnostic>> {
        if let Some(&number) = self.by_op.get(&key(op)) {
            return Ok(number);
        }
        if op.interface::<dyn Callable>().is_none() {
            return Err(op.error("is no function"));
        }
        let table = self.tables.get(&key(op)).copied().unwrap_or(op);
        let signature = signature(op, self.settings);
        let Signature { inputs, outputs } =
            signature.map_err(|reason| op.error(format!("cannot be interpreted: {reason}")))?;
        let (name, place) = (full_name(self.root, table, op), op.loc().place(self.cx));
        let number = self.functions.len() as u32;
        self.functions.push(Function { name, inputs, outputs, place, code: None });
        self.by_op.insert(key(op), number);
        self.waiting.push((number, table, op));
        Ok(number)
    }

    pub(crate) fn add_global(&mut self, op: OpRef<'a>, size: u64, content: Content) -> u32 {
        let number = self.globals.len() as u32;
        self.globals.push(Global { size, content });
        self.global_by_op.insert(key(op), number);
        number
    }

    pub fn global(&mut self, op: OpRef<'a>, size: u64, fill: Fill) -> u32 {
        match self.global_by_op.get(&key(op)) {
            Some(&number) => number,
            None => self.add_global(op, size, Content::Fill(fill)),
        }
    }
}

/// The signature of a function, or the reason why it is not supported.
pub(crate) fn signature(op: OpRef, settings: Settings) -> Result<Signature, String> {
    let callable = op.interface::<dyn Callable>().ok_or("it is no function")?;
    let kinds = |types: Vec<rmlir_core::Type>| {
        types.into_iter().map(|ty| Kind::of(op.cx(), ty, settings.vscale)).collect::<Result<Vec<Kind>, String>>()
    };
    Ok(Signature { inputs: kinds(callable.argument_types(op))?, outputs: kinds(callable.result_types(op))? })
}

/// Collects functions with their symbol tables, including those of nested tables.
pub(crate) fn collect<'a>(table: OpRef<'a>, functions: &mut Vec<(OpRef<'a>, OpRef<'a>)>) {
    let mut tables = vec![table];
    while let Some(table) = tables.pop() {
        for op in table.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()) {
            if op.interface::<dyn Callable>().is_some() && op.symbol_name().is_some() {
                functions.push((table, op));
            } else if op.has(TraitSet::SYMBOL_TABLE) {
                tables.push(op.resolve());
            }
        }
    }
}

/// The name of a function, qualified by the names of nested modules.
pub(crate) fn full_name(root: Key, table: OpRef, op: OpRef) -> String {
    let name = op.symbol_name().map_or("", |name| name.str(op.cx()));
    match table.symbol_name().filter(|_| key(table) != root) {
        Some(table) => format!("{}::{name}", table.str(op.cx())),
        None => name.to_owned(),
    }
}

pub(crate) fn key(op: OpRef) -> Key {
    (op.body.number(), op.id)
}
