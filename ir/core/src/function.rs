//! Syntax and checks shared by function-like operations (upstream:
//! `FunctionOpInterface`): `[visibility] @name(args) -> results attributes {..} {body}`.

use crate::asm::{Argument, AsmPrinter, Delimiter, OpAsmParser, Parsed, RegionPrint};
use crate::attrs::{Attr, NamedAttr};
use crate::builder::OpState;
use crate::checked::Checked;
use crate::context::Context;
use crate::interfaces::FunctionOp;
pub use crate::interfaces::types_of;
use crate::opref::{OpRef, ValueRef};
use crate::types::Type;

/// The function signature between the name and the body.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// The arguments, named or not.
    pub args: Vec<Argument>,
    /// Whether the arguments have names.
    pub named: bool,
    /// Whether it ends in `...`.
    pub variadic: bool,
    /// The result types.
    pub results: Vec<Type>,
    /// A dictionary for each result.
    pub result_attrs: Vec<Attr>,
}

impl Signature {
    /// The argument types.
    pub fn arg_types(&self) -> Vec<Type> {
        self.args.iter().map(|arg| arg.ty).collect()
    }
}

/// Parses a function-like operation whose type is a builtin function type.
pub fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    for visibility in ["public", "private", "nested"] {
        if parser.try_token(visibility) {
            let value = parser.cx().str_attr(visibility);
            state.set_attr(parser.cx(), "sym_visibility", value);
            break;
        }
    }
    let name = parser.asm().symbol_name()?;
    let name = parser.cx().str_attr(name.str(parser.cx()));
    state.set_attr(parser.cx(), "sym_name", name);
    let signature = parse_signature(parser, false)?;
    let cx = parser.cx();
    let ty = cx.type_attr(cx.function_type(&signature.arg_types(), &signature.results));
    state.set_attr(cx, "function_type", ty);
    parse_attributes(parser, state)?;
    set_signature_attrs(parser.cx(), state, &signature);
    parse_body(parser, state, &signature)
}

fn parse_attributes(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let pos = parser.pos();
    if !parser.try_token("attributes") {
        return Ok(());
    }
    let mut entries = Vec::new();
    parser.parse_attr_dict(&mut entries)?;
    for entry in entries {
        let name = entry.name.str(parser.cx()).to_owned();
        if ["sym_visibility", "sym_name", "function_type"].contains(&name.as_str()) {
            let text = "is an inferred attribute and should not be specified in the explicit attribute dictionary";
            return Err(parser.error_at(pos, &format!("'{name}' {text}")));
        }
        state.set_attr(parser.cx(), &name, entry.value);
    }
    Ok(())
}

fn parse_body(parser: &mut dyn OpAsmParser, state: &mut OpState, signature: &Signature) -> Parsed<()> {
    let pos = parser.pos();
    if !parser.at("{") {
        parser.add_empty_region(state);
        return Ok(());
    }
    let args = if signature.named { signature.args.as_slice() } else { &[] };
    parser.parse_region(state, args)?;
    if parser.last_region_is_empty() {
        return Err(parser.error_at(pos, "expected non-empty function body"));
    }
    Ok(())
}

/// Reads `(args) -> results`.
pub fn parse_signature(parser: &mut dyn OpAsmParser, allow_variadic: bool) -> Parsed<Signature> {
    let mut signature = Signature::default();
    parse_args(parser, allow_variadic, &mut signature)?;
    if parser.try_token("->") {
        parse_results(parser, &mut signature)?;
    }
    Ok(signature)
}

fn parse_args(parser: &mut dyn OpAsmParser, allow_variadic: bool, signature: &mut Signature) -> Parsed<()> {
    parser.asm().token("(")?;
    if parser.try_token(")") {
        return Ok(());
    }
    loop {
        if signature.variadic {
            return Err(parser.asm().error("variadic arguments must be in the end of the argument list"));
        }
        if allow_variadic && parser.try_token("...") {
            signature.variadic = true;
        } else {
            parse_arg(parser, signature)?;
        }
        if !parser.try_token(",") {
            break;
        }
    }
    parser.asm().token(")")
}

