//! From the `llvm` dialect to LLVM IR.
//!
//! In reading order: [`types`] and [`constant`] types and constant attributes; [`module`] module-level properties,
//! [`data_layout`] the layout of types; [`attribute`] attributes of functions and parameters; [`global`] variables,
//! aliases and the like; [`function`] functions, [`cfg`] their control flow graphs; [`table`] the table of
//! translations by operation, [`memory`], [`call`] and [`intrinsic`] the operations that need more than a row;
//! [`metadata`] and [`loops`] attachments of instructions; [`debug`] debug information; [`known`] what was translated
//! already.
//!
//! Order matters: globals, declarations of intrinsics and metadata nodes are printed in the order of their creation, so
//! every step is in the same order as in upstream.

mod attribute;
mod call;
mod cfg;
mod constant;
mod data_layout;
mod debug;
mod function;
mod global;
mod intrinsic;
mod known;
mod loops;
mod memory;
mod metadata;
mod module;
mod table;
mod types;

use rmlir::core::Value as MlirValue;
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;
use rmlir_llvm_ir::model::constant::ConstId;
use rmlir_llvm_ir::model::inst::{BlockId, FunctionBody, Inst, InstKind};
use rmlir_llvm_ir::model::layout::Layout;
use rmlir_llvm_ir::model::metadata::{Attachments, MdId};
use rmlir_llvm_ir::model::types::Ty;
use rmlir_llvm_ir::model::value::{InstId, Value};
use rmlir_llvm_ir::model::{GlobalId, Module};
use rustc_hash::FxHashMap;

pub(crate) use attribute::PARAMETERS;
pub(crate) use intrinsic::{IMMEDIATES, RENAMED};

/// Translates `root`, a module of the `llvm` dialect, to LLVM IR.
pub fn export(root: OpRef) -> Result<Module, Box<Diagnostic>> {
    let mut exporter = Exporter::new(root)?;
    exporter.prepare()?;
    exporter.functions()?;
    exporter.finish();
    Ok(exporter.module)
}

/// The state of a translation.
struct Exporter<'a> {
    cx: &'a Context,
    root: OpRef<'a>,
    symbols: SymbolScope<'a>,
    module: Module,
    layout: Layout,
    structs: known::KnownTypes,
    nodes: known::KnownNodes,
    debug: known::Debug,
    /// The translated values of the current body.
    values: FxHashMap<MlirValue, Value>,
    /// The function being translated.
    body: FunctionBody,
    function: Option<GlobalId>,
    /// The insertion point.
    block: BlockId,
    /// The location of the current operation.
    location: Option<MdId>,
    /// The debug records to insert before the next instruction.
    records: Vec<rmlir_llvm_ir::model::inst::DebugRecord>,
    /// The blocks of the successors of the current block.
    successors: Vec<BlockId>,
    /// The instructions created for the current operation.
    made: Vec<InstId>,
}

impl<'a> Exporter<'a> {
    fn new(root: OpRef<'a>) -> Result<Self, Box<Diagnostic>> {
        let mut exporter = Exporter {
            cx: root.cx(),
            root,
            symbols: SymbolScope::new(root.resolve()),
            module: Module::default(),
            layout: Layout::default(),
            structs: known::KnownTypes::default(),
            nodes: known::KnownNodes::default(),
            debug: known::Debug::new(root),
            values: FxHashMap::default(),
            body: FunctionBody::default(),
            function: None,
            block: 0,
            location: None,
            records: Vec::new(),
            successors: Vec::new(),
            made: Vec::new(),
        };
        exporter.header()?;
        Ok(exporter)
    }

