//! The arrays of a loop as overlapping views of one buffer.

use std::fmt::Write;

use rmlir::core::function;
use rmlir::core::symbol::SymbolTable;
use rmlir::prelude::*;
use rmlir_func::FuncOp;

/// The names of the functions: in one each view starts after the previous one, in the other before it.
pub const NAMES: [&str; 2] = ["behind", "before"];

/// Functions that call `f` of a module with views of one buffer, which is the argument in place of them, after the trip
/// count and the number of elements between consecutive views. `None` if `f` does not have several arrays of one type,
/// or says that they do not overlap.
pub fn text(module: &Body, source: &str) -> Option<String> {
    let cx = module.cx();
    let f = SymbolTable::new(module).lookup(cx.find_ident("f")?)?;
    let (inputs, results) = function::types_of(OpRef::new(module, f), FuncOp::FUNCTION_TYPE);
    let arrays: Vec<Type> = inputs.iter().copied().filter(|ty| ty.is_memref(cx)).collect();
    let &first = arrays.first()?;
    let is_alike = arrays.len() > 1 && arrays.iter().all(|&ty| ty == first) && first.shape(cx)?.len() == 1;
    let are_distinct = [rmlir_vliw_passes::loops::subscripts::NO_ALIAS, "memref.distinct_objects"];
    if !is_alike || are_distinct.iter().any(|assertion| source.contains(assertion)) {
        return None;
    }
    let n_views = arrays.len() as u64;
    let behind = function_text(cx, NAMES[0], first, &inputs, &results, &|view| view)?;
    let before = function_text(cx, NAMES[1], first, &inputs, &results, &|view| n_views - 1 - view)?;
    Some(behind + &before)
}

/// One of the functions; `place` maps each memref to its view.
fn function_text(
    cx: &Context,
    name: &str,
    first: Type,
    inputs: &[Type],
    results: &[Type],
    place: &dyn Fn(u64) -> u64,
) -> Option<String> {
    let bytes = first.element(cx)?.int_or_float_width(cx)?.div_ceil(8);
    let array = cx.show_type(first).to_string();
    let (mut params, mut args, mut views) =
        (format!("%n: index, %by: index, %all: {array}"), Vec::new(), String::new());
    let mut n_views = 0;
    for (at, &ty) in inputs.iter().enumerate() {
        let shown = cx.show_type(ty).to_string();
        if ty == first {
            _ = write!(
                views,
                "  %k{at} = arith.constant {} : index
  %shift{at} = arith.muli %by, %k{at} : index
  %a{at} = memref.view %bytes[%shift{at}][%size] : memref<?xi8> to {array}
",
                place(n_views) * u64::from(bytes)
            );
            n_views += 1;
            args.push(format!("%a{at}"));
        } else if at == 0 {
            args.push("%n".to_owned());
        } else {
            _ = write!(params, ", %a{at}: {shown}");
            args.push(format!("%a{at}"));
        }
    }
    let list = |types: &[Type]| types.iter().map(|&ty| cx.show_type(ty).to_string()).collect::<Vec<_>>().join(", ");
    let (inputs, outputs) = (list(inputs), list(results));
    let (given, left, behind) = match results.len() {
        0 => (String::new(), String::new(), String::new()),
        n => (
            format!(" : {outputs}"),
            format!("%r:{n} = "),
            (0..n).map(|at| format!("%r#{at}")).collect::<Vec<_>>().join(", "),
        ),
    };
    let others = n_views - 1;
    Some(format!(
        "func.func @{name}({params}) -> ({outputs}) {{
  %zero_ = arith.constant 0 : index
  %width = arith.constant {bytes} : index
  %others = arith.constant {others} : index
  %total = memref.dim %all, %zero_ : {array}
  %length = arith.muli %total, %width : index
  %behind = arith.muli %by, %others : index
  %size = arith.subi %total, %behind : index
  %bytes = memref.alloc(%length) : memref<?xi8>
  %whole = memref.view %bytes[%zero_][%total] : memref<?xi8> to {array}
  memref.copy %all, %whole : {array} to {array}
{views}  {left}func.call @f({}) : ({inputs}) -> ({outputs})
  memref.copy %whole, %all : {array} to {array}
  memref.dealloc %bytes : memref<?xi8>
  return {behind}{given}
}}
",
        args.join(", ")
    ))
}
