//! Machine descriptions.

use rmlir::prelude::*;

use crate::ways::{parse_ways, print_ways};

/// When a register holds what an operation has written.
#[attr(int = 32)]
pub enum Timing {
    /// At the latency, not before: until then the register holds, and may be read for, what it held.
    Exact,
    /// At the latency or before: until then it must not be read.
    Early,
}

/// What a path between clusters carries.
#[attr(int = 32)]
pub enum Crossing {
    /// What an operation reads: a register of another cluster for each such path it takes.
    Reads,
    /// What an operation writes: registers of other clusters besides, which then hold the same.
    Writes,
}

/// A kind of unit taken for some cycles.
#[attr(name = "vliw.use", format = "`<` $unit `,` $offset `,` $cycles `>`")]
pub struct UseAttr {
    /// The unit.
    pub unit: &str,
    /// The first cycle, counted from the start of the operation.
    pub offset: i64,
    /// How many cycles.
    pub cycles: i64,
}

/// Describes a machine.
///
/// Each cycle it starts at most `issue` operations. A branch takes effect `delay`
/// cycles after the cycle that follows it; loops have an initiation interval of at
/// least `min_ii`. `writes` says when a register holds a result: at exactly the
/// latency, or early.
///
/// ```mlir
/// vliw.machine @toy issue 4 delay 0 min_ii 1 writes early {
///   vliw.unit @memory count 2
///   vliw.unit @adder count 1
///   vliw.registers @r size 64
///   vliw.class @access latency 2 runs ["memref.load", "memref.store"] on @memory
///   vliw.class @add latency 2 runs ["arith.addf", "arith.addi"] on @adder
///   vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
/// }
/// ```
#[op(
    name = "vliw.machine",
    traits(GraphRegion, IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock, Symbol, SymbolTable),
    interfaces(SymbolOp, AsmNames),
    eval = rmlir::interp::eval::nothing,
    verify_regions = crate::verify::machine,
    format = "$sym_name `issue` $issue `delay` $delay `min_ii` $min_ii `writes` $writes attr-dict-with-keyword $body"
)]
pub struct MachineOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    issue: I64Attr,
    #[prop]
    delay: I64Attr,
    #[prop]
    min_ii: I64Attr,
    #[prop]
    writes: Timing,
    #[region]
    body: SizedRegion1,
}

impl SymbolOp for MachineOp {}

impl AsmNames for MachineOp {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("vliw")
    }
}

/// Units of a machine that are alike.
///
/// Those of a cluster run operations of that cluster, which read and write registers
/// of that cluster or of none. Units may be paths between clusters: `crosses reads`
/// is one by which an operation reads a register of another cluster, `crosses
/// writes` one by which it writes those of other clusters too.
///
/// ```mlir
/// vliw.unit @alu0 count 1 cluster 0
/// vliw.unit @path0 count 1 cluster 0 crosses reads
/// ```
#[op(
    name = "vliw.unit", eval = rmlir::interp::eval::nothing,
    traits(HasParent, Symbol),
    parents("vliw.machine"),
    interfaces(SymbolOp),
    format = "$sym_name `count` $count (`cluster` $cluster^)? (`crosses` $crosses^)? attr-dict"
)]
pub struct UnitOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    count: I64Attr,
    #[prop]
    cluster: Option<I64Attr>,
    #[prop]
    crosses: Option<Crossing>,
}

impl SymbolOp for UnitOp {}

/// A register file of a machine.
///
/// The first `rotating` of its registers rotate: the register called `n` after a
/// rotation is the one called `n - 1` before. A value goes to the first file of its
/// cluster, or of none, that holds its type; a file that does not say what it holds
/// holds everything. What is written in several clusters at a time goes to the first
/// `crossed` registers only, if a file says so. Values of the types behind `pairs`
/// take two registers, one with an even number, by which they are called, and the
/// next one.
///
/// ```mlir
/// vliw.registers @f size 128 rotating 96 holds [f32, f64]
/// vliw.registers @r0 size 64 cluster 0 crossed 16 pairs [i64, f64]
/// ```
#[op(
    name = "vliw.registers", eval = rmlir::interp::eval::nothing,
    traits(HasParent, Symbol),
    parents("vliw.machine"),
    interfaces(SymbolOp),
    format = "$sym_name `size` $size (`rotating` $rotating^)? (`cluster` $cluster^)? (`crossed` $crossed^)? \
               (`holds` $holds^)? (`pairs` $pairs^)? attr-dict"
)]
pub struct RegistersOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    size: I64Attr,
    #[prop]
    rotating: Option<I64Attr>,
    #[prop]
    cluster: Option<I64Attr>,
    #[prop]
    crossed: Option<I64Attr>,
    #[prop]
    holds: Option<TypeArrayAttr>,
    #[prop]
    pairs: Option<TypeArrayAttr>,
}

impl SymbolOp for RegistersOp {}

/// Operations of a machine that run alike.
///
/// A class runs the operations it names, of all types or of those behind `of`: the
/// type of the result, or of what is stored. The first class of a machine that fits
/// is taken; `"*"` stands for every operation but branches, dismissible loads and
/// `vliw.cross`, a copy from another cluster. Operands are read from any registers, or
/// from those `within` ranges of numbers only, each by its first and its last one.
/// Behind `on` are the ways to run one, the best first: units that are all taken,
/// `@unit at offset for cycles`.
///
/// ```mlir
/// vliw.class @divide latency 17 runs ["arith.divf"] of [f32] on @divider for 17
/// vliw.class @int latency 1 runs ["arith.addi"] on @alu or @memory + @port at 1
/// vliw.class @short latency 1 runs ["arith.muli"] within [0, 7, 16, 23] on @alu
/// ```
#[op(name = "vliw.class", eval = rmlir::interp::eval::nothing, traits(HasParent, Symbol), parents("vliw.machine"), interfaces(SymbolOp),
     custom(Ways = (parse_ways, print_ways)),
     format = "$sym_name `latency` $latency `runs` $runs (`of` $of^)? (`within` $within^)? `on` custom<Ways>($ways) attr-dict")]
pub struct ClassOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    latency: I64Attr,
    #[prop]
    runs: StrArrayAttr,
    #[prop]
    of: Option<TypeArrayAttr>,
    #[prop]
    within: Option<I64ArrayAttr>,
    /// Arrays of `#vliw.use`.
    #[prop]
    ways: ArrayAttr,
}

impl SymbolOp for ClassOp {}
