//! Globals: variables, aliases, indirect functions, constructors and destructors of the program.

use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

pub use super::comdat::{ComdatOp, ComdatSelectorOp};
use super::comdat::{parse_comdat, print_comdat};
use super::flags::*;
use super::func::LLVMFuncOp;
use super::keyword;
use crate::attrs::enums::{Linkage, UnnamedAddr, Visibility};
use crate::attrs::misc::ZeroAttr;
use crate::types::constraint::is_compatible_outer;
use crate::types::{ArrayType, PointerType, TargetExtType, own_name};

/// A global variable, with a value or with a region that computes it.
///
/// ```mlir
/// llvm.mlir.global internal constant @text("abc")
/// llvm.mlir.global external @x(0 : i32) {addr_space = 3 : i32} : i32
/// ```
#[op(name = "llvm.mlir.global", eval = rmlir::interp::eval::nothing, traits(ImplicitTerminator, IsolatedFromAbove, SingleBlock, Symbol),
     terminator = "llvm.return", verify = verify_global, verify_regions = verify_initializer,
     parse = parse_global, print = print_global)]
pub struct GlobalOp {
    #[prop]
    global_type: TypeAttr,
    #[prop]
    constant: Option<UnitAttr>,
    #[prop]
    sym_name: StrAttr,
    #[prop]
    linkage: Linkage,
    #[prop]
    dso_local: Option<UnitAttr>,
    #[prop]
    thread_local_: Option<UnitAttr>,
    #[prop]
    externally_initialized: Option<UnitAttr>,
    #[prop]
    value: Option<AnyAttr>,
    #[prop]
    alignment: Option<I64Attr>,
    #[prop(default = zero_i32)]
    addr_space: NonNegativeI32,
    #[prop]
    unnamed_addr: Option<UnnamedAddr>,
    #[prop]
    section: Option<StrAttr>,
    #[prop]
    comdat: Option<SymbolRefAttr>,
    #[prop]
    dbg_exprs: Option<DebugExpressions>,
    #[prop(default = default_visibility)]
    visibility_: Visibility,
    #[prop]
    target_specific_attrs: Option<ArrayAttr>,
    #[region]
    initializer: AnyRegion,
}

/// An alias of the address that its region computes.
#[op(name = "llvm.mlir.alias", eval = rmlir::interp::eval::nothing, traits(ImplicitTerminator, IsolatedFromAbove, SingleBlock, Symbol),
     terminator = "llvm.return", verify = verify_alias, verify_regions = verify_aliased,
     parse = parse_alias, print = print_alias)]
pub struct AliasOp {
    #[prop]
    alias_type: TypeAttr,
    #[prop]
    sym_name: StrAttr,
    #[prop]
    linkage: Linkage,
    #[prop]
    dso_local: Option<UnitAttr>,
    #[prop]
    thread_local_: Option<UnitAttr>,
    #[prop]
    unnamed_addr: Option<UnnamedAddr>,
    #[prop(default = default_visibility)]
    visibility_: Visibility,
    #[region]
    initializer: SizedRegion1,
}

/// An indirect function: a resolver selects the target when the program is loaded.
#[op(name = "llvm.mlir.ifunc", eval = rmlir::interp::eval::nothing, traits(IsolatedFromAbove, Symbol), interfaces(SymbolUser), verify = verify_ifunc,
     parse = parse_ifunc, print = print_ifunc)]
pub struct IFuncOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    i_func_type: TypeAttr,
    #[prop]
    resolver: FlatSymbolRefAttr,
    #[prop]
    resolver_type: TypeAttr,
    #[prop]
    linkage: Linkage,
    #[prop]
    dso_local: Option<UnitAttr>,
    #[prop(default = zero_i32)]
    address_space: NonNegativeI32,
    #[prop(default = no_unnamed_addr)]
    unnamed_addr: UnnamedAddr,
    #[prop(default = default_visibility)]
    visibility_: Visibility,
}

