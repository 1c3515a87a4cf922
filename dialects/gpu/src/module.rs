//! Modules of kernels, kernels, and their launches by name.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::function;
use rmlir::core::opdef::{DirectiveArg, DirectiveField, OpTrait};
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::attributions;
use crate::constraints::{DimSizeHint, LaunchSize, NonEmptyArrayAttr};
use crate::memory::{parse_dependencies, print_dependencies};
use crate::types::AsyncTokenType;

/// A module that is compiled for a device.
#[op(
    name = "gpu.module",
    traits(GraphRegion, IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock, Symbol, SymbolTable),
    interfaces(SymbolOp),
    format = "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion"
)]
pub struct ModuleOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    targets: Option<NonEmptyArrayAttr>,
    #[prop]
    offloadingHandler: Option<AnyAttr>,
    #[region]
    bodyRegion: SizedRegion1,
}

impl SymbolOp for ModuleOp {}

/// A function that is executed by the device; a kernel, if the host can launch it.
///
/// ```mlir
/// gpu.func @f(%x: f32) workgroup(%shared : memref<32xf32, #gpu.address_space<workgroup>>) kernel {
///   gpu.return
/// }
/// ```
#[op(
    name = "gpu.func",
    traits(AffineScope, AutomaticAllocationScope, HasParent, IsolatedFromAbove, Symbol),
    parents("gpu.module"),
    interfaces(Callable, FunctionOp, InferUniformity, SymbolOp),
    verify = verify_func,
    parse = parse_func,
    print = print_func
)]
pub struct FuncOp {
    #[prop]
    function_type: FunctionTypeAttr,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[prop]
    workgroup_attrib_attrs: Option<DictArrayAttr>,
    #[prop]
    private_attrib_attrs: Option<DictArrayAttr>,
    #[prop]
    known_block_size: Option<DimSizeHint>,
    #[prop]
    known_grid_size: Option<DimSizeHint>,
    #[prop]
    known_cluster_size: Option<DimSizeHint>,
    #[region]
    body: AnyRegion,
}

const KERNEL: &str = "gpu.kernel";

fn signature(op: OpRef) -> (Vec<Type>, Vec<Type>) {
    function::types_of(op, FuncOp::FUNCTION_TYPE)
}

impl FunctionOp for FuncOp {
    fn type_prop(&self) -> usize {
        FuncOp::FUNCTION_TYPE
    }
    fn attr_props(&self) -> (usize, usize) {
        (FuncOp::ARG_ATTRS, FuncOp::RES_ATTRS)
    }
}

impl Callable for FuncOp {}

impl SymbolOp for FuncOp {}

fn parse_func(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let name = parser.asm().symbol_name()?;
    let name = parser.cx().str_attr(name.str(parser.cx()));
    state.set_attr(parser.cx(), "sym_name", name);
    let pos = parser.pos();
    let signature = function::parse_signature(parser, false)?;
    if !signature.args.is_empty() && !signature.named {
        return Err(parser.error_at(pos, "gpu.func requires named arguments"));
    }
    let ty = parser.cx().function_type(&signature.arg_types(), &signature.results);
    state.set_prop(FuncOp::FUNCTION_TYPE, parser.cx().type_attr(ty));
    function::set_signature_attrs(parser.cx(), state, &signature);
    let workgroup = attributions::parse(parser, "workgroup", true)?;
    let private = attributions::parse(parser, "private", true)?;
    let cx = parser.cx();
    state.set_attr(cx, attributions::N_WORKGROUP, cx.i64_attr(workgroup.len() as i64));
    for (slot, args) in [(FuncOp::WORKGROUP_ATTRIB_ATTRS, &workgroup), (FuncOp::PRIVATE_ATTRIB_ATTRS, &private)] {
        if let Some(attrs) = attributions::attrs_of(cx, args) {
            state.set_prop(slot, attrs);
        }
    }
    if parser.try_token("kernel") {
        state.set_attr(parser.cx(), KERNEL, Attr::UNIT);
    }
    parser.attr_dict_with_keyword(state)?;
    let args = [signature.args, workgroup, private].concat();
    parser.parse_region(state, &args)
}

fn print_func(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.symbol_name(op.symbol_name().map_or("", |name| name.str(op.cx())));
    function::print_signature(printer, op, false);
    let (workgroup, private) = attributions::split(op, signature(op).0.len());
    attributions::print(printer, "workgroup", &workgroup, op.get(FuncOp::workgroup_attrib_attrs));
    attributions::print(printer, "private", &private, op.get(FuncOp::private_attrib_attrs));
    if op.attr(KERNEL).is_some() {
        printer.text(" kernel");
    }
    let elided = [
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        attributions::N_WORKGROUP,
        KERNEL,
        "workgroup_attrib_attrs",
        "private_attrib_attrs",
    ];
    printer.attr_dict_with_keyword(op, &elided);
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
}

