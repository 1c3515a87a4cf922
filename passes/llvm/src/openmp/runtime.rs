//! The functions of LLVM's OpenMP runtime that lowered constructs call, and their declarations in a module.
//!
//! The interface is that of `kmp.h` of LLVM's runtime. The first argument of every function is a source location
//! (`ident_t`), which is created without names.

use rmlir::core::dense;
use rmlir::core::symbol::SymbolTable;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::Linkage;
use rmlir_llvm::ops::branch::ReturnOp;
use rmlir_llvm::ops::constant::AddressOfOp;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::ops::global::GlobalOp;
use rmlir_llvm::types::{ArrayType, FunctionType, VoidType};

use crate::emit;
use crate::type_converter::{literal_struct, pointer};

/// A type in a signature.
#[derive(Clone, Copy)]
enum Word {
    Pointer,
    I32,
    I64,
}

/// A function of the runtime: its parameter types, whether it returns an `i32`, and whether it is variadic.
pub struct Entry {
    name: &'static str,
    inputs: &'static [Word],
    gives_i32: bool,
    variadic: bool,
}

const fn entry(name: &'static str, inputs: &'static [Word]) -> Entry {
    Entry { name, inputs, gives_i32: false, variadic: false }
}

const fn asking(name: &'static str, inputs: &'static [Word]) -> Entry {
    Entry { name, inputs, gives_i32: true, variadic: false }
}

use Word::{I32, I64, Pointer};

/// Executes a function by a team of threads: location, number of arguments, function, arguments.
pub const FORK: Entry =
    Entry { name: "__kmpc_fork_call", inputs: &[Pointer, I32, Pointer], gives_i32: false, variadic: true };
/// The same if a condition holds, else by this thread alone: location, 1, function, condition, argument.
pub const FORK_IF: Entry = entry("__kmpc_fork_call_if", &[Pointer, I32, Pointer, I32, Pointer]);
/// The index of this thread, which is an argument of the other functions.
pub const THREAD: Entry = asking("__kmpc_global_thread_num", &[Pointer]);
/// Sets the number of threads of the next team.
pub const PUSH_THREADS: Entry = entry("__kmpc_push_num_threads", &[Pointer, I32, I32]);
/// Sets the thread binding of the next team.
pub const PUSH_BIND: Entry = entry("__kmpc_push_proc_bind", &[Pointer, I32, I32]);
/// Computes the iterations of this thread: location, thread, schedule, addresses of the last-iteration flag, first,
/// last, stride; increment, chunk.
pub const STATIC_INIT: Entry =
    entry("__kmpc_for_static_init_8u", &[Pointer, I32, I32, Pointer, Pointer, Pointer, Pointer, I64, I64]);
/// Ends a loop that [`STATIC_INIT`] began.
pub const STATIC_FINI: Entry = entry("__kmpc_for_static_fini", &[Pointer, I32]);
/// Begins a dynamically scheduled loop: location, thread, schedule, first, last, stride, chunk.
pub const DISPATCH_INIT: Entry = entry("__kmpc_dispatch_init_8u", &[Pointer, I32, I32, I64, I64, I64, I64]);
/// Requests its next iterations, if there are any.
pub const DISPATCH_NEXT: Entry = asking("__kmpc_dispatch_next_8u", &[Pointer, I32, Pointer, Pointer, Pointer, Pointer]);
/// Waits for all threads of the team.
pub const BARRIER: Entry = entry("__kmpc_barrier", &[Pointer, I32]);
/// Enters a critical section; the last argument is the lock.
pub const CRITICAL: Entry = entry("__kmpc_critical", &[Pointer, I32, Pointer]);
/// Exits a critical section.
pub const END_CRITICAL: Entry = entry("__kmpc_end_critical", &[Pointer, I32, Pointer]);
/// Whether this thread is the master thread of the team.
pub const MASTER: Entry = asking("__kmpc_master", &[Pointer, I32]);
/// Ends a master construct.
pub const END_MASTER: Entry = entry("__kmpc_end_master", &[Pointer, I32]);
/// Whether this thread executes a single construct.
pub const SINGLE: Entry = asking("__kmpc_single", &[Pointer, I32]);
/// Ends a single construct.
pub const END_SINGLE: Entry = entry("__kmpc_end_single", &[Pointer, I32]);
/// Makes the memory of all threads consistent.
pub const FLUSH: Entry = entry("__kmpc_flush", &[Pointer]);
/// Lets the thread execute another task; the last argument is 0.
pub const TASKYIELD: Entry = asking("__kmpc_omp_taskyield", &[Pointer, I32, I32]);