/// Parses linkage, visibility, `thread_local` and the significance of the address (`unnamed_addr`).
fn parse_common(parser: &mut dyn OpAsmParser, state: &mut OpState) {
    let linkage = keyword::parse_or(parser, Linkage::External);
    let visibility = keyword::parse_or(parser, Visibility::Default);
    let is_thread_local = parser.try_token("thread_local");
    let unnamed = keyword::parse_or(parser, UnnamedAddr::None);
    let cx = parser.cx();
    state.set_attr(cx, "linkage", linkage.attr(cx));
    state.set_attr(cx, "visibility_", visibility.attr(cx));
    state.set_attr(cx, "unnamed_addr", unnamed.attr(cx));
    if is_thread_local {
        state.set_attr(cx, "thread_local_", Attr::UNIT);
    }
}

fn print_common(printer: &mut dyn AsmPrinter, op: OpRef) {
    let cx = op.cx();
    printer.text(" ");
    keyword::print(printer, op.attr("linkage").and_then(|attr| Linkage::from_attr(cx, attr)));
    keyword::print(printer, op.attr("visibility_").and_then(|attr| Visibility::from_attr(cx, attr)));
    if op.attr("thread_local_").is_some() {
        printer.text("thread_local ");
    }
    keyword::print(printer, op.attr("unnamed_addr").and_then(|attr| UnnamedAddr::from_attr(cx, attr)));
}

fn parse_name(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let name = parser.asm().symbol_name()?;
    let name = parser.cx().str_attr(name.str(parser.cx()));
    state.set_attr(parser.cx(), "sym_name", name);
    Ok(())
}

fn print_name(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.symbol_name(op.symbol_name().map_or("", |name| name.str(op.cx())));
}

fn parse_global(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parse_common(parser, state);
    if parser.try_token("constant") {
        state.set_prop(GlobalOp::CONSTANT, Attr::UNIT);
    }
    parse_name(parser, state)?;
    parser.asm().token("(")?;
    if !parser.try_token(")") {
        let value = parser.parse_attr(None)?;
        state.set_prop(GlobalOp::VALUE, value);
        parser.asm().token(")")?;
    }
    if let Some(comdat) = parse_comdat(parser)? {
        state.set_prop(GlobalOp::COMDAT, comdat);
    }
    parser.attr_dict(state)?;
    let types = if parser.try_token(":") { parser.asm().type_list()? } else { Vec::new() };
    let ty = match types[..] {
        [ty] => {
            parse_initializer(parser, state)?;
            ty
        }
        [] => {
            parser.add_empty_region(state);
            let value = state.get_attr(parser.cx(), "value").and_then(|value| value.as_bytes(parser.cx()));
            let Some(text) = value else {
                let pos = parser.name_pos();
                return Err(parser.error_at(pos, "type can only be omitted for string globals"));
            };
            ArrayType::get(parser.cx(), text.len() as i64, Type::I8).ty()
        }
        _ => {
            let pos = parser.name_pos();
            return Err(parser.error_at(pos, "expected zero or one type"));
        }
    };
    state.set_prop(GlobalOp::GLOBAL_TYPE, parser.cx().type_attr(ty));
    Ok(())
}

fn parse_initializer(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    if parser.at("{") {
        return parser.parse_region(state, &[]);
    }
    parser.add_empty_region(state);
    Ok(())
}

fn print_global(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_common(printer, op);
    if op.get(GlobalOp::constant) {
        printer.text("constant ");
    }
    print_name(printer, op);
    printer.text("(");
    let value = op.get(GlobalOp::value);
    if let Some(value) = value {
        printer.attr(value);
    }
    printer.text(")");
    print_comdat(printer, op.get(GlobalOp::comdat));
    let elided = [
        "sym_name",
        "global_type",
        "constant",
        "value",
        "linkage",
        "unnamed_addr",
        "thread_local_",
        "visibility_",
        "comdat",
    ];
    printer.attr_dict(op, &elided);
    if value.is_some_and(|value| value.as_bytes(op.cx()).is_some()) {
        return;
    }
    printer.text(" : ");
    printer.ty(op.get(GlobalOp::global_type));
    if !op.region(0).is_empty() {
        printer.text(" ");
        printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
    }
}

