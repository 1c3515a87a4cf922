//! Instructions.

use super::attribute::AttributeSet;
use super::constant::ConstId;
use super::global_id::GlobalId;
use super::metadata::{Attachments, Md, MdId};
use super::types::Ty;
use super::value::{InstId, Value};

/// A block of a function, by its position.
pub type BlockId = u32;

/// Rows of `Name "keyword"`.
macro_rules! opcodes {
    ($($name:ident $word:literal,)*) => {
        /// A unary or binary operation, or a cast.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)] // The names are the documentation.
        pub enum Opcode { $($name,)* }

        impl Opcode {
            /// All operations.
            pub const ALL: &[Opcode] = &[$(Opcode::$name,)*];

            /// Its keyword.
            pub fn word(self) -> &'static str {
                match self { $(Opcode::$name => $word,)* }
            }
        }
    };
}

opcodes! {
    Add "add", Sub "sub", Mul "mul", UDiv "udiv", SDiv "sdiv", URem "urem", SRem "srem", Shl "shl", LShr "lshr",
    AShr "ashr", And "and", Or "or", Xor "xor", FAdd "fadd", FSub "fsub", FMul "fmul", FDiv "fdiv", FRem "frem",
    FNeg "fneg", Trunc "trunc", ZExt "zext", SExt "sext", FPToUI "fptoui", FPToSI "fptosi", UIToFP "uitofp",
    SIToFP "sitofp", FPTrunc "fptrunc", FPExt "fpext", PtrToInt "ptrtoint", IntToPtr "inttoptr", BitCast "bitcast",
    AddrSpaceCast "addrspacecast",
}

impl Opcode {
    /// Whether it is a cast.
    pub fn is_cast(self) -> bool {
        self as u32 >= Opcode::Trunc as u32
    }
}

/// The properties of a memory access.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Whether the access is volatile.
    pub volatile: bool,
    /// The ordering of an atomic access.
    pub ordering: Option<&'static str>,
    /// The scope of an atomic access.
    pub scope: Option<String>,
    /// The alignment in bytes.
    pub align: u64,
}

/// The callee of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function, by name or through a pointer.
    Value(Value),
    /// Inline assembly.
    Asm(InlineAsm),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The names are LLVM's keywords.
pub struct InlineAsm {
    pub text: Vec<u8>,
    pub constraints: Vec<u8>,
    pub sideeffect: bool,
    pub alignstack: bool,
    pub inteldialect: bool,
    pub unwind: bool,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A value.
    Value(Value),
    /// Metadata.
    Metadata(Md),
}

/// A call or invoke.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The callee.
    pub callee: Callee,
    /// Its type.
    pub ty: Ty,
    /// The arguments.
    pub args: Vec<Argument>,
    /// The calling convention.
    pub convention: u32,
    /// `tail`, `musttail`, `notail`
    pub tail: &'static str,
    /// The attributes of the call.
    pub attrs: AttributeSet,
    /// The attributes of the result.
    pub result_attrs: AttributeSet,
    /// The attributes of arguments.
    pub arg_attrs: Vec<AttributeSet>,
    /// Operand bundles.
    pub bundles: Vec<(String, Vec<Value>)>,
}

impl Call {
    /// A plain call.
    pub fn new(callee: Callee, ty: Ty, args: Vec<Argument>) -> Self {
        let arg_attrs = vec![AttributeSet::default(); args.len()];
        Self {
            callee,
            ty,
            args,
            convention: 0,
            tail: "",
            attrs: AttributeSet::default(),
            result_attrs: AttributeSet::default(),
            arg_attrs,
            bundles: Vec::new(),
        }
    }
}