fn parse_arg(parser: &mut dyn OpAsmParser, signature: &mut Signature) -> Parsed<()> {
    let pos = parser.pos();
    if let Some(name) = parser.try_argument_name()? {
        let ty = parser.asm().colon_type()?;
        let arg = finish_arg(parser, Argument { name, ty, attrs: Attr::EMPTY_DICT, loc: crate::loc::Loc::at(pos) })?;
        if !signature.args.is_empty() && !signature.named {
            return Err(parser.error_at(name.pos, "expected type instead of SSA identifier"));
        }
        signature.named = true;
        signature.args.push(arg);
        return Ok(());
    }
    if signature.named {
        return Err(parser.asm().error("expected SSA identifier"));
    }
    let name = crate::asm::Unresolved { name: 0, number: 0, pos };
    let ty = parser.parse_type()?;
    let arg = finish_arg(parser, Argument { name, ty, attrs: Attr::EMPTY_DICT, loc: crate::loc::Loc::at(pos) })?;
    signature.args.push(arg);
    Ok(())
}

fn finish_arg(parser: &mut dyn OpAsmParser, mut arg: Argument) -> Parsed<Argument> {
    let mut attrs = Vec::new();
    parser.parse_attr_dict(&mut attrs)?;
    arg.attrs = parser.cx().dict(attrs);
    if let Some(loc) = parser.try_location()? {
        arg.loc = loc;
    }
    Ok(arg)
}

fn parse_results(parser: &mut dyn OpAsmParser, signature: &mut Signature) -> Parsed<()> {
    if !parser.at("(") {
        signature.results.push(parser.parse_type()?);
        signature.result_attrs.push(Attr::EMPTY_DICT);
        return Ok(());
    }
    parser.asm().list(Delimiter::Paren, |parser| {
        signature.results.push(parser.parse_type()?);
        let mut attrs = Vec::new();
        parser.parse_attr_dict(&mut attrs)?;
        signature.result_attrs.push(parser.cx().dict(attrs));
        Ok(())
    })
}

/// Adds the attributes of arguments and results to `state`, if there are any.
pub fn set_signature_attrs(cx: &Context, state: &mut OpState, signature: &Signature) {
    let arg_attrs: Vec<Attr> = signature.args.iter().map(|arg| arg.attrs).collect();
    for (name, attrs) in [("arg_attrs", &arg_attrs), ("res_attrs", &signature.result_attrs)] {
        if attrs.iter().any(|&attrs| attrs != Attr::EMPTY_DICT) {
            let array = cx.array_attr(attrs);
            state.set_attr(cx, name, array);
        }
    }
}

/// The attribute dictionary of each argument (or result) in property `slot`.
pub fn attrs_of(op: OpRef, slot: usize, n: usize) -> Vec<Attr> {
    let given = op.prop(slot).and_then(|attr| attr.as_array(op.cx())).unwrap_or(&[]);
    (0..n).map(|index| given.get(index).copied().unwrap_or(Attr::EMPTY_DICT)).collect()
}

/// The interface of a function-like operation.
fn interface(op: OpRef) -> &'static dyn FunctionOp {
    op.interface::<dyn FunctionOp>().expect("an operation printed or verified as a function implements FunctionOp")
}

/// Prints a function-like operation; `elided` are attribute names that are printed elsewhere, in addition to those of
/// the interface.
pub fn print(printer: &mut dyn AsmPrinter, op: OpRef, variadic: bool, elided: &[&str]) {
    printer.text(" ");
    if let Some(visibility) = op.attr("sym_visibility").and_then(|attr| attr.as_str(op.cx())) {
        printer.text(visibility);
        printer.text(" ");
    }
    let name = op.symbol_name().map_or("", |name| name.str(op.cx()));
    printer.symbol_name(name);
    print_signature(printer, op, variadic);
    let own = ["sym_visibility", "sym_name", "function_type", "arg_attrs", "res_attrs"];
    let elided: Vec<&str> = own.iter().chain(elided).copied().collect();
    printer.attr_dict_with_keyword(op, &elided);
    let body = op.region(0);
    if !body.is_empty() {
        printer.text(" ");
        printer.region(body, RegionPrint { entry_args: false, terminators: true, empty_block: true });
    }
}

