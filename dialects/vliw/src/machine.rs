//! Machine descriptions.

use rmlir::prelude::*;

use crate::ways::{parse_ways, print_ways};

/// The time at which a write becomes visible.
#[attr(int = 32)]
pub enum Timing {
    /// Exactly at the latency: until then reads of the register yield its old value.
    Exact,
    /// At the latency or earlier: until then the register must not be read.
    Early,
}

/// The direction of a path between clusters.
#[attr(int = 32)]
pub enum Crossing {
    /// The path carries an operand: an operation reads one register of another cluster per path it reserves.
    Reads,
    /// The path carries a result: an operation also writes it to registers of other clusters.
    Writes,
}

/// Describes a machine.
///
/// It issues at most `issue` operations per cycle. A branch takes effect `delay` cycles after the cycle that follows
/// it; the initiation interval of loops is at least `min_ii`. `writes` is the time at which a result becomes visible:
/// at exactly the latency, or early.
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
    verify_regions,
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

impl SymbolOp for MachineOp<()> {}

impl AsmNames for MachineOp<()> {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("vliw")
    }
}

/// Identical units of a machine.
///
/// The units of a cluster execute operations of that cluster, which read and write registers of that cluster or of no
/// cluster. Units may be paths between clusters: by a path with `crosses reads` an operation reads a register of
/// another cluster, by one with `crosses writes` it also writes those of other clusters.
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

impl SymbolOp for UnitOp<()> {}

/// A register file of a machine.
///
/// The first `rotating` of its registers rotate: after a rotation, name `n` refers to the register that name `n - 1`
/// referred to before. A value is allocated in the first file of its cluster, or of no cluster, that holds its type; a
/// file without `holds` holds all types. A value that is written in several clusters at the same time is allocated in
/// the first `crossed` registers only, if a file has this property. Values of the types after `pairs` occupy two
/// registers, one with an even number, which identifies the pair, and the next one.
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

impl SymbolOp for RegistersOp<()> {}

/// A class of operations of a machine with the same timing and resources.
///
/// A class executes the operations that it lists, of all types or of those after `of`: the type of the result,
/// or of the stored value. Of the classes of a machine, the first that matches an operation applies; `"*"`
/// matches every operation except branches, dismissible loads and `vliw.cross`, a copy from another cluster.
/// Operands are read from any registers, or only from those `within` ranges of numbers, each given by its first
/// and its last one. After `on` are the reservation alternatives, in order of preference: sets of units that
/// are all reserved, `@unit at offset for cycles`.
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
    /// The reservation alternatives: arrays of `#vliw.use`.
    #[prop]
    ways: ArrayAttr,
}

impl SymbolOp for ClassOp<()> {}
