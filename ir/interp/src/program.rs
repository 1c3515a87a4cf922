//! Programs: the functions of a module, compiled.
//!
//! Steps: 1. requested functions are put on a worklist; 2. each of them is compiled, which adds its callees to the
//! worklist; 3. all errors are returned together.

use rmlir_core::interfaces::Callable;
use rmlir_core::symbol::{Visibility, visibility};
use rmlir_core::{Body, OpRef};
use rmlir_diag::{Diagnostic, Place};

use crate::emit::Emit;
use crate::fault::Fault;
use crate::kind::Kind;
pub use crate::linker::Settings;
use crate::linker::{Linker, collect, full_name, key, signature};
use crate::machine::Machine;
use crate::signature::Signature;
pub use crate::state::Program;
use crate::state::{Code, Content, Function};
use crate::value::Value;

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

impl<'a> Linker<'a> {
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