/// Writes `(args) -> results`.
pub fn print_signature(printer: &mut dyn AsmPrinter, op: OpRef, variadic: bool) {
    let function = interface(op);
    let args = function.argument_types(op);
    let results = function.result_types(op);
    let (arg_slot, result_slot) = function.attr_props();
    let arg_attrs = attrs_of(op, arg_slot, args.len());
    let result_attrs = attrs_of(op, result_slot, results.len());
    printer.text("(");
    let entry: Option<Vec<ValueRef>> = op.region(0).entry().map(|entry| entry.args().collect());
    for (index, &ty) in args.iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        match entry.as_ref().and_then(|entry| entry.get(index)) {
            Some(&arg) => printer.region_argument(arg, arg_attrs[index], false),
            None => print_typed(printer, ty, arg_attrs[index]),
        }
    }
    if variadic {
        printer.text(if args.is_empty() { "..." } else { ", ..." });
    }
    printer.text(")");
    if results.is_empty() {
        return;
    }
    printer.text(" -> ");
    let alone = results.len() == 1 && results[0].function(op.cx()).is_none() && result_attrs[0] == Attr::EMPTY_DICT;
    if alone {
        return printer.ty(results[0]);
    }
    printer.text("(");
    for (index, &ty) in results.iter().enumerate() {
        if index > 0 {
            printer.text(", ");
        }
        print_typed(printer, ty, result_attrs[index]);
    }
    printer.text(")");
}

fn print_typed(printer: &mut dyn AsmPrinter, ty: Type, attrs: Attr) {
    printer.ty(ty);
    let entries: &[NamedAttr] = attrs.as_dict(printer.cx()).unwrap_or(&[]);
    let entries = entries.to_vec();
    if !entries.is_empty() {
        printer.text(" ");
        printer.named_attrs(&entries);
    }
}

/// Checks that signature, attributes and entry block agree.
pub fn verify(op: OpRef) -> Checked {
    let function = interface(op);
    let args = function.argument_types(op);
    let results = function.result_types(op);
    let (arg_slot, result_slot) = function.attr_props();
    for (slot, n, what) in [(arg_slot, args.len(), "argument"), (result_slot, results.len(), "result")] {
        check_attrs(op, slot, n, what)?;
    }
    let Some(entry) = op.region(0).entry() else { return Ok(()) };
    let n_entry = entry.args().len();
    if n_entry != args.len() {
        return Err(op.error(format!("entry block must have {} arguments to match function signature", args.len())));
    }
    for (index, (arg, &wanted)) in entry.args().zip(&args).enumerate() {
        if arg.ty() != wanted {
            let (got, wanted) = (op.cx().show_type(arg.ty()), op.cx().show_type(wanted));
            return Err(op.error(format!(
                "type of entry block argument #{index}('{got}') must match the type of the corresponding argument in \
                 function signature('{wanted}')"
            )));
        }
    }
    Ok(())
}

fn check_attrs(op: OpRef, slot: usize, n: usize, what: &str) -> Checked {
    let Some(all) = op.prop(slot) else { return Ok(()) };
    let entries = all.as_array(op.cx()).unwrap_or(&[]);
    if entries.len() != n {
        return Err(op.error(format!(
            "expects {what} attribute array to have the same number of elements as the number of function {what}s, \
             got {}, but expected {n}",
            entries.len()
        )));
    }
    for (index, attrs) in entries.iter().enumerate() {
        let Some(dict) = attrs.as_dict(op.cx()) else {
            return Err(op.error(format!(
                "expects {what} attribute dictionary to be a DictionaryAttr, but got `{}`",
                op.cx().show_attr(*attrs)
            )));
        };
        for entry in dict {
            let name = entry.name.str(op.cx());
            let Some((dialect, _)) = name.split_once('.') else {
                let plural = format!("{what}s");
                return Err(op.error(format!("{plural} may only have dialect attributes")));
            };
            let Some(dialect) = op.cx().dialect(dialect) else { continue };
            match what {
                "argument" => dialect.hooks().verify_arg_attr(op, 0, index, name, entry.value)?,
                _ => dialect.hooks().verify_result_attr(op, index, name, entry.value)?,
            }
        }
    }
    Ok(())
}
