//! The syntax of clauses that several constructs share.
//!
//! Privatization and reduction clauses are parsed together with the region: they list variables and the
//! region arguments that represent them. The operands and properties are identified by their names, which
//! are the same in all constructs.

use std::borrow::Cow;

use rmlir::core::asm::{Argument, Unresolved};
use rmlir::core::loc::Loc;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

/// Parses `%allocator : type -> %variable : type, ..`.
pub(crate) fn parse_allocate(
    parser: &mut dyn OpAsmParser,
    _state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    let (mut variables, mut variable_types, mut allocators, mut allocator_types) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    loop {
        allocators.push(parser.operand()?);
        allocator_types.push(parser.asm().colon_type()?);
        parser.asm().token("->")?;
        variables.push(parser.operand()?);
        variable_types.push(parser.asm().colon_type()?);
        if !parser.try_token(",") {
            break;
        }
    }
    args[0] = DirectiveArg::Operands(variables);
    args[1] = DirectiveArg::Types(variable_types);
    args[2] = DirectiveArg::Operands(allocators);
    args[3] = DirectiveArg::Types(allocator_types);
    Ok(true)
}

pub(crate) fn print_allocate(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::Operand(variables), _, DirectiveField::Operand(allocators), _] = args else { return };
    let pairs = op.operand_field(*allocators).into_iter().zip(op.operand_field(*variables));
    for (index, (allocator, variable)) in pairs.enumerate() {
        printer.text(if index > 0 { ", " } else { "" });
        typed(printer, allocator);
        printer.text(" -> ");
        typed(printer, variable);
    }
}

fn typed(printer: &mut dyn AsmPrinter, value: ValueRef) {
    printer.operand(value);
    printer.text(" : ");
    printer.ty(value.ty());
}

/// Parses a keyword of an enumeration, stored as an attribute of the dialect.
pub(crate) fn parse_keyword<E: EnumAttr + DialectAttr>(parser: &mut dyn OpAsmParser) -> Parsed<Attr> {
    let value = parser.asm().enum_keyword(E::ENUM)?;
    let case = E::from_value(value).expect("the value of a keyword is a case");
    Ok(case.attr(parser.cx()))
}

/// The keyword of an attribute of the dialect.
pub(crate) fn keyword_of<E: EnumAttr>(case: E) -> Option<Cow<'static, str>> {
    E::ENUM.keyword(case.value())
}

/// A clause that binds variables to arguments of the region.
struct Binding {
    keyword: &'static str,
    operands: &'static str,
    symbols: &'static str,
    by_ref: Option<&'static str>,
}

const BINDINGS: [Binding; 2] = [
    Binding { keyword: "private", operands: "private_vars", symbols: "private_syms", by_ref: None },
    Binding {
        keyword: "reduction",
        operands: "reduction_vars",
        symbols: "reduction_syms",
        by_ref: Some("reduction_byref"),
    },
];

/// Parses `private(@symbol %variable -> %arg, .. : types) reduction(byref @symbol %variable -> %arg, .. : types)
/// region`; the directive's arguments are the region, then the operands of each clause with their types, then the
/// attributes of the clauses.
pub(crate) fn parse_region(
    parser: &mut dyn OpAsmParser,
    state: &mut OpState,
    args: &mut [DirectiveArg],
) -> Parsed<bool> {
    let def = state.name.def(parser.cx()).expect("only registered operations have formats");
    let mut region_args = Vec::new();
    for (index, binding) in BINDINGS.iter().filter(|binding| def.prop_index(binding.symbols).is_some()).enumerate() {
        if !parser.try_token(binding.keyword) {
            continue;
        }
        let read = parse_binding(parser, binding)?;
        let cx = parser.cx();
        state.set_attr(cx, binding.symbols, cx.array_attr(&read.symbols));
        if let Some(by_ref) = binding.by_ref {
            state.set_attr(cx, by_ref, cx.int_array(Type::I1, &read.by_ref));
        }
        for (name, &ty) in read.names.iter().zip(&read.types) {
            region_args.push(Argument { name: *name, ty, attrs: Attr::EMPTY_DICT, loc: Loc::at(name.pos) });
        }
        args[1 + 2 * index] = DirectiveArg::Operands(read.variables);
        args[2 + 2 * index] = DirectiveArg::Types(read.types);
    }
    parser.parse_region(state, &region_args)?;
    args[0] = DirectiveArg::Regions(1);
    Ok(true)
}

/// A parsed clause.
#[derive(Default)]
struct Bound {
    by_ref: Vec<i64>,
    symbols: Vec<Attr>,
    variables: Vec<Unresolved>,
    names: Vec<Unresolved>,
    types: Vec<Type>,
}

fn parse_binding(parser: &mut dyn OpAsmParser, binding: &Binding) -> Parsed<Bound> {
    let mut read = Bound::default();
    parser.asm().token("(")?;
    loop {
        read.by_ref.push((binding.by_ref.is_some() && parser.try_token("byref")).into());
        let symbol = parser.asm().symbol_name()?;
        read.symbols.push(parser.cx().symbol_ref(symbol));
        read.variables.push(parser.operand()?);
        parser.asm().token("->")?;
        let Some(name) = parser.try_argument_name()? else { return Err(parser.expected("SSA operand")) };
        read.names.push(name);
        if !parser.try_token(",") {
            break;
        }
    }
    parser.asm().token(":")?;
    read.types = parser.asm().type_list()?;
    parser.asm().token(")")?;
    Ok(read)
}

pub(crate) fn print_region(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let region = op.region(0);
    let mut region_args = region.entry().into_iter().flat_map(|entry| entry.args());
    let fields = args[1..].iter().filter_map(|field| match field {
        DirectiveField::Operand(field) => Some(*field),
        _ => None,
    });
    let def = op.def().expect("only registered operations have formats");
    for field in fields {
        let binding = BINDINGS.iter().find(|binding| binding.operands == def.operands[field].name);
        let (Some(binding), variables) = (binding, op.operand_field(field)) else { continue };
        if variables.is_empty() {
            continue;
        }
        let symbols = op.attr(binding.symbols).and_then(|attr| attr.as_array(op.cx())).unwrap_or(&[]);
        let by_ref = binding.by_ref.and_then(|name| op.attr(name)?.as_int_array(op.cx())).unwrap_or_default();
        printer.text(&format!("{}(", binding.keyword));
        for (index, &variable) in variables.iter().enumerate() {
            printer.text(if index > 0 { ", " } else { "" });
            printer.text(if by_ref.get(index).is_some_and(|&by_ref| by_ref != 0) { "byref " } else { "" });
            if let Some(&symbol) = symbols.get(index) {
                printer.attr(symbol);
                printer.text(" ");
            }
            printer.operand(variable);
            printer.text(" -> ");
            if let Some(arg) = region_args.next() {
                printer.operand(arg);
            }
        }
        printer.text(" : ");
        printer.types(variables.iter().map(|variable| variable.ty()));
        printer.text(") ");
    }
    printer.region(region, RegionPrint { entry_args: false, ..RegionPrint::default() });
}
