//! What one run of the pass knows of functions, and the globals it makes.

use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use super::Options;

/// Options, functions and globals.
#[derive(Default)]
pub struct Session {
    /// What is wanted.
    pub options: Options,
    /// The functions of the module.
    pub functions: Functions,
    /// The globals of the module.
    pub globals: Globals,
}

/// What a function does with the buffer of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// It is read.
    pub read: bool,
    /// It is written to.
    pub written: bool,
}

impl Access {
    /// As it stands in attributes.
    pub fn name(self) -> &'static str {
        match (self.read, self.written) {
            (true, true) => "read-write",
            (true, false) => "read",
            (false, true) => "write",
            (false, false) => "none",
        }
    }

    /// From an attribute.
    pub fn of_name(name: &str) -> Self {
        Self { read: matches!(name, "read" | "read-write"), written: matches!(name, "write" | "read-write") }
    }
}

/// What the analysis found of a function.
#[derive(Clone, Debug, Default)]
pub struct FunctionFacts {
    /// The argument whose buffer each result is, by result.
    pub equivalent: FxHashMap<usize, usize>,
    /// The results whose buffers may overlap each argument's, by argument.
    pub aliasing: FxHashMap<usize, Vec<usize>>,
    /// What is done with each argument's buffer, by argument.
    pub access: FxHashMap<usize, Access>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct FunctionInfo {
    /// Types of the arguments, as they are now.
    pub inputs: Vec<Type>,
    /// Types of the results, as they are now.
    pub results: Vec<Type>,
    /// The attributes of the arguments.
    pub arg_attrs: Vec<Attr>,
    /// What the analysis found; `None` if it has not been there yet.
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

    /// The function that `call`, a call by name, goes to.
    pub fn callee(&self, call: OpRef) -> Option<&FunctionInfo> {
        let ValueOrAttr::Attr(callee) = call.interface::<dyn CallOp>()?.callee(call) else { return None };
        self.get(callee.as_flat_symbol(call.cx())?)
    }
}

/// A constant in memory.
#[derive(Clone, Copy, Debug)]
pub struct Global {
    /// Its name.
    pub name: Ident,
    /// The type of the buffer.
    pub ty: Type,
    /// The elements.
    pub value: Attr,
    /// The alignment; 0 if none is stated.
    pub alignment: u64,
    /// Where it comes from.
    pub loc: Loc,
}

/// The constants of a module, and names that are taken there.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    /// Those there are, in the order of the module, then new ones.
    all: Vec<Global>,
    n_old: usize,
    /// Names that are taken.
    taken: FxHashMap<Ident, ()>,
    /// How many names were made unique.
    counter: u64,
    /// Whether there is a module to put them in.
    has_module: bool,
}

impl Globals {
    /// Those of a module, and the names that are taken in it.
    pub fn new(old: Vec<Global>, taken: impl IntoIterator<Item = Ident>) -> Self {
        let taken = taken.into_iter().map(|name| (name, ())).collect();
        Self { n_old: old.len(), all: old, taken, counter: 0, has_module: true }
    }

    /// A global with these elements, an old one if there is one; `None`
    /// without a module.
    pub fn for_constant(&mut self, cx: &Context, wanted: Global, stem: &str) -> Option<Global> {
        if !self.has_module {
            return None;
        }
        // New ones are put before those that are there.
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

    /// `stem`, or the first free name with a number after it; numbers are not used again.
    fn fresh_name(&mut self, cx: &Context, stem: &str) -> Ident {
        let mut name = cx.ident(stem);
        while self.taken.contains_key(&name) {
            name = cx.ident(&format!("{stem}_{}", self.counter));
            self.counter += 1;
        }
        name
    }

    /// Those that were made.
    pub fn new_globals(&self) -> &[Global] {
        &self.all[self.n_old..]
    }
}