fn verify_func(op: OpRef) -> Checked {
    let (inputs, results) = signature(op);
    if op.attr(KERNEL).is_some() && !results.is_empty() {
        return Err(op.error("expected void return type for kernel function"));
    }
    let Some(entry) = op.region(0).entry() else {
        return Err(op.error("expected body with at least one block"));
    };
    let n_wanted = inputs.len() + attributions::n_workgroup(op);
    if entry.args().len() < n_wanted {
        return Err(op.error(format!("expected at least {n_wanted} arguments to body region")));
    }
    for (index, (arg, &wanted)) in entry.args().zip(&inputs).enumerate() {
        if arg.ty() != wanted {
            let (got, wanted) = (op.cx().show_type(arg.ty()), op.cx().show_type(wanted));
            let message = format!("expected body region argument #{index} to be of type '{wanted}', got '{got}'");
            return Err(op.error(message));
        }
    }
    attributions::verify(op, inputs.len())
}

/// Terminates a function and returns its results.
#[op(
    name = "gpu.return",
    traits(HasParent, Pure, ReturnLike, Terminator),
    parents("gpu.func"),
    verify = verify_return,
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct ReturnOp {
    #[operand]
    operands: Vec<AnyType>,
}

fn verify_return(op: OpRef) -> Checked {
    let Some(function) = op.parent().filter(|parent| parent.is::<FuncOp>()) else { return Ok(()) };
    let results = signature(function).1;
    if results.len() != op.n_operands() {
        let error = op.error(format!("expected {} result operands", results.len()));
        return Err(Box::new(error.note(function.loc().place(op.cx()), "return type declared here")));
    }
    for (index, (operand, &wanted)) in op.operands().zip(&results).enumerate() {
        if operand.ty() != wanted {
            let got = op.cx().show_type(operand.ty());
            return Err(op.error(format!("unexpected type `'{got}'' for operand #{index}")));
        }
    }
    Ok(())
}

