//! Programs: the functions of a module, compiled.
//!
//! Steps: 1. requested functions are put on a worklist; 2. each of them is compiled, which adds its callees to the
//! worklist; 3. all errors are returned together.

use std::sync::Arc;

use rmlir_core::interfaces::Callable;
use rmlir_core::symbol::{SymbolScope, Visibility, visibility};
use rmlir_core::{Attr, Body, Context, OpId, OpRef, TraitSet};
use rmlir_diag::{Diagnostic, Place};
use rustc_hash::FxHashMap;

use crate::code::{Code, Function, Site};
use crate::emit::Emit;
use crate::fault::Fault;
use crate::kind::Kind;
use crate::machine::Machine;
use crate::signature::Signature;
use crate::value::Value;

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

/// A compiled program; see the module documentation.
pub struct Program {
    pub(crate) functions: Vec<Function>,
    /// The operations of the instructions.
    pub sites: Vec<Site>,
    pub(crate) globals: Vec<Global>,
}

/// A function that initializes a global variable at an address.
pub(crate) type Fill = Box<dyn Fn(&mut Machine, u64) -> Result<(), Box<Fault>> + Send + Sync>;

/// A global variable.
pub(crate) struct Global {
    pub size: u64,
    pub content: Content,
}

/// The initializer of a global variable.
pub(crate) enum Content {
    Fill(Fill),
    /// The result of a function without arguments.
    Function(u32, Kind),
}

impl Program {
    /// Compiles every function of the module with the body `body`.
    pub fn compile(body: &Body, settings: Settings) -> Result<Program, Vec<Diagnostic>> {
        let mut functions = Vec::new();
        collect(OpRef::root(body), &mut functions);
        Linker::new(body, settings).link(&functions)
    }

    /// Compiles a function of the module and its dependencies. In nested modules names are joined by `::`.
    pub fn compile_entry(body: &Body, entry: &str, settings: Settings) -> Result<Program, Vec<Diagnostic>> {
        let mut functions = Vec::new();
        collect(OpRef::root(body), &mut functions);
        let root = key(OpRef::root(body));
        let found = functions.iter().copied().find(|&(table, op)| full_name(root, table, op) == entry);
        let Some(found) = found else {
            let error = Diagnostic::error(Place::Unknown, format!("there is no function '{entry}'"));
            let names: Vec<String> = functions.iter().map(|&(table, op)| full_name(root, table, op)).collect();
            let near = rmlir_diag::near_name(entry, names.iter().map(String::as_str));
            return Err(vec![match near {
                Some(near) => error.help(format!("there is '{near}'")),
                None => error,
            }]);
        };
        Linker::new(body, settings).link(&[found])
    }

    /// Compiles some functions of the module and their dependencies, by the names in [`entries`].
    pub fn compile_some(body: &Body, names: &[&str], settings: Settings) -> Result<Program, Vec<Diagnostic>> {
        let mut functions = Vec::new();
        collect(OpRef::root(body), &mut functions);
        let root = key(OpRef::root(body));
        functions.retain(|&(table, op)| names.contains(&full_name(root, table, op).as_str()));
        Linker::new(body, settings).link(&functions)
    }

    /// The functions.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The function called `name`.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}

/// A function of a module, compiled or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name; in nested modules names are joined by `::`.
    pub name: String,
    /// Whether it is visible outside of the module.
    pub is_public: bool,
    /// Whether it has no body.
    pub is_declaration: bool,
    /// The signature, or the reason why it is not supported.
    pub signature: Result<Signature, String>,
    /// Its location.
    pub place: Place,
}

/// The functions of the module with the body `body`, including those of nested modules.
pub fn entries(body: &Body, settings: Settings) -> Vec<Entry> {
    let root = OpRef::root(body);
    let mut functions = Vec::new();
    collect(root, &mut functions);
    let entry = |(table, op): (OpRef, OpRef)| {
        let callable = op.interface::<dyn Callable>().expect("functions are callable");
        Entry {
            name: full_name(key(root), table, op),
            is_public: visibility(op) != Visibility::Private,
            is_declaration: callable.callable_region(op).is_none(),
            signature: signature(op, settings),
            place: op.loc().place(op.cx()),
        }
    };
    functions.into_iter().map(entry).collect()
}

fn signature(op: OpRef, settings: Settings) -> Result<Signature, String> {
    let callable = op.interface::<dyn Callable>().ok_or("it is no function")?;
    let kinds = |types: Vec<rmlir_core::Type>| {
        types.into_iter().map(|ty| Kind::of(op.cx(), ty, settings.vscale)).collect::<Result<Vec<Kind>, String>>()
    };
    Ok(Signature { inputs: kinds(callable.argument_types(op))?, outputs: kinds(callable.result_types(op))? })
}