/// The operation of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The names are LLVM's.
pub enum InstKind {
    Binary(Opcode, Value, Value),
    FNeg(Value),
    Cast(Opcode, Value),
    ICmp(&'static str, Value, Value),
    FCmp(&'static str, Value, Value),
    Select(Value, Value, Value),
    Freeze(Value),
    ExtractElement(Value, Value),
    InsertElement(Value, Value, Value),
    ShuffleVector(Value, Value, Vec<i32>),
    ExtractValue(Value, Vec<u64>),
    InsertValue(Value, Value, Vec<u64>),
    Alloca { element: Ty, count: Value, align: u64, inalloca: bool, space: u32 },
    Load(Value, Access),
    Store(Value, Value, Access),
    Gep { element: Ty, base: Value, indices: Vec<Value> },
    AtomicRmw { op: &'static str, ptr: Value, value: Value, access: Access },
    CmpXchg { ptr: Value, cmp: Value, new: Value, failure: &'static str, weak: bool, access: Access },
    Fence(Access),
    VaArg(Value),
    Call(Box<Call>),
    Invoke { call: Box<Call>, normal: BlockId, unwind: BlockId },
    LandingPad { cleanup: bool, clauses: Vec<(bool, Value)> },
    Resume(Value),
    Phi(Vec<(Value, BlockId)>),
    Ret(Option<Value>),
    Br(BlockId),
    CondBr(Value, BlockId, BlockId),
    Switch { value: Value, default: BlockId, cases: Vec<(ConstId, BlockId)> },
    IndirectBr(Value, Vec<BlockId>),
    Unreachable,
}

impl InstKind {
    /// The successors.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            InstKind::Br(to) => vec![*to],
            InstKind::CondBr(_, yes, no) => vec![*yes, *no],
            InstKind::Switch { default, cases, .. } => {
                std::iter::once(*default).chain(cases.iter().map(|(_, block)| *block)).collect()
            }
            InstKind::IndirectBr(_, blocks) => blocks.clone(),
            InstKind::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
            _ => Vec::new(),
        }
    }

    /// Replaces the successors.
    pub fn map_blocks(&mut self, to: impl Fn(BlockId) -> BlockId) {
        let swap = |block: &mut BlockId| *block = to(*block);
        match self {
            InstKind::Br(block) => swap(block),
            InstKind::CondBr(_, yes, no) => [yes, no].into_iter().for_each(swap),
            InstKind::Switch { default, cases, .. } => {
                cases.iter_mut().map(|(_, block)| block).chain([default]).for_each(swap);
            }
            InstKind::IndirectBr(_, blocks) => blocks.iter_mut().for_each(swap),
            InstKind::Invoke { normal, unwind, .. } => [normal, unwind].into_iter().for_each(swap),
            InstKind::Phi(incoming) => incoming.iter_mut().map(|(_, block)| block).for_each(swap),
            _ => {}
        }
    }

    /// Whether it is a terminator.
    pub fn is_terminator(&self) -> bool {
        use InstKind::*;
        matches!(
            self,
            Ret(_) | Br(_) | CondBr(..) | Switch { .. } | IndirectBr(..) | Unreachable | Invoke { .. } | Resume(_)
        )
    }

    /// The operands, in order, except for successor blocks.
    pub fn operands(&self) -> Vec<Value> {
        use InstKind::*;
        match self {
            Binary(_, a, b) | ICmp(_, a, b) | FCmp(_, a, b) | ExtractElement(a, b) | ShuffleVector(a, b, _) => {
                vec![*a, *b]
            }
            InsertValue(a, b, _) | Store(a, b, _) => vec![*a, *b],
            FNeg(a) | Cast(_, a) | Freeze(a) | ExtractValue(a, _) | Load(a, _) | VaArg(a) | Resume(a) => vec![*a],
            Select(a, b, c) | InsertElement(a, b, c) => vec![*a, *b, *c],
            Alloca { count, .. } => vec![*count],
            Gep { base, indices, .. } => std::iter::once(*base).chain(indices.iter().copied()).collect(),
            AtomicRmw { ptr, value, .. } => vec![*ptr, *value],
            CmpXchg { ptr, cmp, new, .. } => vec![*ptr, *cmp, *new],
            Call(call) | Invoke { call, .. } => call.operands(),
            LandingPad { clauses, .. } => clauses.iter().map(|(_, value)| *value).collect(),
            Phi(incoming) => incoming.iter().map(|(value, _)| *value).collect(),
            Ret(value) => value.iter().copied().collect(),
            CondBr(value, ..) | Switch { value, .. } | IndirectBr(value, _) => vec![*value],
            Fence(_) | Br(_) | Unreachable => Vec::new(),
        }
    }
}

impl Call {
    /// The operands, arguments first.
    pub fn operands(&self) -> Vec<Value> {
        let args = self.args.iter().filter_map(|arg| match arg {
            Argument::Value(value) => Some(*value),
            Argument::Metadata(_) => None,
        });
        let bundled = self.bundles.iter().flat_map(|(_, values)| values.iter().copied());
        let callee = match &self.callee {
            Callee::Value(value) => Some(*value),
            Callee::Asm(_) => None,
        };
        args.chain(bundled).chain(callee).collect()
    }
}

/// A debug record between two instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugRecord {
    /// `value`, `declare`, `assign` or `label`.
    pub kind: &'static str,
    /// The operands, as they are printed.
    pub operands: Vec<Md>,
    /// The location.
    pub location: Option<MdId>,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// Its operation.
    pub kind: InstKind,
    /// The type of its result.
    pub ty: Ty,
    /// Its flags.
    pub flags: u32,
    /// Its name; unnamed ones are numbered.
    pub name: Option<String>,
    /// Its metadata attachments.
    pub attachments: Attachments,
    /// The debug records before it.
    pub records: Vec<DebugRecord>,
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Its name; unnamed ones are numbered.
    pub name: Option<String>,
    /// Its instructions.
    pub insts: Vec<InstId>,
    /// Its index in LLVM: blocks are numbered in the order of their first use.
    pub number: u32,
}

/// The body of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionBody {
    /// All instructions.
    pub insts: Vec<Inst>,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The control flow edges in the order of their creation: from, to.
    pub edges: Vec<(BlockId, BlockId)>,
}