/// The global for the source location.
const PLACE: &str = "__omp_place";
/// The text in it.
const PLACE_TEXT: &str = "__omp_place_text";
/// The text that clang writes for an unknown location: file, function, line, column.
const UNKNOWN_PLACE: &str = ";unknown;unknown;0;0;;\0";
/// The location is in compiler-generated code (`KMP_IDENT_KMPC`).
const MADE_BY_COMPILER: i64 = 2;
/// The lock of critical sections.
const LOCK: &str = "__omp_lock";
/// The size of a lock in words, as in clang.
const LOCK_SIZE: i64 = 8;

/// A module whose constructs are being lowered: functions of the runtime are declared in it at their first call, and
/// outlined functions are added.
pub struct Runtime<'a, 'c> {
    module: &'a mut Body<'c>,
    /// The current operation of the module, which has been detached.
    function: OpId,
    names: SymbolTable,
}

impl<'a, 'c> Runtime<'a, 'c> {
    /// The symbols of the module that is the root of `body`; must be called while nothing is detached.
    pub fn names(body: &Body) -> SymbolTable {
        SymbolTable::new(body)
    }

    /// The runtime for the function `function` of `module`.
    pub fn new(module: &'a mut Body<'c>, function: OpId, names: SymbolTable) -> Self {
        Self { module, function, names }
    }

    /// The symbols, for the next function.
    pub fn into_names(self) -> SymbolTable {
        self.names
    }

    /// Calls `entry` at the insertion point: returns its result, if it has one. The location is prepended to
    /// `arguments`.
    pub fn call(&mut self, rw: &mut Rewriter, entry: &Entry, arguments: &[Value]) -> Option<Value> {
        let ty = self.declare(entry);
        let mut all = vec![self.place(rw)];
        all.extend_from_slice(arguments);
        let call = emit::call(rw, entry.name, ty, &all);
        rw.results(call).first().copied()
    }

    /// Calls a function that returns an integer.
    pub fn ask(&mut self, rw: &mut Rewriter, entry: &Entry, arguments: &[Value]) -> Value {
        self.call(rw, entry, arguments).expect("the function gives a number")
    }

    /// The index of this thread.
    pub fn thread(&mut self, rw: &mut Rewriter) -> Value {
        self.ask(rw, &THREAD, &[])
    }

    /// The address of the lock of critical sections called `name`.
    pub fn lock(&mut self, rw: &mut Rewriter, name: &str) -> Value {
        let cx = self.module.cx();
        let name = if name.is_empty() { LOCK.to_owned() } else { format!("{LOCK}.{name}") };
        let ident = cx.ident(&name);
        if self.names.lookup(ident).is_none() {
            let ty = ArrayType::get(cx, LOCK_SIZE, Type::I32).ty();
            let global = GlobalOp::build(cx.type_attr(ty), cx.str_attr(&name), Linkage::Common.attr(cx));
            let tensor = TypeData::RankedTensor { shape: Box::new([LOCK_SIZE]), element: Type::I32, encoding: None };
            let zero = dense::splat(cx, cx.ty(tensor), cx.i32_attr(0)).expect("a number is an element");
            // The runtime requires an aligned lock.
            let global = global.prop(GlobalOp::VALUE, zero).prop(GlobalOp::ALIGNMENT, cx.i64_attr(8));
            self.add(global.finish(cx), ident);
        }
        rw.value(AddressOfOp::build(pointer(cx), cx.symbol_ref(ident)))
    }

    /// Adds a function `stem`, or `stem` followed by an integer, with one block: returns its name. The argument of
    /// `fill` is the block.
    pub fn add_function(
        &mut self,
        stem: &str,
        inputs: &[Type],
        arg_attrs: Option<Attr>,
        loc: Loc,
        fill: impl FnOnce(&mut Body<'c>, BlockId),
    ) -> Ident {
        let cx = self.module.cx();
        let name = self.names.fresh_name(self.module, stem);
        let ty = FunctionType::get(cx, VoidType::get(cx).ty(), inputs.to_vec(), false);
        let mut state = LLVMFuncOp::build(cx.str_attr(name.str(cx)), cx.type_attr(ty.ty())).regions(1);
        state = state.prop(LLVMFuncOp::LINKAGE, Linkage::Internal.attr(cx));
        if let Some(attrs) = arg_attrs {
            state = state.prop(LLVMFuncOp::ARG_ATTRS, attrs);
        }
        let op = self.module.create_op(state.at(loc).finish(cx));
        self.module.insert_after(self.function, op);
        self.names.insert(name, op);
        let nested = self.module.nested_mut(op).expect("a function has a body of its own");
        let entry = nested.create_block(inputs, &vec![loc; inputs.len()]);
        let region = nested.region(nested.root(), 0);
        nested.append_block(region, entry);
        fill(nested, entry);
        name
    }

    /// The declaration of a reduction.
    pub fn declaration(&self, name: Ident) -> Option<&Body<'c>> {
        self.module.nested(self.names.lookup(name)?)
    }

