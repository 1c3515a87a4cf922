//! Grids of devices, and positions in them.

use rmlir::core::constraints::*;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::core::symbol::SymbolScope;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::constraints::no_axes;

/// Defines a grid of devices: its name, and its size along each axis.
///
/// ```mlir
/// shard.grid @grid(shape = 4x?)
/// ```
#[op(name = "shard.grid", traits(Pure, Symbol), verify = verify_grid,
     custom(DimensionList = (parse_sizes, print_sizes)),
     format = "$sym_name `(` `shape` `=` custom<DimensionList>($shape) `)` attr-dict")]
pub struct GridOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    shape: DenseI64ArrayAttr,
}

fn parse_sizes(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    if parser.try_token("[") {
        parser.asm().token("]")?;
        args[0] = DirectiveArg::Attr(parser.cx().i64_array(&[]));
        return Ok(true);
    }
    let sizes = parser.parse_dimensions(true, false)?;
    if sizes.is_empty() {
        let pos = parser.pos();
        let why = "Failed parsing dimension list. Did you mean an empty list? It must be denoted by \"[]\".";
        return Err(parser.error_at(pos, why));
    }
    args[0] = DirectiveArg::Attr(parser.cx().i64_array(&sizes));
    Ok(true)
}

fn print_sizes(printer: &mut dyn AsmPrinter, op: OpRef, _: &[DirectiveField]) {
    let sizes = op.get(GridOp::shape);
    let text = |&size: &i64| if size == DYNAMIC { "?".to_owned() } else { size.to_string() };
    printer.text(if sizes.is_empty() { "[]" } else { "" });
    printer.text(&sizes.iter().map(text).collect::<Vec<_>>().join("x"));
}

fn verify_grid(op: OpRef) -> Checked {
    let sizes = op.get(GridOp::shape);
    if sizes.is_empty() {
        return Err(op.error("rank of grid is expected to be a positive integer"));
    }
    if sizes.iter().any(|&size| size < 0 && size != DYNAMIC) {
        return Err(op.error("dimension size of a grid is expected to be non-negative or dynamic"));
    }
    Ok(())
}

/// The integers of a list property.
pub(crate) fn numbers(op: OpRef, slot: usize) -> Vec<i64> {
    op.prop(slot).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default()
}

/// An error at the location of `op`, without printing `op`.
pub(crate) fn error_at(op: OpRef, why: impl Into<String>) -> Box<Diagnostic> {
    let mut error = op.plain_error(why);
    error.hides_operation = true;
    error
}

/// The grid that an operation refers to.
pub(crate) struct Grid {
    name: String,
    pub shape: Vec<i64>,
}

impl Grid {
    /// The grid that property `grid` of `op` refers to.
    pub fn of(op: OpRef, symbols: &mut SymbolScope) -> Result<Self, Box<Diagnostic>> {
        let cx = op.cx();
        let symbol = op.attr("grid").expect("the property was checked");
        let name = symbol.as_flat_symbol(cx).map_or("", |name| name.str(cx)).to_owned();
        match symbol.as_symbol_ref(cx).and_then(|symbol| symbols.lookup(symbol)).filter(|found| found.is::<GridOp>()) {
            Some(grid) => Ok(Self { name, shape: grid.get(GridOp::shape) }),
            None => Err(op.plain_error(format!("Undefined required grid symbol \"{name}\"."))),
        }
    }

    /// Verifies that these are distinct axes of the grid.
    pub fn check_axes(&self, op: OpRef, axes: &[i64]) -> Checked {
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(error_at(op, "Grid axes contains duplicate elements."));
        }
        let rank = self.shape.len();
        match axes.iter().find(|&&axis| axis < 0 || axis >= rank as i64) {
            None => Ok(()),
            Some(axis) => Err(error_at(
                op,
                format!(
                    "0-based grid axis index {axis} is out of bounds. The referenced grid \"{}\" is of rank {rank}.",
                    self.name
                ),
            )),
        }
    }
}

