//! Functions and variables of a module, by name.

use std::rc::Rc;
use std::sync::Arc;

use cranelift_codegen::settings;
use cranelift_codegen::settings::Configurable;
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{DataDescription, DataId, FuncId, Linkage, Module as _, ModuleError};
use rmlir::core::{Body, Context, DialectType as _, Ident, OpRef, Type};
use rmlir::diag::{Diagnostic, Place};
use rmlir::interp::Kind;
use rmlir_llvm::constant_value;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::ops::global::{AliasOp, GlobalOp};
use rmlir_llvm::types::FunctionType;
use rustc_hash::FxHashMap;

use super::data::bytes_of;
use super::outcome::{Translated, unsupported};
use super::signature::Signature;
use crate::host;
use crate::leaf::{Leaf, Register, leaves, registers};
use crate::native::raw;

/// The memory layout and the registers of a type.
pub struct Shape {
    /// The kind, which determines the memory layout.
    pub kind: Kind,
    /// The leaves of its values.
    pub leaves: Vec<Leaf>,
    /// The registers that hold the leaves.
    pub registers: Vec<Register>,
}

/// A function of the module, or one that it declares.
#[derive(Clone)]
pub struct Function {
    /// Its id in Cranelift.
    pub id: FuncId,
    /// Its calling convention.
    pub signature: Rc<Signature>,
}

/// Code that can be called.
pub struct Finished {
    /// The owner of the code.
    pub jit: JITModule,
    /// The addresses of functions.
    pub functions: FxHashMap<String, usize>,
    /// The addresses of variables' initializers, in reverse order of first use.
    pub initializers: Vec<usize>,
}

/// The function or variable that a symbol names.
#[derive(Clone)]
pub enum Named {
    /// A function.
    Function(Function),
    /// A variable.
    Variable(DataId),
}

/// See the module.
pub struct Module<'a> {
    /// The context of the module.
    pub cx: &'a Context,
    /// The module that code is added to.
    pub jit: JITModule,
    symbols: FxHashMap<&'a str, OpRef<'a>>,
    order: Vec<OpRef<'a>>,
    named: FxHashMap<&'a str, Named>,
    hosts: FxHashMap<&'static str, Function>,
    shapes: FxHashMap<Type, Rc<Shape>>,
    waiting: Vec<(OpRef<'a>, DataId)>,
    pub(super) initializers: Vec<FuncId>,
    pub(super) builder: FunctionBuilderContext,
    pub(super) context: cranelift_codegen::Context,
}

