//! Functions and their returns.

use rmlir::core::EnumAttr;
use rmlir::core::function;
use rmlir::prelude::*;

use crate::attrs::{FunctionControl, LinkageAttributesAttr, StorageClass};
use crate::constraints::{IN_FUNCTION_SCOPE, IN_MODULE_SCOPE, SpirvType};
use crate::decoration::Decoration;
use crate::types::{ArrayType, PointerType};

/// A function, which returns at most one value.
///
/// ```mlir
/// spirv.func @f(%x: f32) -> f32 "Inline|Pure" {
///   spirv.ReturnValue %x : f32
/// }
/// ```
#[op(
    name = "spirv.func",
    traits(AutomaticAllocationScope, IsolatedFromAbove, Symbol),
    custom_traits(IN_MODULE_SCOPE),
    interfaces(Callable, FunctionOp, SymbolOp),
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
    sym_name: StrAttr,
    #[prop]
    function_control: FunctionControl,
    #[prop]
    linkage_attributes: Option<LinkageAttributesAttr>,
    #[region]
    body: AnyRegion,
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

/// As in upstream, a function without a body may be public: its linkage attributes determine its definition.
impl SymbolOp for FuncOp {}

fn parse_func(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let name = parser.asm().symbol_name()?;
    let name = parser.cx().str_attr(name.str(parser.cx()));
    state.set_attr(parser.cx(), "sym_name", name);
    let signature = function::parse_signature(parser, false)?;
    let ty = parser.cx().function_type(&signature.arg_types(), &signature.results);
    state.set_prop(FuncOp::FUNCTION_TYPE, parser.cx().type_attr(ty));
    let control = parse_control(parser)?;
    state.set_prop(FuncOp::FUNCTION_CONTROL, control.attr(parser.cx()));
    parse_attributes(parser, state)?;
    function::set_signature_attrs(parser.cx(), state, &signature);
    if parser.at("{") {
        return parser.parse_region(state, if signature.named { &signature.args } else { &[] });
    }
    parser.add_empty_region(state);
    Ok(())
}

/// Parses the attributes that have no syntax of their own.
fn parse_attributes(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let pos = parser.pos();
    if !parser.try_token("attributes") {
        return Ok(());
    }
    let mut entries = Vec::new();
    parser.parse_attr_dict(&mut entries)?;
    for entry in entries {
        let name = entry.name.str(parser.cx()).to_owned();
        if state.get_attr(parser.cx(), &name).is_some() {
            return Err(
                parser.error_at(pos, &format!("attribute '{name}' occurs more than once in the attribute list"))
            );
        }
        state.set_attr(parser.cx(), &name, entry.value);
    }
    Ok(())
}

/// Parses `"None"`, or the other keywords joined by `|`.
fn parse_control(parser: &mut dyn OpAsmParser) -> Parsed<FunctionControl> {
    let pos = parser.pos();
    let attr = parser.parse_attr(Some(Type::NONE))?;
    let Some(text) = attr.as_str(parser.cx()) else {
        return Err(parser.error_at(pos, "expected function_control attribute specified as string"));
    };
    let value = match text {
        "None" => Some(0),
        _ => text.split('|').try_fold(0, |all, keyword| {
            let bit = FunctionControl::ENUM.value(keyword.trim()).filter(|&bit| bit != 0)?;
            Some(all | bit)
        }),
    };
    value.and_then(FunctionControl::from_value).ok_or_else(|| {
        let shown = parser.cx().show_attr(attr).to_string();
        parser.error_at(pos, &format!("invalid function_control attribute specification: {shown}"))
    })
}

fn print_func(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.symbol_name(op.symbol_name().map_or("", |name| name.str(op.cx())));
    function::print_signature(printer, op, false);
    let control = op.get(FuncOp::function_control);
    let keywords = FunctionControl::ENUM.keyword(control.value()).expect("every bit has a keyword");
    printer.text(&format!(" \"{keywords}\""));
    let elided = ["sym_name", "function_type", "arg_attrs", "res_attrs", "function_control"];
    printer.attr_dict_with_keyword(op, &elided);
    if !op.region(0).is_empty() {
        printer.text(" ");
        printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
    }
}

