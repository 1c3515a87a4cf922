//! Functions, and new globals.

use rmlir::prelude::*;
use rustc_hash::FxHashMap;

/// The accesses of a function to the buffer of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Whether the function reads the buffer.
    pub read: bool,
    /// Whether the function writes to the buffer.
    pub written: bool,
}

impl Access {
    /// The name in attributes.
    pub fn name(self) -> &'static str {
        match (self.read, self.written) {
            (true, true) => "read-write",
            (true, false) => "read",
            (false, true) => "write",
            (false, false) => "none",
        }
    }

    /// Parses the name in attributes.
    pub fn of_name(name: &str) -> Self {
        Self { read: matches!(name, "read" | "read-write"), written: matches!(name, "write" | "read-write") }
    }
}

/// The results of the analysis of a function.
#[derive(Clone, Debug, Default)]
pub struct FunctionFacts {
    /// The argument whose buffer is equivalent to that of each result, by result index.
    pub equivalent: FxHashMap<usize, usize>,
    /// The results whose buffers may alias each argument's, by argument index.
    pub aliasing: FxHashMap<usize, Vec<usize>>,
    /// The accesses to each argument's buffer, by argument index.
    pub access: FxHashMap<usize, Access>,
}

/// The signature and the analysis of a function.
#[derive(Clone, Debug)]
pub struct FunctionInfo {
    /// Types of the arguments, which change when the function is bufferized.
    pub inputs: Vec<Type>,
    /// Types of the results, which change when the function is bufferized.
    pub results: Vec<Type>,
    /// The attributes of the arguments.
    pub arg_attrs: Vec<Attr>,
    /// The results of the analysis; `None` before the function is analysed.
    pub facts: Option<FunctionFacts>,
}

/// The functions of a module, by name.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    by_name: FxHashMap<Ident, FunctionInfo>,
}

impl Functions {
    /// Adds or replaces a function.
    pub fn insert(&mut self, name: Ident, info: FunctionInfo) {
        self.by_name.insert(name, info);
    }

    /// The function called `name`.
    pub fn get(&self, name: Ident) -> Option<&FunctionInfo> {
        self.by_name.get(&name)
    }

    /// The function called `name`, to be changed.
    pub fn get_mut(&mut self, name: Ident) -> Option<&mut FunctionInfo> {
        self.by_name.get_mut(&name)
    }

    /// The callee of `call`, a direct call.
    pub fn callee(&self, call: OpRef) -> Option<&FunctionInfo> {
        let ValueOrAttr::Attr(callee) = call.interface::<dyn CallOp>()?.callee(call) else { return None };
        self.get(callee.as_flat_symbol(call.cx())?)
    }
}

/// A constant global.
#[derive(Clone, Copy, Debug)]
pub struct Global {
    /// Its name.
    pub name: Ident,
    /// The type of the buffer.
    pub ty: Type,
    /// The elements.
    pub value: Attr,
    /// The alignment in bytes; 0 if none is specified.
    pub alignment: u64,
    /// The location of the global.
    pub loc: Loc,
}

/// The globals of a module, and the symbol names that are in use.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    /// The existing globals, in the order of the module, then the new ones.
    all: Vec<Global>,
    n_old: usize,
    /// The symbol names that are in use.
    taken: FxHashMap<Ident, ()>,
    /// The suffix of the next symbol name that is made unique.
    counter: u64,
    /// Whether there is a module that can hold globals.
    has_module: bool,
}

impl Globals {
    /// The globals of a module, and the symbol names that are in use in it.
    pub fn new(old: Vec<Global>, taken: impl IntoIterator<Item = Ident>) -> Self {
        let taken = taken.into_iter().map(|name| (name, ())).collect();
        Self { n_old: old.len(), all: old, taken, counter: 0, has_module: true }
    }

    /// A global with these elements, an existing one if possible; `None` without a module.
    pub fn for_constant(&mut self, cx: &Context, wanted: Global, stem: &str) -> Option<Global> {
        if !self.has_module {
            return None;
        }
        // New globals are inserted before existing ones.
        let (old, new) = self.all.split_at(self.n_old);
        let same = |global: &&Global| global.alignment == wanted.alignment && global.value == wanted.value;
        if let Some(&found) = new.iter().rev().chain(old).find(same) {
            return Some(found);
        }
        let name = self.fresh_name(cx, stem);
        let global = Global { name, ..wanted };
        self.taken.insert(name, ());
        self.all.push(global);
        Some(global)
    }

    /// `stem`, or the first free name with a numeric suffix; suffixes are not reused.
    fn fresh_name(&mut self, cx: &Context, stem: &str) -> Ident {
        let mut name = cx.ident(stem);
        while self.taken.contains_key(&name) {
            name = cx.ident(&format!("{stem}_{}", self.counter));
            self.counter += 1;
        }
        name
    }

    /// The new globals.
    pub fn new_globals(&self) -> &[Global] {
        &self.all[self.n_old..]
    }
}