impl FunctionBody {
    /// An instruction.
    pub fn inst(&self, id: InstId) -> &Inst {
        &self.insts[id.0 as usize]
    }

    /// Adds an instruction at the end of a block.
    pub fn push(&mut self, block: BlockId, inst: Inst) -> InstId {
        let id = InstId(self.insts.len() as u32);
        self.edges.extend(inst.kind.successors().into_iter().map(|to| (block, to)));
        self.insts.push(inst);
        self.blocks[block as usize].insts.push(id);
        id
    }
}

/// The function that a callee is, if it is called directly.
pub fn called_global(callee: &Callee, constants: &super::constant::Constants) -> Option<GlobalId> {
    let Callee::Value(Value::Const(id)) = callee else { return None };
    match constants.data(*id) {
        super::constant::ConstData::Global(global) => Some(*global),
        _ => None,
    }
}

/// Flags of instructions: fast-math flags, and those of integers and addresses.
pub mod flag {
    /// `nnan`, then `ninf`, `nsz`, `arcp`, `contract`, `afn`, `reassoc`; all are `fast`.
    pub const FAST: u32 = 0x7f;
    /// `nuw`
    pub const NUW: u32 = 1 << 7;
    /// `nsw`
    pub const NSW: u32 = 1 << 8;
    /// `exact`
    pub const EXACT: u32 = 1 << 9;
    /// `disjoint`
    pub const DISJOINT: u32 = 1 << 10;
    /// `nneg`
    pub const NNEG: u32 = 1 << 11;
    /// `inbounds`
    pub const INBOUNDS: u32 = 1 << 12;
    /// `nusw`
    pub const NUSW: u32 = 1 << 13;
    /// `samesign`
    pub const SAMESIGN: u32 = 1 << 14;
    /// The fast-math flags in printing order, with their bits.
    pub const FAST_WORDS: &[(&str, u32)] =
        &[("reassoc", 64), ("nnan", 1), ("ninf", 2), ("nsz", 4), ("arcp", 8), ("contract", 16), ("afn", 32)];
}
