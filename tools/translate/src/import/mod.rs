//! From LLVM IR to the `llvm` dialect.
//!
//! In reading order: [`types`] and [`constant`] types and constants; [`module`]
//! what a module says of itself, [`layout`] how its types are laid out;
//! [`attribute`] attributes; [`metadata`] types of accesses, scopes and loops;
//! [`global`] variables and the like; [`function`] functions and their blocks,
//! [`kernel`] what they say if they are kernels;
//! [`instruction`], [`call`] and [`intrinsic`] instructions; [`debug`],
//! [`debug_nodes`] and [`records`] debug information.
//!
//! Constants become operations at the start of the region that uses them, each
//! once, in the order in which they are met: so everything is visited in the
//! order in which upstream visits it.

mod attribute;
mod call;
mod constant;
mod debug;
mod debug_nodes;
mod function;
mod global;
mod instruction;
mod intrinsic;
mod kernel;
mod layout;
mod metadata;
mod module;
mod records;
mod types;

pub use function::reached_blocks;
use rmlir::core::{BlockId as MlirBlock, OpId, Value as MlirValue};
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use crate::model::inst::{BlockId, DebugRecord, FunctionBody, Value};
use crate::model::types::Ty;
use crate::model::{GlobalId, Module};

/// Why a module cannot be translated.
pub type Failure = String;

type Done<T = ()> = Result<T, Failure>;

/// The module of the `llvm` dialect that `module` stands for.
pub fn import(cx: &Context, module: Module) -> Result<Box<Body<'_>>, Failure> {
    let (nodes, debug) = (metadata::Known::default(), debug::Debug::default());
    let mut importer = Importer { cx, module, types: FxHashMap::default(), nodes, debug };
    importer.whole()
}

struct Importer<'c> {
    cx: &'c Context,
    module: Module,
    types: FxHashMap<Ty, Type>,
    nodes: metadata::Known,
    debug: debug::Debug,
}

/// The body of a function or initializer being made.
struct Region<'c> {
    body: Box<Body<'c>>,
    values: FxHashMap<Value, MlirValue>,
    blocks: FxHashMap<BlockId, MlirBlock>,
    /// Where operations go.
    block: MlirBlock,
    /// Where constants go: into this block, after this operation.
    constants: (MlirBlock, Option<OpId>),
    /// Whether constants are being made.
    in_constants: bool,
    /// The function, its instructions, and the block being translated.
    function: Option<GlobalId>,
    source: FunctionBody,
    from: BlockId,
    /// Where the instruction being translated comes from.
    loc: Loc,
    /// What is said of variables, for when all values are known.
    records: Vec<DebugRecord>,
}

impl<'c> Region<'c> {
    /// A region of `body`, whose first block is `entry`.
    fn new(body: Box<Body<'c>>, entry: MlirBlock) -> Self {
        Self {
            body,
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
            block: entry,
            constants: (entry, None),
            in_constants: false,
            function: None,
            source: FunctionBody::default(),
            from: 0,
            loc: Loc::UNKNOWN,
            records: Vec::new(),
        }
    }

    /// Makes an operation where operations go.
    fn push(&mut self, mut state: OpState) -> OpId {
        if !self.in_constants {
            state.loc.get_or_insert(self.loc);
        }
        let op = self.body.create_op(state);
        match (self.in_constants, self.constants) {
            (false, _) => self.body.append_op(self.block, op),
            (true, (block, last)) => {
                match last {
                    Some(last) => self.body.insert_after(last, op),
                    None => self.body.prepend_op(block, op),
                }
                self.constants = (block, Some(op));
            }
        }
        op
    }

    fn result(&self, op: OpId) -> MlirValue {
        OpRef::new(&self.body, op).result(0).id
    }

    fn ty(&self, value: MlirValue) -> Type {
        ValueRef::new(&self.body, value).ty()
    }
}

impl<'c> Importer<'c> {
    /// The state of an operation of this name.
    fn state(&self, name: &str, operands: &[MlirValue], results: &[Type]) -> OpState {
        let mut state = OpState::named(self.cx, name).operands(operands).results(results);
        state.no_inference = true;
        state
    }

    /// The attribute of a case of an enumeration that is stored as a number.
    fn case<E: EnumAttr>(&self, word: &str) -> Attr {
        let value = E::ENUM.cases.iter().find(|(name, _)| name.trim_start_matches('_') == word);
        let case = value.and_then(|(_, value)| E::from_value(*value));
        case.map_or(Attr::ABSENT, |case| rmlir::core::params::store_enum(self.cx, case))
    }

    /// The case of an enumeration that has an attribute of its own.
    fn case_of<E: EnumAttr>(&self, word: &str) -> Option<E> {
        let value = E::ENUM.cases.iter().find(|(name, _)| *name == word);
        value.and_then(|(_, value)| E::from_value(*value))
    }

    /// The address of a global by its name.
    fn symbol(&self, id: GlobalId) -> Attr {
        self.cx.symbol_ref(self.cx.ident(&self.module.global(id).name))
    }

    /// What a value became.
    fn value(&mut self, region: &mut Region<'c>, value: Value) -> Done<MlirValue> {
        if let Some(&known) = region.values.get(&value) {
            return Ok(known);
        }
        match value {
            Value::Const(id) => self.constant(region, id),
            _ => Err("unhandled value".to_owned()),
        }
    }

    fn values(&mut self, region: &mut Region<'c>, values: &[Value]) -> Done<Vec<MlirValue>> {
        values.iter().map(|&value| self.value(region, value)).collect()
    }
}