/// Launches a kernel by name.
///
/// ```mlir
/// gpu.launch_func @kernels::@f blocks in (%n, %n, %n) threads in (%m, %m, %m) args(%x : f32)
/// ```
#[op(
    name = "gpu.launch_func",
    traits(AttrSizedOperandSegments),
    interfaces(SymbolUser),
    custom_traits(SAME_SIZES),
    verify = verify_launch_func,
    custom(
        AsyncDependencies = (parse_dependencies, print_dependencies),
        LaunchDimType = (parse_dim_type, print_dim_type),
        LaunchFuncOperands = (parse_kernel_operands, print_kernel_operands)
    ),
    format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) (`<` $asyncObject^ `:` type($asyncObject) `>`)? \
              $kernel (`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? \
              `blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` \
              `threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` \
              custom<LaunchDimType>(type($gridSizeX), type($gridSizeY), type($gridSizeZ), type($blockSizeX), \
              type($blockSizeY), type($blockSizeZ), ref($clusterSizeX), type($clusterSizeX), type($clusterSizeY), \
              type($clusterSizeZ)) (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? \
              custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict"
)]
pub struct LaunchFuncOp {
    #[operand]
    asyncDependencies: Vec<AsyncTokenType>,
    #[prop]
    kernel: SymbolRefAttr,
    #[operand]
    gridSizeX: LaunchSize,
    #[operand]
    gridSizeY: LaunchSize,
    #[operand]
    gridSizeZ: LaunchSize,
    #[operand]
    blockSizeX: LaunchSize,
    #[operand]
    blockSizeY: LaunchSize,
    #[operand]
    blockSizeZ: LaunchSize,
    #[operand]
    clusterSizeX: Option<LaunchSize>,
    #[operand]
    clusterSizeY: Option<LaunchSize>,
    #[operand]
    clusterSizeZ: Option<LaunchSize>,
    #[operand]
    dynamicSharedMemorySize: Option<I32>,
    #[operand]
    kernelOperands: Vec<AnyType>,
    #[operand]
    asyncObject: Option<AnyType>,
    #[result]
    asyncToken: Option<AsyncTokenType>,
}

/// Verifies that the sizes of grid and block have one type.
struct SameSizes;
static SAME_SIZES: SameSizes = SameSizes;

impl OpTrait for SameSizes {
    fn name(&self) -> &'static str {
        "AllTypesMatch"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Checked {
        let fields = LaunchFuncOp::GRID_SIZE_X_OPERAND..=LaunchFuncOp::BLOCK_SIZE_Z_OPERAND;
        let mut types = fields.filter_map(|field| op.operand_field(field).first().map(|value| value.ty()));
        let first = types.next();
        if types.all(|ty| Some(ty) == first) {
            return Ok(());
        }
        Err(op.error(
            "failed to verify that all of {gridSizeX, gridSizeY, gridSizeZ, blockSizeX, blockSizeY, blockSizeZ} have \
             same type",
        ))
    }
}

/// The directive arguments for the types of the sizes: those of the cluster, if there is
/// one, come after a reference to it.
const N_SIZES: usize = 6;

fn parse_dim_type(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let ty = if parser.try_token(":") { parser.asm().parse_type()? } else { Type::INDEX };
    for arg in &mut args[..N_SIZES] {
        *arg = DirectiveArg::Types(vec![ty]);
    }
    let has_cluster = matches!(&args[N_SIZES], DirectiveArg::Operands(operands) if !operands.is_empty());
    if has_cluster {
        for arg in &mut args[N_SIZES + 1..] {
            *arg = DirectiveArg::Types(vec![ty]);
        }
    }
    Ok(true)
}

fn print_dim_type(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let ty = op.operand(op.operand_range(LaunchFuncOp::GRID_SIZE_X_OPERAND).start).ty();
    if !ty.is_index() {
        printer.text(": ");
        printer.ty(ty);
    }
}

fn parse_kernel_operands(
    parser: &mut dyn OpAsmParser,
    _state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    if !parser.try_token("args") {
        return Ok(true);
    }
    let (mut operands, mut types) = (Vec::new(), Vec::new());
    parser.token_in("(", "argument list")?;
    if !parser.try_token(")") {
        loop {
            operands.push(parser.operand()?);
            types.push(parser.asm().colon_type()?);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.token_in(")", "argument list")?;
    }
    args[0] = DirectiveArg::Operands(operands);
    args[1] = DirectiveArg::Types(types);
    Ok(true)
}

fn print_kernel_operands(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let operands = op.values(LaunchFuncOp::kernelOperands);
    if operands.is_empty() {
        return;
    }
    printer.text("args(");
    for (index, operand) in operands.into_iter().enumerate() {
        printer.text(if index > 0 { ", " } else { "" });
        printer.operand(operand);
        printer.text(" : ");
        printer.ty(operand.ty());
    }
    printer.text(")");
}

fn verify_launch_func(op: OpRef) -> Checked {
    let object = op.operand_range(LaunchFuncOp::ASYNC_OBJECT_OPERAND);
    if !op.operand_range(LaunchFuncOp::ASYNC_DEPENDENCIES_OPERAND).is_empty() && !object.is_empty() {
        return Err(op.error("cannot have both async dependencies and an explicit async object"));
    }
    let clusters = LaunchFuncOp::CLUSTER_SIZE_X_OPERAND..=LaunchFuncOp::CLUSTER_SIZE_Z_OPERAND;
    let types: Vec<Type> = clusters.filter_map(|field| Some(op.operand_field(field).first()?.ty())).collect();
    if types.len() == 3 && types.iter().any(|&ty| ty != types[0]) {
        return Err(op.error("expects types of the cluster dimensions must be the same"));
    }
    Ok(())
}

impl SymbolUser for LaunchFuncOp {
    /// Verifies that the symbol is a kernel, and that the operands match its arguments.
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let kernel = op.get(LaunchFuncOp::kernel);
        let name = kernel.root.str(op.cx());
        let Some(module) = symbols.lookup(kernel.root) else {
            return Err(op.error(format!("kernel container '{name}' is undefined")));
        };
        if !module.is::<ModuleOp>() {
            return Err(op.error(format!("kernel module '{name}' is undefined")));
        }
        let shown = op.cx().show_attr(op.cx().symbol_ref(kernel));
        let found = if kernel.nested.is_empty() { None } else { symbols.lookup(kernel) };
        let Some(function) = found else {
            return Err(op.error(format!("kernel function '{shown}' is undefined")));
        };
        let Some(interface) = function.interface::<dyn FunctionOp>() else {
            let error = op.error(format!("referenced kernel '{shown}' is not a function"));
            return Err(Box::new(error.note(function.loc().place(op.cx()), "see the kernel definition here")));
        };
        if function.attr(KERNEL) != Some(Attr::UNIT) {
            return Err(op.error(format!("kernel function is missing the '{KERNEL}' attribute")));
        }
        if !function.is::<FuncOp>() {
            return Ok(());
        }
        let (wanted, given) = (interface.argument_types(function), op.values(Self::kernelOperands));
        if wanted.len() != given.len() {
            let message = format!("got {} kernel operands but expected {}", given.len(), wanted.len());
            return Err(op.error(message));
        }
        match wanted.iter().zip(&given).position(|(&wanted, given)| given.ty() != wanted) {
            Some(index) => Err(op.error(format!("type of function argument {index} does not match"))),
            None => Ok(()),
        }
    }
}
