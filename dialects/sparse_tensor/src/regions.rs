//! Computations on stored elements and on those that are not stored, inside of `linalg.generic`, and loops over elements.

use rmlir::prelude::*;
use rmlir_arith::ConstantOp;

use crate::tensor::SparseTensor;

/// Computes an element of two operands, in one of three regions.
///
/// The region `overlap` computes it if both elements are stored, `left` or `right` if only one of them is. A region
/// without blocks computes nothing; `identity` stands for a region that yields its argument.
///
/// ```mlir
/// %0 = sparse_tensor.binary %x, %y : f64, f64 to f64
///   overlap = {
///   ^bb0(%a: f64, %b: f64):
///     %sum = arith.addf %a, %b : f64
///     sparse_tensor.yield %sum : f64
///   }
///   left = identity
///   right = {}
/// ```
#[op(name = "sparse_tensor.binary", traits(Pure), verify = verify_binary,
     format = "$x `,` $y `:` attr-dict type($x) `,` type($y) `to` type($output) `\\n` \
               `overlap` `=` $overlapRegion `\\n` \
               `left` `=` (`identity` $left_identity^) : ($leftRegion)? `\\n` \
               `right` `=` (`identity` $right_identity^) : ($rightRegion)?")]
pub struct BinaryOp {
    #[operand]
    x: AnyType,
    #[operand]
    y: AnyType,
    #[prop]
    left_identity: UnitAttr,
    #[prop]
    right_identity: UnitAttr,
    #[result]
    output: AnyType,
    #[region]
    overlapRegion: AnyRegion,
    #[region]
    leftRegion: AnyRegion,
    #[region]
    rightRegion: AnyRegion,
}

/// Computes an element of one operand: in `present` if the element is stored, in `absent` if not.
///
/// A region without blocks computes nothing.
///
/// ```mlir
/// %0 = sparse_tensor.unary %x : f64 to f64
///   present = {}
///   absent = {
///     sparse_tensor.yield %one : f64
///   }
/// ```
#[op(name = "sparse_tensor.unary", traits(Pure), verify = verify_unary,
     format = "$x attr-dict `:` type($x) `to` type($output) `\\n` `present` `=` $presentRegion `\\n` \
               `absent` `=` $absentRegion")]
pub struct UnaryOp {
    #[operand]
    x: AnyType,
    #[result]
    output: AnyType,
    #[region]
    presentRegion: AnyRegion,
    #[region]
    absentRegion: AnyRegion,
}

/// Reduces the stored elements by the computation in the region, with an identity of it.
///
/// ```mlir
/// %0 = sparse_tensor.reduce %x, %y, %one : f64 {
/// ^bb0(%a: f64, %b: f64):
///   %product = arith.mulf %a, %b : f64
///   sparse_tensor.yield %product : f64
/// }
/// ```
#[op(
    name = "sparse_tensor.reduce",
    traits(Pure, SameOperandsAndResultType),
    verify = verify_reduce,
    format = "$x `,` $y `,` $identity attr-dict `:` type($output) $region"
)]
pub struct ReduceOp {
    #[operand]
    x: AnyType,
    #[operand]
    y: AnyType,
    #[operand]
    identity: AnyType,
    #[result]
    output: AnyType,
    #[region]
    region: SizedRegion1,
}

/// Keeps the element if the region yields true.
///
/// ```mlir
/// %0 = sparse_tensor.select %x : f64 {
/// ^bb0(%a: f64):
///   %keep = arith.cmpf uge, %a, %bound : f64
///   sparse_tensor.yield %keep : i1
/// }
/// ```
#[op(
    name = "sparse_tensor.select",
    traits(Pure, SameOperandsAndResultType),
    verify = verify_select,
    format = "$x attr-dict `:` type($x) $region"
)]
pub struct SelectOp {
    #[operand]
    x: AnyType,
    #[result]
    output: AnyType,
    #[region]
    region: SizedRegion1,
}

/// Ends a region of this dialect's operations, with the values that it computes.
#[op(
    name = "sparse_tensor.yield",
    traits(Pure, Terminator, ReturnLike),
    parents(
        "sparse_tensor.binary",
        "sparse_tensor.unary",
        "sparse_tensor.reduce",
        "sparse_tensor.select",
        "sparse_tensor.foreach",
        "sparse_tensor.iterate",
        "sparse_tensor.coiterate"
    ),
    format = "$results attr-dict `:` type($results)"
)]
pub struct YieldOp {
    #[operand]
    results: Vec<AnyType>,
}

/// A loop over the stored elements of a tensor, in the order of storage; of a dense tensor, in an order of dimensions.
///
/// The region has as arguments the coordinates of the element, its value, and loop-carried values.
///
/// ```mlir
/// %sum = sparse_tensor.foreach in %t init(%zero) : tensor<?x?xi32, #csr>, i32 -> i32 do {
/// ^bb0(%i: index, %j: index, %value: i32, %before: i32):
///   %next = arith.addi %before, %value : i32
///   sparse_tensor.yield %next : i32
/// }
/// ```
#[op(name = "sparse_tensor.foreach", traits(SingleBlock), terminator = "sparse_tensor.yield", verify = verify_foreach,
     format = "`in` $tensor (`init` `` `(` $initArgs^ `)`)? attr-dict `:` type($tensor) (`,` type($initArgs)^)? \
               (`->` type($results)^)? `do` $region")]
