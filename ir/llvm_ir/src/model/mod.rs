//! LLVM IR as data: the output of the parser and the input of the printer.
//!
//! In reading order: [`types`]; [`constant`]; [`attribute`]; [`metadata`]; [`inst`] instructions, [`value`] their
//! operands; [`layout`] size and alignment of types. Here: globals and the module.

pub mod attribute;
pub mod constant;
pub mod global_id;
pub mod inst;
pub mod layout;
pub mod metadata;
pub mod types;
pub mod value;

use attribute::AttributeSet;
use constant::{ConstData, ConstId, Constants};
use inst::FunctionBody;
use metadata::{Attachments, Metadata};
use rustc_hash::FxHashMap;
use types::{Ty, Types};

pub use self::global_id::GlobalId;
pub use inst::Opcode;

/// The common part of all globals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// The name.
    pub name: String,
    /// The value type.
    pub ty: Ty,
    /// The address space.
    pub space: u32,
    /// The keyword of its linkage; empty if it is external.
    pub linkage: &'static str,
    /// Whether it is defined in the same linkage unit.
    pub dso_local: bool,
    /// `hidden`, `protected` or empty.
    pub visibility: &'static str,
    /// `unnamed_addr`, `local_unnamed_addr` or empty.
    pub unnamed_addr: &'static str,
    /// `None` if it is not thread-local, an empty text for the general model, else the model.
    pub thread_local: Option<&'static str>,
    /// The section.
    pub section: Option<String>,
    /// The comdat, by its name.
    pub comdat: Option<String>,
    /// The alignment in bytes.
    pub align: u64,
    /// Its metadata attachments.
    pub attachments: Attachments,
    /// Its kind.
    pub kind: GlobalKind,
}

/// The kinds of globals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    /// A variable.
    Variable(Variable),
    /// A function.
    Function(Box<Function>),
    /// An alias of an address.
    Alias(Option<ConstId>),
    /// A function that a resolver chooses.
    IFunc(ConstId),
}

/// The part of a global that is specific to variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variable {
    /// Whether it is constant.
    pub constant: bool,
    /// Whether its initial value may be changed externally.
    pub externally_initialized: bool,
    /// The initial value.
    pub initializer: Option<ConstId>,
    /// Attributes.
    pub attrs: AttributeSet,
}

/// The part of a global that is specific to functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Function {
    /// The calling convention.
    pub convention: u32,
    /// The attributes of the function.
    pub attrs: AttributeSet,
    /// The attributes of the result.
    pub result_attrs: AttributeSet,
    /// The attributes of parameters.
    pub param_attrs: Vec<AttributeSet>,
    /// The names of parameters.
    pub param_names: Vec<Option<String>>,
    /// The garbage collector.
    pub gc: Option<String>,
    /// The personality function for exceptions.
    pub personality: Option<ConstId>,
    /// The body; `None` for declarations.
    pub body: Option<FunctionBody>,
}

/// A module.
#[derive(Default, Debug)]
pub struct Module {
    /// The module id.
    pub id: String,
    /// The name of the source file.
    pub source: String,
    /// The data layout.
    pub layout: String,
    /// The target triple.
    pub triple: String,
    /// The module-level inline assembly, in lines.
    pub asm: String,
    /// The comdats: names and selection kinds.
    pub comdats: Vec<(String, &'static str)>,
    /// The types.
    pub types: Types,
    /// The constants.
    pub constants: Constants,
    /// The metadata.
    pub metadata: Metadata,
    globals: Vec<Global>,
    by_name: FxHashMap<String, GlobalId>,
}

impl Global {
    /// A global with default properties.
    pub fn new(name: &str, ty: Ty, kind: GlobalKind) -> Self {
        Self {
            name: name.to_owned(),
            ty,
            space: 0,
            linkage: "",
            dso_local: false,
            visibility: "",
            unnamed_addr: "",
            thread_local: None,
            section: None,
            comdat: None,
            align: 0,
            attachments: Attachments::default(),
            kind,
        }
    }

    /// The function, if it is one.
    pub fn function(&self) -> Option<&Function> {
        match &self.kind {
            GlobalKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Whether it is a declaration.
    pub fn is_declaration(&self) -> bool {
        match &self.kind {
            GlobalKind::Function(function) => function.body.is_none(),
            GlobalKind::Variable(variable) => variable.initializer.is_none(),
            _ => false,
        }
    }
}

impl Module {
    /// Adds a global.
    pub fn add(&mut self, global: Global) -> GlobalId {
        let id = GlobalId(self.globals.len() as u32);
        self.by_name.insert(global.name.clone(), id);
        self.globals.push(global);
        id
    }

    /// A global.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    /// A global, mutably.
    pub fn global_mut(&mut self, id: GlobalId) -> &mut Global {
        &mut self.globals[id.0 as usize]
    }

    /// A function, mutably.
    ///
    /// # Panics
    /// If the global is none.
    pub fn function_mut(&mut self, id: GlobalId) -> &mut Function {
        match &mut self.globals[id.0 as usize].kind {
            GlobalKind::Function(function) => function,
            _ => panic!("the global is a function"),
        }
    }

    /// The global of this name.
    pub fn lookup(&self, name: &str) -> Option<GlobalId> {
        self.by_name.get(name).copied()
    }

    /// All globals, in the order in which they were added.
    pub fn globals(&self) -> impl Iterator<Item = (GlobalId, &Global)> {
        self.globals.iter().enumerate().map(|(index, global)| (GlobalId(index as u32), global))
    }

    /// The functions.
    pub fn functions(&self) -> impl Iterator<Item = (GlobalId, &Global, &Function)> {
        self.globals().filter_map(|(id, global)| global.function().map(|function| (id, global, function)))
    }

    /// The address of a global.
    pub fn address(&mut self, id: GlobalId) -> ConstId {
        let space = self.global(id).space;
        let ty = self.types.ptr(space);
        self.constants.get(ty, ConstData::Global(id))
    }

    /// A constant of zeros.
    pub fn zero(&mut self, ty: Ty) -> ConstId {
        self.constants.zero(&self.types, ty)
    }
}