fn parse_alias(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    parse_common(parser, state);
    parse_name(parser, state)?;
    parser.attr_dict(state)?;
    let ty = parser.asm().colon_type()?;
    parser.parse_region(state, &[])?;
    state.set_prop(AliasOp::ALIAS_TYPE, parser.cx().type_attr(ty));
    Ok(())
}

fn print_alias(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_common(printer, op);
    print_name(printer, op);
    printer.attr_dict(op, &["sym_name", "alias_type", "linkage", "unnamed_addr", "thread_local_", "visibility_"]);
    printer.text(" : ");
    printer.ty(op.get(AliasOp::alias_type));
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
}

fn parse_ifunc(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let linkage = keyword::parse_or(parser, Linkage::External);
    let visibility = keyword::parse_or(parser, Visibility::Default);
    let unnamed = keyword::parse_or(parser, UnnamedAddr::None);
    let cx = parser.cx();
    state.set_prop(IFuncOp::LINKAGE, linkage.attr(cx));
    state.set_prop(IFuncOp::VISIBILITY_, visibility.attr(cx));
    state.set_prop(IFuncOp::UNNAMED_ADDR, unnamed.attr(cx));
    parse_name(parser, state)?;
    let ty = parser.asm().colon_type()?;
    parser.asm().token(",")?;
    let resolver_type = parser.parse_type()?;
    let resolver = keyword::parse_callee(parser)?;
    let cx = parser.cx();
    state.set_prop(IFuncOp::I_FUNC_TYPE, cx.type_attr(ty));
    state.set_prop(IFuncOp::RESOLVER_TYPE, cx.type_attr(resolver_type));
    state.set_prop(IFuncOp::RESOLVER, resolver);
    parser.attr_dict(state)
}

fn print_ifunc(printer: &mut dyn AsmPrinter, op: OpRef) {
    print_common(printer, op);
    print_name(printer, op);
    printer.text(" : ");
    printer.ty(op.get(IFuncOp::i_func_type));
    printer.text(", ");
    printer.ty(op.get(IFuncOp::resolver_type));
    printer.text(" ");
    printer.symbol_name(op.get(IFuncOp::resolver).str(op.cx()));
    let mut elided =
        vec!["sym_name", "i_func_type", "resolver", "resolver_type", "linkage", "unnamed_addr", "visibility_"];
    if op.get(IFuncOp::address_space) == 0 {
        elided.push("address_space");
    }
    printer.attr_dict(op, &elided);
}

/// Whether `op` is a module-like container of globals.
pub(super) fn is_module(op: OpRef) -> bool {
    op.has(rmlir::core::TraitSet::SYMBOL_TABLE) && op.has(rmlir::core::TraitSet::ISOLATED_FROM_ABOVE)
}

fn is_global_type(cx: &Context, ty: Type) -> bool {
    is_compatible_outer(cx, ty) && !matches!(own_name(cx, ty), Some("void" | "token" | "metadata" | "label"))
}

fn verify_global(op: OpRef) -> Checked {
    let (cx, ty) = (op.cx(), op.get(GlobalOp::global_type));
    let value = op.get(GlobalOp::value);
    if !is_global_type(cx, ty) {
        return Err(op.error("expects type to be a valid element type for an LLVM global"));
    }
    if op.parent().is_some_and(|parent| !is_module(parent)) {
        return Err(op.error("must appear at the module level"));
    }
    if let Some(text) = value.and_then(|value| value.as_bytes(cx)) {
        let array = ArrayType::from_type(cx, ty);
        if !array.is_some_and(|ty| ty.element(cx) == Type::I8 && ty.n_elements(cx) == text.len() as i64) {
            return Err(op.error("requires an i8 array type of the length equal to that of the string attribute"));
        }
    }
    if TargetExtType::from_type(cx, ty).is_some() && value.is_some() {
        let text = "global with target extension type can only be initialized with zero-initializer";
        return Err(op.error(text));
    }
    let linkage = op.get(GlobalOp::linkage);
    if linkage == Linkage::Common && value.is_some_and(|value| !is_zero(cx, value)) {
        return Err(op.error("expected zero value for 'common' linkage"));
    }
    if linkage == Linkage::Appending && ArrayType::from_type(cx, ty).is_none() {
        return Err(op.error("expected array type for 'appending' linkage"));
    }
    let alignment = op.get(GlobalOp::alignment);
    if alignment.is_some_and(|alignment| !(alignment as u64).is_power_of_two()) {
        return Err(op.plain_error("alignment attribute is not a power of 2"));
    }
    Ok(())
}