    fn add(&mut self, state: OpState, name: Ident) -> OpId {
        let op = self.module.create_op(state.at(Loc::UNKNOWN));
        let block = self.module.block_of(self.function).expect("the function is in the module");
        self.module.prepend_op(block, op);
        self.names.insert(name, op);
        op
    }

    /// Declares a function, unless the symbol exists: a module that defines functions of the runtime is responsible for
    /// their types.
    fn declare(&mut self, entry: &Entry) -> FunctionType {
        let cx = self.module.cx();
        let word = |word: &Word| match word {
            Word::Pointer => pointer(cx),
            Word::I32 => Type::I32,
            Word::I64 => Type::I64,
        };
        let result = if entry.gives_i32 { Type::I32 } else { VoidType::get(cx).ty() };
        let ty = FunctionType::get(cx, result, entry.inputs.iter().map(word).collect(), entry.variadic);
        let name = cx.ident(entry.name);
        if self.names.lookup(name).is_none() {
            let state = LLVMFuncOp::build(cx.str_attr(entry.name), cx.type_attr(ty.ty())).regions(1);
            self.add(state.finish(cx), name);
        }
        ty
    }

    /// The address of the source location.
    fn place(&mut self, rw: &mut Rewriter) -> Value {
        let cx = self.module.cx();
        let name = cx.ident(PLACE);
        if self.names.lookup(name).is_none() {
            self.add_place_text();
            let members = [Type::I32, Type::I32, Type::I32, Type::I32, pointer(cx)];
            let ty = literal_struct(cx, &members);
            let global = GlobalOp::build(cx.type_attr(ty), cx.str_attr(PLACE), Linkage::Private.attr(cx));
            let global = global.prop(GlobalOp::CONSTANT, Attr::UNIT).prop(GlobalOp::ALIGNMENT, cx.i64_attr(8));
            let op = self.add(global.finish(cx), name);
            let nested = self.module.nested_mut(op).expect("a global has a body of its own");
            fill_place(nested, ty);
        }
        rw.value(AddressOfOp::build(pointer(cx), cx.symbol_ref(name)))
    }

    fn add_place_text(&mut self) {
        let cx = self.module.cx();
        let ty = ArrayType::get(cx, UNKNOWN_PLACE.len() as i64, Type::I8).ty();
        let global = GlobalOp::build(cx.type_attr(ty), cx.str_attr(PLACE_TEXT), Linkage::Private.attr(cx));
        let global = global.prop(GlobalOp::CONSTANT, Attr::UNIT).prop(GlobalOp::VALUE, cx.str_attr(UNKNOWN_PLACE));
        self.add(global.finish(cx), cx.ident(PLACE_TEXT));
    }
}

/// The initial value of the source location: reserved, flags, reserved, the length of the text, the text.
fn fill_place(body: &mut Body, ty: Type) {
    let cx = body.cx();
    let region = body.region(body.root(), 0);
    let mut rw = Rewriter::new(body);
    rw.create_block(region, &[], &[]);
    rw.set_loc(Loc::UNKNOWN);
    let length = UNKNOWN_PLACE.len() as i64 - 1;
    let mut place = emit::poison(&mut rw, ty);
    for (index, number) in [0, MADE_BY_COMPILER, 0, length].into_iter().enumerate() {
        let number = emit::int_constant(&mut rw, Type::I32, number);
        place = emit::insert(&mut rw, place, number, &[index as i64]);
    }
    let text = rw.value(AddressOfOp::build(pointer(cx), cx.symbol_ref(cx.ident(PLACE_TEXT))));
    place = emit::insert(&mut rw, place, text, &[4]);
    rw.create(ReturnOp::build(Some(place)));
}