    /// The operations of the module.
    fn top_level(&self) -> Vec<OpRef<'a>> {
        self.root.region(0).blocks().flat_map(|block| block.ops()).collect()
    }

    /// The translated `value`.
    fn value(&mut self, value: ValueRef<'a>) -> Value {
        match self.values.get(&value.id) {
            Some(&found) => found,
            // Only unreachable operations use values that were not translated.
            None => {
                let ty = self.ty(value.ty());
                Value::Const(self.module.constants.get(ty, rmlir_llvm_ir::model::constant::ConstData::Poison))
            }
        }
    }

    /// The translated operand `index`.
    fn operand(&mut self, op: OpRef<'a>, index: usize) -> Value {
        self.value(op.operand(index))
    }

    fn operands(&mut self, op: OpRef<'a>, range: std::ops::Range<usize>) -> Vec<Value> {
        range.map(|index| self.operand(op, index)).collect()
    }

    /// Sets the translation of the result of `op`.
    fn define(&mut self, op: OpRef<'a>, value: Value) {
        if let Some(result) = op.results().next() {
            self.values.insert(result.id, value);
        }
    }

    /// The type of a value.
    fn ty_of(&self, value: Value) -> Ty {
        match value {
            Value::Const(id) => self.module.constants.ty(id),
            Value::Inst(id) => self.body.inst(id).ty,
            Value::Arg(index) => {
                let ty = self.function.map(|id| self.module.global(id).ty);
                let params = ty.and_then(|ty| self.module.types.signature(ty));
                params.and_then(|(_, params, _)| params.get(index as usize).copied()).unwrap_or(Ty::VOID)
            }
        }
    }

    /// The constants of `values`, if all are constants.
    fn constants<const N: usize>(&self, values: [Value; N]) -> Option<[ConstId; N]> {
        let mut constants = Vec::with_capacity(N);
        for value in values {
            let Value::Const(id) = value else { return None };
            constants.push(id);
        }
        constants.try_into().ok()
    }

    /// Creates an instruction.
    fn emit(&mut self, kind: InstKind, ty: Ty, flags: u32) -> InstId {
        let mut attachments = Attachments::default();
        if let Some(location) = self.location {
            attachments.set("dbg", location);
        }
        let records = std::mem::take(&mut self.records);
        let inst = Inst { kind, ty, flags, name: None, attachments, records };
        if self.body.blocks.is_empty() {
            self.body.blocks.push(Default::default());
        }
        let id = self.body.push(self.block, inst);
        self.made.push(id);
        id
    }

    /// Creates an instruction for the result of `op`.
    fn emit_result(&mut self, op: OpRef<'a>, kind: InstKind, flags: u32) -> InstId {
        let ty = op.results().next().map_or(Ty::VOID, |result| self.ty(result.ty()));
        let id = self.emit(kind, ty, flags);
        self.define(op, Value::Inst(id));
        id
    }

    /// Attaches metadata to an instruction.
    fn attach(&mut self, inst: InstId, kind: &str, node: MdId) {
        self.body.insts[inst.0 as usize].attachments.set(kind, node);
    }
}

/// A property of type `T`, for properties that are enumerations.
fn enum_prop<E: EnumAttr>(op: OpRef, slot: usize) -> Option<E> {
    op.prop(slot).and_then(|attr| rmlir::core::params::load_enum::<E>(op.cx(), attr))
}

/// An integer property.
fn int_prop(op: OpRef, slot: usize) -> Option<i64> {
    op.prop(slot).and_then(|attr| attr.as_i64(op.cx()))
}

/// A string property.
fn text_prop(op: OpRef, slot: usize) -> Option<String> {
    op.prop(slot).and_then(|attr| attr.as_str(op.cx())).map(str::to_owned)
}

/// A property that is a type.
fn type_prop(op: OpRef, slot: usize) -> Type {
    op.prop(slot).and_then(|attr| attr.as_type(op.cx())).unwrap_or(Type::NONE)
}

/// A property that is an array.
fn list_prop<'a>(op: OpRef<'a>, slot: usize) -> &'a [Attr] {
    op.prop(slot).and_then(|attr| attr.as_array(op.cx())).unwrap_or_default()
}

/// The keyword of a case of an enumeration.
fn word_of<E: EnumAttr>(case: E) -> &'static str {
    let found = E::ENUM.cases.iter().find(|(_, value)| *value == case.value());
    found.map_or("", |(word, _)| word)
}