/// Whether all elements of `value` are zero.
fn is_zero(cx: &Context, value: Attr) -> bool {
    if let Some(elements) = value.as_array(cx) {
        return elements.iter().all(|&element| is_zero(cx, element));
    }
    if let Some(element) = value.splat_value(cx) {
        return is_zero(cx, element);
    }
    if let Some(elements) = value.dense_elements(cx) {
        return elements.iter().all(|&element| is_zero(cx, element));
    }
    value.as_integer(cx).is_some_and(|(value, _)| value.is_zero())
        || value.as_float(cx).is_some_and(|(value, _)| value.is_zero())
}

/// The first operation in a block that may have side effects, if any.
fn with_effects(block: BlockRef) -> Option<OpRef> {
    block.ops().find(|&op| !rmlir::core::effects::is_memory_effect_free(op))
}

fn verify_initializer(op: OpRef) -> Checked {
    let Some(block) = op.region(0).entry() else { return Ok(()) };
    let returned = block.terminator().and_then(|end| end.operands().next());
    let Some(returned) = returned else { return Err(op.error("initializer region cannot return void")) };
    let ty = op.get(GlobalOp::global_type);
    if returned.ty() != ty {
        let (got, wanted) = (op.cx().show_type(returned.ty()), op.cx().show_type(ty));
        let text = format!("initializer region type '{got}' does not match global type '{wanted}'");
        return Err(op.error(text));
    }
    if let Some(wrong) = with_effects(block) {
        return Err(wrong.plain_error("ops with side effects not allowed in global initializers"));
    }
    if op.get(GlobalOp::value).is_some() {
        return Err(op.error("cannot have both initializer value and region"));
    }
    Ok(())
}

fn verify_alias(op: OpRef) -> Checked {
    use Linkage::*;
    if !is_global_type(op.cx(), op.get(AliasOp::alias_type)) {
        return Err(op.error("expects type to be a valid element type for an LLVM global alias"));
    }
    let linkage = op.get(AliasOp::linkage);
    if matches!(linkage, Appending | ExternWeak | Common) {
        let keyword = Linkage::ENUM.keyword(linkage.value()).unwrap_or_default();
        return Err(op.error(format!(
            "'{keyword}' linkage not supported in aliases, available options: private, internal, linkonce, weak, \
             linkonce_odr, weak_odr, external or available_externally"
        )));
    }
    Ok(())
}

fn verify_aliased(op: OpRef) -> Checked {
    let Some(block) = op.region(0).entry() else { return Ok(()) };
    let returned = block.terminator().and_then(|end| end.operands().next());
    if returned.is_none_or(|value| PointerType::from_type(op.cx(), value.ty()).is_none()) {
        return Err(op.error("initializer region must always return a pointer"));
    }
    match with_effects(block) {
        Some(wrong) => Err(wrong.plain_error("ops with side effects are not allowed in alias initializers")),
        None => Ok(()),
    }
}

fn verify_ifunc(op: OpRef) -> Checked {
    use Linkage::*;
    let linkage = op.get(IFuncOp::linkage);
    if matches!(linkage, Appending | ExternWeak | Common | AvailableExternally) {
        let keyword = Linkage::ENUM.keyword(linkage.value()).unwrap_or_default();
        return Err(op.error(format!(
            "'{keyword}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, \
             linkonce_odr, weak_odr, or external linkage"
        )));
    }
    Ok(())
}

