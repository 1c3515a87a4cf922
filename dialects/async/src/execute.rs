//! Asynchronous regions, and waiting for their results.

use rmlir::core::asm::Argument;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::types::{GroupType, TokenType, ValueOrToken, ValueType, value_type};

/// Executes its region concurrently with the following operations, once its dependencies are available.
///
/// ```mlir
/// %done, %result = async.execute [%before] (%x as %y: !async.value<f32>) -> !async.value<f32> {
///   %z = "compute"(%y) : (f32) -> f32
///   async.yield %z : f32
/// }
/// ```
#[op(
    name = "async.execute",
    traits(AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock),
    terminator = "async.yield",
    interfaces(AsmNames),
    verify_regions = verify_execute,
    parse = parse_execute,
    print = print_execute
)]
pub struct ExecuteOp {
    /// The tokens that have to be available before the execution.
    #[operand]
    dependencies: Vec<TokenType>,
    /// Asynchronous values that are arguments of the region when they are available.
    #[operand]
    bodyOperands: Vec<ValueOrToken>,
    /// The token that becomes available when the region has been executed.
    #[result]
    token: TokenType,
    #[result]
    bodyResults: Vec<ValueType>,
    #[region]
    bodyRegion: SizedRegion1,
}

impl AsmNames for ExecuteOp {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "token");
        if op.n_results() > 1 {
            name(1, "bodyResults");
        }
    }
}

fn parse_execute(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let token = TokenType::get(parser.cx()).ty();
    let dependencies = parser.operand_list(Delimiter::OptionalSquare)?;
    parser.resolve_same(&dependencies, token, state)?;

    let (mut values, mut arguments, mut types) = (Vec::new(), Vec::<Argument>::new(), Vec::new());
    let pos = parser.pos();
    if parser.try_token("(") && !parser.try_token(")") {
        loop {
            values.push(parser.operand()?);
            parser.asm().keyword("as")?;
            let mut argument = parser.argument(false, false)?;
            let ty = parser.asm().colon_type()?;
            argument.ty = value_type(parser.cx(), ty).unwrap_or(Type::NONE);
            arguments.push(argument);
            types.push(ty);
            if !parser.try_token(",") {
                break;
            }
        }
        parser.asm().token(")")?;
    }
    parser.resolve_each(&values, &types, pos, state)?;
    let segments = parser.cx().i32_array(&[dependencies.len() as i32, values.len() as i32]);
    state.set_prop(ExecuteOp::OPERAND_SEGMENT_SIZES, segments);
    state.result_types.push(token);
    state.result_types.extend(parser.asm().optional_arrow_types()?);
    parser.attr_dict_with_keyword(state)?;
    parser.parse_region(state, &arguments)
}

fn print_execute(printer: &mut dyn AsmPrinter, op: OpRef) {
    let dependencies = op.values(ExecuteOp::dependencies);
    if !dependencies.is_empty() {
        printer.text(" [");
        printer.operands(dependencies);
        printer.text("]");
    }
    let operands = op.values(ExecuteOp::bodyOperands);
    if !operands.is_empty() {
        let arguments: Vec<ValueRef> = op.region(0).entry().into_iter().flat_map(|entry| entry.args()).collect();
        printer.text(" (");
        for (index, (operand, argument)) in operands.into_iter().zip(arguments).enumerate() {
            printer.text(if index > 0 { ", " } else { "" });
            printer.operand(operand);
            printer.text(" as ");
            printer.operand(argument);
            printer.text(": ");
            printer.ty(operand.ty());
        }
        printer.text(")");
    }
    let results: Vec<Type> = op.results().skip(1).map(ValueRef::ty).collect();
    printer.optional_arrow_types(&results);
    printer.attr_dict_with_keyword(op, &["operandSegmentSizes"]);
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
}

fn verify_execute(op: OpRef) -> Checked {
    let unwrapped = op.values(ExecuteOp::bodyOperands);
    let wanted = unwrapped.iter().map(|operand| value_type(op.cx(), operand.ty()));
    let arguments = op.region(0).entry().into_iter().flat_map(|entry| entry.args());
    if !wanted.eq(arguments.map(|argument| Some(argument.ty()))) {
        return Err(op.error("async body region argument types do not match the execute operation arguments types"));
    }
    Ok(())
}

/// Terminates the region of `async.execute` and yields its values.
#[op(
    name = "async.yield",
    traits(HasParent, Pure, ReturnLike, Terminator),
    parents("async.execute"),
    format = "($operands^ `:` type($operands))? attr-dict"
)]
pub struct YieldOp {
    #[operand]
    operands: Vec<AnyType>,
}

/// Waits until a token or a value is available; returns the value.
///
/// ```mlir
/// %x = async.await %value : !async.value<f32>
/// ```
#[op(
    name = "async.await",
    verify = verify_await,
    custom(AwaitResultType = (parse_await, print_await)),
    format = "$operand `:` custom<AwaitResultType>(type($operand), type($result)) attr-dict"
)]
pub struct AwaitOp {
    #[operand]
    operand: ValueOrToken,
    #[result]
    result: Option<AnyType>,
}

/// Parses the type of the operand, which determines that of the result.
fn parse_await(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let ty = parser.asm().parse_type()?;
    args[0] = DirectiveArg::Types(vec![ty]);
    args[1] = DirectiveArg::Types(Vec::from_iter(value_type(parser.cx(), ty)));
    Ok(true)
}

fn print_await(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    printer.ty(op.value(AwaitOp::operand).ty());
}

fn verify_await(op: OpRef) -> Checked {
    let cx = op.cx();
    let awaited = op.value(AwaitOp::operand).ty();
    if TokenType::from_type(cx, awaited).is_some() && op.n_results() > 0 {
        return Err(op.error("awaiting on a token must have empty result"));
    }
    let result = op.results().next().map(ValueRef::ty);
    match (value_type(cx, awaited), result) {
        (Some(value), Some(result)) if value != result => {
            let (value, result) = (cx.show_type(value), cx.show_type(result));
            Err(op.error(format!("result type '{result}' does not match async value type '{value}'")))
        }
        (Some(_), None) => Err(op.error("awaiting on a value must have a result")),
        _ => Ok(()),
    }
}

/// Creates an empty group for a given number of tokens and values.
#[op(
    name = "async.create_group",
    traits(Pure),
    canonicalize(unused_group),
    format = "$size `:` type($result) attr-dict"
)]
pub struct CreateGroupOp {
    #[operand]
    size: Index,
    #[result]
    result: GroupType,
}

/// Erases a wait for a group to which nothing is added.
#[pattern]
fn unused_group(op: CreateGroupOp, rw: &mut Rewriter) -> Match {
    let users: Vec<OpId> = rw.uses(op.result(rw)).map(|(user, _)| user).collect();
    if !users.iter().all(|&user| OpRef::new(rw, user).is::<AwaitAllOp>()) {
        return rw.no_match(op, "something is added to it");
    }
    users.into_iter().for_each(|user| _ = rw.erase(user));
    rw.erase(op)
}

/// Adds a token or a value to a group; returns its index in the group.
#[op(name = "async.add_to_group", format = "$operand `,` $group `:` type($operand) attr-dict")]
pub struct AddToGroupOp {
    #[operand]
    operand: ValueOrToken,
    #[operand]
    group: GroupType,
    #[result]
    rank: Index,
}

/// Waits until all elements of a group are available.
#[op(name = "async.await_all", format = "$operand attr-dict")]
pub struct AwaitAllOp {
    #[operand]
    operand: GroupType,
}
