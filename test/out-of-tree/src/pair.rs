//! A dialect of pairs: a type with two parameters, and operations with their evaluation.
use std::sync::Arc;

use rmlir::interp::{Emit, Emitted, Kind, RuntimeType, Value as Datum};
use rmlir::prelude::*;

dialect! { pub Pairs = "pair" { types: [PairType], ops: [Make, First, Second] } }

/// Two values.
#[ty(name = "pair.of", format = "`<` $first `,` $second `>`", interfaces(RuntimeType))]
pub struct PairType { pub first: Type, pub second: Type }

impl RuntimeType for PairType {
    fn kind(&self, cx: &Context, ty: Type, vscale: u64) -> Result<Kind, String> {
        let [first, second] = members(cx, ty).ok_or("is no pair")?;
        Ok(Kind::Tuple(Arc::new([Kind::of(cx, first, vscale)?, Kind::of(cx, second, vscale)?])))
    }
}

/// The types of the two members.
pub fn members(cx: &Context, ty: Type) -> Option<[Type; 2]> {
    PairType::from_type(cx, ty).map(|pair| [pair.first(cx), pair.second(cx)])
}

fn first_of(cx: &Context, ty: Type) -> Option<Type> { members(cx, ty).map(|[first, _]| first) }
fn second_of(cx: &Context, ty: Type) -> Option<Type> { members(cx, ty).map(|[_, second]| second) }

/// The pair of two values.
#[op(name = "pair.make", traits(Pure), eval = make, format = "$first `,` $second attr-dict `:` type($pair)")]
pub struct Make {
    #[operand(derive(from = "pair", with = first_of, summary = "the first operand is of the first type of the pair"))]
    first: AnyType,
    #[operand(derive(from = "pair", with = second_of, summary = "the second operand is of the second type of the pair"))]
    second: AnyType,
    #[result] pair: PairType,
}

/// The first member of a pair.
#[op(name = "pair.first", traits(Pure), eval = member::<0>, format = "$pair attr-dict `:` type($pair)")]
pub struct First {
    #[operand] pair: PairType,
    #[result(derive(from = "pair", with = first_of, summary = "the result is of the first type of the pair"))]
    member: AnyType,
}

/// The second member of a pair.
#[op(name = "pair.second", traits(Pure), eval = member::<1>, format = "$pair attr-dict `:` type($pair)")]
pub struct Second {
    #[operand] pair: PairType,
    #[result(derive(from = "pair", with = second_of, summary = "the result is of the second type of the pair"))]
    member: AnyType,
}

fn make<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (operands, pair) = (emit.operands(op), emit.result(op, 0));
    emit.compute(pair, move |m| Ok(Datum::List(Arc::new(operands.iter().map(|&operand| m.get(operand).clone()).collect()))));
    Ok(())
}

fn member<'a, const INDEX: usize>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (pair, member) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(member, move |m| Ok(match m.get(pair) {
        Datum::List(members) => members[INDEX].clone(),
        _ => Datum::Poison,
    }));
    Ok(())
}