/// Collects functions with their symbol tables, including those of nested tables.
fn collect<'a>(table: OpRef<'a>, functions: &mut Vec<(OpRef<'a>, OpRef<'a>)>) {
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
fn full_name(root: Key, table: OpRef, op: OpRef) -> String {
    let name = op.symbol_name().map_or("", |name| name.str(op.cx()));
    match table.symbol_name().filter(|_| key(table) != root) {
        Some(table) => format!("{}::{name}", table.str(op.cx())),
        None => name.to_owned(),
    }
}

/// A key that identifies an operation across bodies.
type Key = (u32, OpId);

fn key(op: OpRef) -> Key {
    (op.body.number(), op.id)
}

/// Compiles the parts of a program, each once.
pub(crate) struct Linker<'a> {
    cx: &'a Context,
    root: Key,
    settings: Settings,
    functions: Vec<Function>,
    by_op: FxHashMap<Key, u32>,
    waiting: Vec<(u32, OpRef<'a>, OpRef<'a>)>,
    tables: FxHashMap<Key, OpRef<'a>>,
    scopes: FxHashMap<Key, SymbolScope<'a>>,
    sites: Vec<Site>,
    texts: FxHashMap<&'a str, Arc<str>>,
    globals: Vec<Global>,
    global_by_op: FxHashMap<Key, u32>,
}

impl<'a> Linker<'a> {
    fn new(body: &'a Body<'a>, settings: Settings) -> Self {
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

    fn link(mut self, entries: &[(OpRef<'a>, OpRef<'a>)]) -> Result<Program, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        for &(_, op) in entries {
            if let Err(error) = self.function(op) {
                errors.push(*error);
            }
        }
        while let Some((number, table, op)) = self.waiting.pop() {
            match self.compile(table, op) {
                Ok(code) => self.functions[number as usize].code = code,
                Err(error) => errors.push(*error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Program { functions: self.functions, sites: self.sites, globals: self.globals })
    }

    fn compile(&mut self, table: OpRef<'a>, op: OpRef<'a>) -> Result<Option<Code>, Box<Diagnostic>> {
        let callable = op.interface::<dyn Callable>().expect("functions are callable");
        let Some(region) = callable.callable_region(op) else { return Ok(None) };
        let mut emit = Emit::new(self, table, 0);
        let params = emit.region_args(region);
        emit.set_params(params);
        emit.region(region, Vec::new())?;
        Ok(Some(emit.finish()))
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
    pub fn symbol(&mut self, table: OpRef<'a>, symbol: Attr) -> Option<OpRef<'a>> {
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

    fn add_global(&mut self, op: OpRef<'a>, size: u64, content: Content) -> u32 {
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

    pub fn global_of_region(
        &mut self,
        table: OpRef<'a>,
        op: OpRef<'a>,
        kind: Kind,
        region: usize,
    ) -> Result<u32, Box<Diagnostic>> {
        if let Some(&number) = self.global_by_op.get(&key(op)) {
            return Ok(number);
        }
        let function = self.functions.len() as u32;
        let (name, place) = (full_name(self.root, table, op), op.loc().place(self.cx));
        let outputs = vec![kind.clone()];
        self.functions.push(Function { name, inputs: Vec::new(), outputs, place, code: None });
        let size = kind.size();
        // It is registered before its region is compiled, which may refer to it.
        let number = self.add_global(op, size, Content::Function(function, kind));
        let mut emit = Emit::new(self, table, 0);
        emit.region(op.region(region), Vec::new())?;
        self.functions[function as usize].code = Some(emit.finish());
        Ok(number)
    }
}

impl Machine<'_> {
    /// Allocates and initializes the global variables of the program.
    pub(crate) fn make_globals(&mut self) -> Result<(), crate::fault::Trap> {
        let program = self.program;
        let unplaced = |fault: Box<Fault>| {
            let diagnostic =
                Box::new(Diagnostic::error(Place::Unknown, format!("a global variable {}", fault.message)));
            crate::fault::Trap { kind: fault.kind, diagnostic }
        };
        for global in &program.globals {
            let address = self.memory.allocate(global.size, crate::memory::Origin::Global).map_err(unplaced)?;
            self.globals.push(address);
        }
        for (number, global) in program.globals.iter().enumerate() {
            let address = self.globals[number];
            match &global.content {
                Content::Fill(fill) => fill(self, address).map_err(unplaced)?,
                Content::Function(function, kind) => {
                    let values = self.run(*function, Vec::new(), None)?;
                    let value = values.first().unwrap_or(&Value::Poison);
                    kind.store(&mut self.memory, address, value).map_err(unplaced)?;
                }
            }
        }
        Ok(())
    }
}