impl<'a> Module<'a> {
    /// Collects the symbols of the module.
    pub fn new(body: &'a Body<'a>) -> Translated<Self> {
        let root = OpRef::root(body);
        let order: Vec<OpRef> =
            root.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()).collect();
        let named = order.iter().filter_map(|&op| Some((op.symbol_name()?.str(op.cx()), op)));
        let jit = machine().map_err(|reason| Box::new(Diagnostic::error(Place::Unknown, reason)))?;
        let context = jit.make_context();
        Ok(Self {
            cx: body.cx(),
            jit,
            symbols: named.collect(),
            order,
            named: FxHashMap::default(),
            hosts: FxHashMap::default(),
            shapes: FxHashMap::default(),
            waiting: Vec::new(),
            initializers: Vec::new(),
            builder: FunctionBuilderContext::new(),
            context,
        })
    }

    /// The functions that have bodies.
    pub fn functions(&self) -> impl Iterator<Item = OpRef<'a>> {
        self.order.iter().copied().filter(|&op| has_code(op))
    }

    /// The shape of a type, or the reason why its values have no registers.
    pub fn shape_of(&mut self, ty: Type) -> Result<Rc<Shape>, String> {
        if let Some(shape) = self.shapes.get(&ty) {
            return Ok(shape.clone());
        }
        let kind = Kind::of(self.cx, ty, 1)?;
        let shape = Rc::new(Shape { leaves: leaves(&kind)?, registers: registers(&kind), kind });
        self.shapes.insert(ty, shape.clone());
        Ok(shape)
    }

    /// The shape of a type that `op` uses.
    pub fn shape(&mut self, op: OpRef<'a>, ty: Type) -> Translated<Rc<Shape>> {
        self.shape_of(ty).map_err(|reason| unsupported(op, &reason))
    }

    /// The calling convention of a function of this type.
    pub fn signature(&mut self, op: OpRef<'a>, inputs: &[Type], output: Option<Type>) -> Translated<Rc<Signature>> {
        let mut given = Vec::new();
        for &input in inputs {
            given.extend_from_slice(&self.shape(op, input)?.registers);
        }
        let result = match output {
            Some(ty) => self.shape(op, ty)?.registers.clone(),
            None => Vec::new(),
        };
        Ok(Rc::new(Signature::new(self.jit.isa().default_call_conv(), &given, result)))
    }

    /// The definition of the symbol `name`, which `user` references.
    pub fn named(&mut self, user: OpRef<'a>, name: Ident) -> Translated<Named> {
        let name = name.str(self.cx);
        let Some((&name, &op)) = self.symbols.get_key_value(name) else {
            return Err(unsupported(user, &format!("there is no '{name}' in the module")));
        };
        if let Some(named) = self.named.get(name) {
            return Ok(named.clone());
        }
        let named = if op.is::<LLVMFuncOp>() {
            Named::Function(self.declare(user, op, name)?)
        } else if op.is::<GlobalOp>() {
            Named::Variable(self.variable(op, name)?)
        } else if op.is::<AliasOp>() {
            return Err(unsupported(user, "aliases have no address"));
        } else {
            return Err(unsupported(user, &format!("'{name}' is no function or variable")));
        };
        self.named.insert(name, named.clone());
        Ok(named)
    }

    fn declare(&mut self, user: OpRef<'a>, op: OpRef<'a>, name: &'a str) -> Translated<Function> {
        let ty = FunctionType::from_type(self.cx, op.get(LLVMFuncOp::function_type))
            .expect("a verified function has a type");
        let signature = self.signature(op, &ty.inputs(self.cx), Some(ty.result(self.cx)))?;
        if !has_code(op) && signature.by_memory {
            return Err(unsupported(user, &format!("'{name}' is a function of C that returns a structure")));
        }
        let linkage = match has_code(op) {
            true => Linkage::Export,
            false if host::find(name).is_some() || raw::find_symbol(name).is_some() => Linkage::Import,
            false => return Err(unsupported(user, &format!("there is no function '{name}' on this machine"))),
        };
        let id = self.jit.declare_function(name, linkage, &signature.ir).map_err(|error| failed(op, &error))?;
        Ok(Function { id, signature })
    }

    fn variable(&mut self, op: OpRef<'a>, name: &str) -> Translated<DataId> {
        let kind = Kind::of(self.cx, op.get(GlobalOp::global_type), 1);
        let kind = kind.map_err(|reason| unsupported(op, &reason))?;
        let id = self.jit.declare_data(name, Linkage::Local, true, false).map_err(|error| failed(op, &error))?;
        let mut data = DataDescription::new();
        let given = op.get(GlobalOp::alignment).unwrap_or(1) as u64;
        data.set_align(kind.alignment().max(given).max(1));
        // Cranelift does not allocate empty data.
        let zeros = vec![0; (kind.size() as usize).max(1)];
        let bytes = match op.get(GlobalOp::value) {
            Some(attr) => {
                let value = constant_value(self.cx, attr, &kind);
                let value = value.ok_or_else(|| unsupported(op, "its value is of an unknown form"))?;
                let bytes = bytes_of(&value, &kind);
                if bytes.is_empty() { zeros } else { bytes }
            }
            None => zeros,
        };
        data.define(bytes.into_boxed_slice());
        self.jit.define_data(id, &data).map_err(|error| failed(op, &error))?;
        if !op.region(0).is_empty() {
            self.waiting.push((op, id));
        }
        Ok(id)
    }

    /// Declares a host function that the compiler calls.
    pub fn host(&mut self, name: &'static str) -> Function {
        if let Some(function) = self.hosts.get(name) {
            return function.clone();
        }
        let host = host::find(name).expect("the compiler calls functions of the table");
        let register = |leaf: &Leaf| Register { ty: leaf.ty(), n_leaves: 1 };
        let inputs: Vec<Register> = host.inputs.iter().map(register).collect();
        let outputs = host.output.iter().map(register).collect();
        let signature = Rc::new(Signature::new(self.jit.isa().default_call_conv(), &inputs, outputs));
        let id = self.jit.declare_function(name, Linkage::Import, &signature.ir);
        let function = Function { id: id.expect("the table has one signature for a name"), signature };
        self.hosts.insert(name, function.clone());
        function
    }

    /// A variable whose initializer is to be compiled.
    pub fn next_initializer(&mut self) -> Option<(OpRef<'a>, DataId)> {
        self.waiting.pop()
    }

    /// Relocates addresses in the code.
    pub fn finish(mut self) -> Translated<Finished> {
        let defined = self.jit.finalize_definitions();
        defined.map_err(|error| Box::new(Diagnostic::error(Place::Unknown, error.to_string())))?;
        let mut functions = FxHashMap::default();
        for (name, named) in &self.named {
            if let Named::Function(function) = named
                && has_code(self.symbols[name])
            {
                functions.insert((*name).to_owned(), self.jit.get_finalized_function(function.id) as usize);
            }
        }
        let initializers = self.initializers.iter().rev();
        let initializers = initializers.map(|&id| self.jit.get_finalized_function(id) as usize).collect();
        Ok(Finished { jit: self.jit, functions, initializers })
    }
}

/// Creates a Cranelift module for this machine.
fn machine() -> Result<JITModule, String> {
    let mut flags = settings::builder();
    let wanted = [
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
        ("opt_level", "speed"),
        ("enable_llvm_abi_extensions", "true"),
        ("enable_probestack", "false"),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    ];
    for (name, value) in wanted {
        flags.set(name, value).map_err(|error| error.to_string())?;
    }
    let isa = cranelift_native::builder().map_err(str::to_owned)?;
    let isa: Arc<_> = isa.finish(settings::Flags::new(flags)).map_err(|error| error.to_string())?;
    let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
    builder.symbol_lookup_fn(Box::new(|name| {
        let address = host::find(name).map(|function| (function.address)()).or_else(|| raw::find_symbol(name));
        address.map(|address| address as *const u8)
    }));
    Ok(JITModule::new(builder))
}

/// Whether a function has a body to compile.
pub(crate) fn has_code(function: OpRef) -> bool {
    function.is::<LLVMFuncOp>() && !function.region(0).is_empty()
}

pub(super) fn failed(op: OpRef, error: &ModuleError) -> Box<Diagnostic> {
    unsupported(op, &format!("{error:?}"))
}