pub struct ForeachOp {
    #[operand]
    tensor: AnyRankedTensor,
    #[operand]
    initArgs: Vec<AnyType>,
    #[prop]
    order: Option<AffineMapAttr>,
    #[result]
    results: Vec<AnyType>,
    #[region]
    region: SizedRegion1,
}

/// Verifies that the region `index`, called `name`, has arguments of types `inputs` and yields a value of type `output`.
fn check_region(op: OpRef, index: usize, name: &str, inputs: &[Type], output: Type) -> Checked {
    let Some(block) = op.region(index).entry() else { return Ok(()) };
    let (types, wanted) = (block.arg_types(), inputs.len());
    if types.len() != wanted {
        return Err(op.plain_error(format!("{name} region must have exactly {wanted} arguments")));
    }
    if let Some(differing) = types.iter().zip(inputs).position(|(found, wanted)| found != wanted) {
        return Err(op.plain_error(format!("{name} region argument {} type mismatch", differing + 1)));
    }
    let Some(last) = block.last_op().filter(|last| last.is::<YieldOp>()) else {
        return Err(op.plain_error(format!("{name} region must end with sparse_tensor.yield")));
    };
    if last.n_operands() == 1 && last.operand(0).ty() == output {
        return Ok(());
    }
    Err(op.plain_error(format!("{name} region yield type mismatch")))
}

fn verify_binary(op: OpRef) -> Checked {
    let [left, right, output] = [op.operand(0), op.operand(1), op.result(0)].map(ValueRef::ty);
    check_region(op, 0, "overlap", &[left, right], output)?;
    let sides = [
        (1, "left", "first", left, op.get(BinaryOp::left_identity)),
        (2, "right", "second", right, op.get(BinaryOp::right_identity)),
    ];
    for (index, name, which, input, is_identity) in sides {
        if !op.region(index).is_empty() {
            check_region(op, index, name, &[input], output)?;
        } else if is_identity && input != output {
            let message = format!("{name}=identity requires {which} argument to have the same type as the output");
            return Err(op.plain_error(message));
        }
    }
    Ok(())
}

fn verify_unary(op: OpRef) -> Checked {
    let (input, output) = (op.operand(0).ty(), op.result(0).ty());
    check_region(op, 0, "present", &[input], output)?;
    check_region(op, 1, "absent", &[], output)?;
    let Some(block) = op.region(1).entry() else { return Ok(()) };
    let Some(yielded) = block.last_op().and_then(|last| last.operands().next()) else { return Ok(()) };
    let around = op.block().map(|block| block.id);
    if let ValueDefinition::Argument(block, _) = yielded.def() {
        if Some(block) == around {
            return Err(op.plain_error("absent region cannot yield linalg argument"));
        }
        return Ok(());
    }
    let Some(definition) = yielded.defining_op().filter(|found| !found.is::<ConstantOp>()) else { return Ok(()) };
    let place = definition.block().map(|block| block.id);
    if place == Some(block.id) || place == around {
        return Err(op.plain_error("absent region cannot yield locally computed value"));
    }
    Ok(())
}

fn verify_reduce(op: OpRef) -> Checked {
    let ty = op.operand(0).ty();
    check_region(op, 0, "reduce", &[ty, ty], ty)
}

fn verify_select(op: OpRef) -> Checked {
    check_region(op, 0, "select", &[op.operand(0).ty()], Type::I1)
}

fn verify_foreach(op: OpRef) -> Checked {
    let (cx, tensor) = (op.cx(), SparseTensor::of_value(op.operand(0)));
    let Some(block) = op.region(0).entry() else { return Ok(()) };
    let (args, rank) = (block.arg_types(), tensor.shape.len());
    let types = |values: Vec<ValueRef>| values.into_iter().map(ValueRef::ty).collect::<Vec<Type>>();
    let (inits, results) = (types(op.values(ForeachOp::initArgs)), types(op.results().collect()));
    let order = op.get(ForeachOp::order);
    if order.is_some_and(|order| order.n_dims() as usize != tensor.level_rank()) {
        return Err(op.plain_error("Level traverse order does not match tensor's level rank"));
    }
    if rank + 1 + inits.len() != args.len() {
        return Err(op.plain_error("Unmatched number of arguments in the block"));
    }
    if results.len() != inits.len() {
        return Err(op.plain_error("Mismatch in number of init arguments and results"));
    }
    if results != inits {
        return Err(op.plain_error("Mismatch in types of init arguments and results"));
    }
    // Another terminator is reported with the region.
    let Some(last) = block.last_op().filter(|last| last.is::<YieldOp>()) else { return Ok(()) };
    if types(last.operands().collect()) != results {
        return Err(op.plain_error("Mismatch in types of yield values and results"));
    }
    if let Some(other) = args[..rank].iter().position(|ty| !ty.is_index()) {
        return Err(op.plain_error(format!("Expecting Index type for argument at index {other}")));
    }
    if args[rank] == tensor.element {
        return Ok(());
    }
    let (wanted, found) = (cx.show_type(tensor.element), cx.show_type(args[rank]));
    Err(op.plain_error(format!(
        "Unmatched element type between input tensor and block argument, expected:{wanted}, got: {found}"
    )))
}