impl SymbolUser for IFuncOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let cx = op.cx();
        let found = symbols.lookup(op.get(IFuncOp::resolver));
        if found.is_some_and(|found| found.is::<AliasOp>()) {
            return Ok(());
        }
        let Some(resolver) = found.filter(|found| found.is::<LLVMFuncOp>()) else {
            return Err(op.error("must have a function resolver"));
        };
        let linkage = resolver.get(LLVMFuncOp::linkage);
        if resolver.region(0).is_empty() || linkage == Linkage::AvailableExternally {
            return Err(op.error("resolver must be a definition"));
        }
        let result = LLVMFuncOp::signature(resolver).map(|ty| ty.result(cx));
        if result.is_none_or(|ty| PointerType::from_type(cx, ty).is_none()) {
            return Err(op.error("resolver must return a pointer"));
        }
        let space = i64::from(op.get(IFuncOp::address_space));
        let pointer = PointerType::from_type(cx, op.get(IFuncOp::resolver_type));
        if pointer.is_none_or(|ty| ty.address_space(cx) != space) {
            return Err(op.error("resolver has incorrect type"));
        }
        Ok(())
    }
}

/// Global constructors: functions that are called before the program.
#[op(name = "llvm.mlir.global_ctors", eval = rmlir::interp::eval::nothing, interfaces(SymbolUser), verify = verify_ctors,
     format = "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict")]
pub struct GlobalCtorsOp {
    #[prop]
    ctors: FlatSymbolRefArrayAttr,
    #[prop]
    priorities: I32ArrayAttr,
    #[prop]
    data: ArrayAttr,
}

/// Global destructors: functions that are called after the program.
#[op(name = "llvm.mlir.global_dtors", eval = rmlir::interp::eval::nothing, interfaces(SymbolUser), verify = verify_dtors,
     format = "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict")]
pub struct GlobalDtorsOp {
    #[prop]
    dtors: FlatSymbolRefArrayAttr,
    #[prop]
    priorities: I32ArrayAttr,
    #[prop]
    data: ArrayAttr,
}

fn verify_ctors(op: OpRef) -> Checked {
    verify_xtors(op, "ctors")
}

fn verify_dtors(op: OpRef) -> Checked {
    verify_xtors(op, "dtors")
}

fn verify_xtors(op: OpRef, what: &str) -> Checked {
    let list = |name| op.attr(name).and_then(|attr| attr.as_array(op.cx())).unwrap_or_default();
    let is_data = |data: &Attr| data.as_flat_symbol(op.cx()).is_some() || ZeroAttr::from_attr(op.cx(), *data).is_some();
    if !list("data").iter().all(is_data) {
        return Err(op.plain_error("data element must be symbol or #llvm.zero"));
    }
    let n = list(what).len();
    if n != list("priorities").len() || n != list("data").len() {
        return Err(op.plain_error(format!("{what}, priorities, and data must have the same number of elements")));
    }
    Ok(())
}

fn verify_functions(op: OpRef, names: Vec<Ident>, symbols: &mut SymbolScope) -> Checked {
    for name in names {
        let text = name.str(op.cx());
        let Some(function) = symbols.lookup(name).filter(|found| found.is::<LLVMFuncOp>()) else {
            return Err(op.error(format!("'{text}' does not reference a valid LLVM function")));
        };
        if function.region(0).is_empty() {
            return Err(op.error(format!("'{text}' does not have a definition")));
        }
    }
    Ok(())
}

impl SymbolUser for GlobalCtorsOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        verify_functions(op, op.get(GlobalCtorsOp::ctors), symbols)
    }
}

impl SymbolUser for GlobalDtorsOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        verify_functions(op, op.get(GlobalDtorsOp::dtors), symbols)
    }
}
