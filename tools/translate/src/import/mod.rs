//! From LLVM IR to the `llvm` dialect.
//!
//! In reading order: [`types`] and [`constant`] types and constants; [`module`] module-level properties, [`layout`]
//! the layout of types; [`attribute`] attributes; [`metadata`] TBAA tags, scopes and loops; [`global`] variables and
//! the like; [`function`] functions and their blocks, [`kernel`] metadata of kernels; [`instruction`], [`call`] and
//! [`intrinsic`] instructions; [`debug`], [`debug_nodes`] and [`records`] debug information; [`known`] what was
//! translated already.
//!
//! Constants become operations at the start of the region that uses them, each once, in the order of their first use:
//! so everything is visited in the same order as in upstream.

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
mod known;
mod layout;
mod metadata;
mod module;
mod records;
mod types;

pub use function::reached_blocks;
use rmlir::core::{BlockId as MlirBlock, OpId, Value as MlirValue};
use rmlir::prelude::*;
use rmlir_llvm_ir::model::inst::{BlockId, DebugRecord, FunctionBody};
use rmlir_llvm_ir::model::types::Ty;
use rmlir_llvm_ir::model::value::Value;
use rmlir_llvm_ir::model::{GlobalId, Module};
use rustc_hash::FxHashMap;

/// The reason why a module cannot be translated.
pub type Failure = String;

type Done<T = ()> = Result<T, Failure>;

/// Translates `module` to a module of the `llvm` dialect.
pub fn import(cx: &Context, module: Module) -> Result<Box<Body<'_>>, Failure> {
    let (nodes, debug) = (known::KnownNodes::default(), known::Debug::default());
    let mut importer = Importer { cx, module, types: FxHashMap::default(), nodes, debug };
    importer.whole()
}

struct Importer<'c> {
    cx: &'c Context,
    module: Module,
    types: FxHashMap<Ty, Type>,
    nodes: known::KnownNodes,
    debug: known::Debug,
}

/// The body of a function or initializer under construction.
struct Region<'c> {
    body: Box<Body<'c>>,
    values: FxHashMap<Value, MlirValue>,
    blocks: FxHashMap<BlockId, MlirBlock>,
    /// The insertion block.
    block: MlirBlock,
    /// The insertion point of constants: the block, and the operation before it.
    constants: (MlirBlock, Option<OpId>),
    /// Whether constants are being created.
    in_constants: bool,
    /// The function, its instructions, and the current block.
    function: Option<GlobalId>,
    source: FunctionBody,
    from: BlockId,
    /// The location of the current instruction.
    loc: Loc,
    /// The records on variables, which are translated when all values are.
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

    /// Inserts an operation at the insertion point.
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

    /// The attribute of an enumeration case that is stored as an integer.
    fn case<E: EnumAttr>(&self, word: &str) -> Attr {
        let value = E::ENUM.cases.iter().find(|(name, _)| name.trim_start_matches('_') == word);
        let case = value.and_then(|(_, value)| E::from_value(*value));
        case.map_or(Attr::ABSENT, |case| rmlir::core::params::store_enum(self.cx, case))
    }

    /// The case of an enumeration that has its own attribute.
    fn case_of<E: EnumAttr>(&self, word: &str) -> Option<E> {
        let value = E::ENUM.cases.iter().find(|(name, _)| *name == word);
        value.and_then(|(_, value)| E::from_value(*value))
    }

    /// The symbol reference of a global.
    fn symbol(&self, id: GlobalId) -> Attr {
        self.cx.symbol_ref(self.cx.ident(&self.module.global(id).name))
    }

    /// The translated value.
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