fn verify_func(op: OpRef) -> Checked {
    let (inputs, results) = function::types_of(op, FuncOp::FUNCTION_TYPE);
    if results.len() > 1 {
        return Err(op.error("cannot have more than one result"));
    }
    let attrs = function::attrs_of(op, FuncOp::ARG_ATTRS, inputs.len());
    for (&input, attrs) in inputs.iter().zip(attrs) {
        verify_argument(op, input, attrs)?;
    }
    function::verify(op)?;
    let mut checked = Ok(());
    op.walk_postorder(|inner| {
        if checked.is_ok() {
            checked = verify_return(inner, &results);
        }
    });
    checked
}

/// Verifies that the aliasing of a pointer to a physical storage buffer is specified.
fn verify_argument(op: OpRef, ty: Type, attrs: Attr) -> Checked {
    let cx = op.cx();
    let Some(pointer) = PointerType::from_type(cx, ty) else { return Ok(()) };
    let is_physical = |pointer: PointerType| pointer.storage_class(cx) == StorageClass::PhysicalStorageBuffer;
    let decoration = cx.find_ident("spirv.decoration").and_then(|name| attrs.dict_get(cx, name));
    let decoration = decoration.and_then(|attr| Decoration::from_attr(cx, attr));
    let pointee = pointer.pointee(cx);
    if let Some(inner) = PointerType::from_type(cx, pointee) {
        let is_said = matches!(decoration, Some(Decoration::AliasedPointer | Decoration::RestrictPointer));
        return match is_physical(inner) && !is_said {
            true => Err(op.error(
                "with a pointer points to a physical buffer pointer must be decorated either 'AliasedPointer' or \
                 'RestrictPointer'",
            )),
            false => Ok(()),
        };
    }
    let physical = match ArrayType::from_type(cx, pointee) {
        Some(array) => PointerType::from_type(cx, array.element(cx)),
        None => Some(pointer),
    };
    let is_said = matches!(decoration, Some(Decoration::Aliased | Decoration::Restrict));
    match physical.is_some_and(is_physical) && !is_said {
        true => Err(op.error("with physical buffer pointer must be decorated either 'Aliased' or 'Restrict'")),
        false => Ok(()),
    }
}

/// Verifies that `op`, if it is a return, returns values of these result types.
fn verify_return(op: OpRef, results: &[Type]) -> Checked {
    if op.is::<ReturnOp>() && !results.is_empty() {
        return Err(op.error("cannot be used in functions returning value"));
    }
    if !op.is::<ReturnValueOp>() {
        return Ok(());
    }
    let &[wanted] = results else {
        let n_wanted = results.len();
        return Err(op.error(format!("returns 1 value but enclosing function requires {n_wanted} results")));
    };
    // Without an operand its own verifier reports an error.
    let Some(got) = op.operands().next().map(|operand| operand.ty()) else { return Ok(()) };
    if got != wanted {
        let (got, wanted) = (op.cx().show_type(got), op.cx().show_type(wanted));
        let message = format!(" return value's type ('{got}') mismatch with function's result type ('{wanted}')");
        return Err(op.error(message));
    }
    Ok(())
}

/// Returns from a function without a result.
#[op(
    name = "spirv.Return",
    traits(Pure, ReturnLike, Terminator),
    custom_traits(IN_FUNCTION_SCOPE),
    format = "attr-dict"
)]
pub struct ReturnOp {}

/// Returns a value from a function.
#[op(
    name = "spirv.ReturnValue",
    traits(Pure, ReturnLike, Terminator),
    custom_traits(IN_FUNCTION_SCOPE),
    format = "$value attr-dict `:` type($value)"
)]
pub struct ReturnValueOp {
    #[operand]
    value: SpirvType,
}