/// The sizes of a grid along axes; along all axes if none is listed.
///
/// ```mlir
/// %0:2 = shard.grid_shape @grid axes = [0, 1] : index, index
/// ```
#[op(
    name = "shard.grid_shape",
    traits(Pure),
    interfaces(AsmNames, SymbolUser),
    format = "$grid (`axes` `=` $axes^)? attr-dict `:` type($result)"
)]
pub struct GridShapeOp {
    #[prop]
    grid: FlatSymbolRefAttr,
    #[prop(default = no_axes)]
    axes: DenseI16ArrayAttr,
    #[result]
    result: Vec<Index>,
}

/// The coordinates of the device in its grid along axes; along all axes if none is listed.
///
/// ```mlir
/// %0:2 = shard.process_multi_index on @grid axes = [0, 1] : index, index
/// ```
#[op(
    name = "shard.process_multi_index",
    traits(Pure),
    interfaces(AsmNames, SymbolUser),
    format = "`on` $grid (`axes` `=` $axes^)? attr-dict `:` type($result)"
)]
pub struct ProcessMultiIndexOp {
    #[prop]
    grid: FlatSymbolRefAttr,
    #[prop(default = no_axes)]
    axes: DenseI16ArrayAttr,
    #[result]
    result: Vec<Index>,
}

/// The linear index of the device in its grid, in row-major order.
///
/// ```mlir
/// %0 = shard.process_linear_index on @grid : index
/// ```
#[op(
    name = "shard.process_linear_index",
    traits(Pure),
    interfaces(AsmNames, SymbolUser),
    format = "`on` $grid attr-dict `:` type($result)"
)]
pub struct ProcessLinearIndexOp {
    #[prop]
    grid: FlatSymbolRefAttr,
    #[result]
    result: Index,
}

/// The linear indices of the neighbours before and after a device along axes of its grid; -1 if there is none.
///
/// ```mlir
/// %0:2 = shard.neighbors_linear_indices on @grid[%i, %j] split_axes = [1] : index, index
/// ```
#[op(
    name = "shard.neighbors_linear_indices",
    traits(Pure),
    interfaces(AsmNames, SymbolUser),
    format = "`on` $grid `[` $device `]` `split_axes` `=` $split_axes attr-dict `:` type(results)"
)]
pub struct NeighborsLinearIndicesOp {
    #[prop]
    grid: FlatSymbolRefAttr,
    #[operand]
    device: Vec<Index>,
    #[prop]
    split_axes: DenseI16ArrayAttr,
    #[result]
    neighbor_down: Index,
    #[result]
    neighbor_up: Index,
}

/// Rows of `Op "name of each result", ..;`.
macro_rules! names {
    ($($op:ident $($name:literal),+;)*) => {$(
        impl AsmNames for $op {
            fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                [$($name),+].into_iter().take(op.n_results()).enumerate().for_each(|(index, called)| name(index, called));
            }
        }
    )*};
}
pub(crate) use names;

names! {
    GridShapeOp "grid_shape";
    ProcessMultiIndexOp "proc_linear_idx";
    ProcessLinearIndexOp "proc_linear_idx";
    NeighborsLinearIndicesOp "down_linear_idx", "up_linear_idx";
}

/// Verifies that there is a result for each axis.
fn verify_results(op: OpRef, symbols: &mut SymbolScope) -> Checked {
    let grid = Grid::of(op, symbols)?;
    let axes: Vec<i64> = op.get(GridShapeOp::axes).into_iter().map(i64::from).collect();
    grid.check_axes(op, &axes)?;
    let wanted = if axes.is_empty() { grid.shape.len() } else { axes.len() };
    let found = op.n_results();
    if found == wanted {
        return Ok(());
    }
    Err(op.plain_error(format!("Unexpected number of results {found}. Expected {wanted}.")))
}

impl SymbolUser for GridShapeOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        verify_results(op, symbols)
    }
}

impl SymbolUser for ProcessMultiIndexOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        verify_results(op, symbols)
    }
}

impl SymbolUser for ProcessLinearIndexOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        Grid::of(op, symbols).map(|_| ())
    }
}

impl SymbolUser for NeighborsLinearIndicesOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        Grid::of(op, symbols).map(|_| ())
    }
}
