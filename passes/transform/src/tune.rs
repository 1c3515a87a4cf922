//! Tuning choices that a script leaves open.
//!
//! A *knob* is a parameter with options, *alternatives* are regions of a script. A script is interpreted only after all
//! of its choices have been made.

use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;
use rmlir_transform::effects::{on_handles, reads_payload};
use rmlir_transform::interpret::run_block;
use rmlir_transform::{
    AnyHandleOrParam, Applied, Failure, FailurePropagationMode, Results, TransformOp, TransformParam, TransformState,
    handle_effects,
};

handle_effects! {
    reads_payload => KnobOp;
    on_handles => TuneAlternativesOp;
}

/// A parameter with a set of options.
///
/// ```mlir
/// %size = transform.tune.knob<"tile_size"> = 8 from options = [2, 4, 8] -> !transform.param<i64>
/// ```
#[op(
    name = "transform.tune.knob",
    interfaces(MemoryEffects, TransformOp),
    verify = verify_knob,
    format = "`<` $name `>` (`=` $selected^ `from`)? `options` `=` $options attr-dict `->` type(results)"
)]
pub struct KnobOp {
    #[prop]
    name: StrAttr,
    #[prop]
    options: AnyAttr,
    #[prop]
    selected: Option<AnyAttr>,
    #[result]
    result: TransformParam,
}

fn verify_knob(op: OpRef) -> Checked {
    let options = op.get(KnobOp::options).as_array(op.cx());
    match op.get(KnobOp::selected).zip(options) {
        Some((selected, options)) if !options.contains(&selected) => {
            Err(op.error("provided `selected` attribute is not an element of `options` array of attributes"))
        }
        _ => Ok(()),
    }
}

/// The name of a choice in its syntax.
fn shown_name(cx: &Context, name: &str) -> String {
    cx.show_attr(cx.str_attr(name))
}

impl TransformOp for KnobOp {
    fn apply(&self, op: OpRef, _state: &mut TransformState, results: &mut Results) -> Applied {
        let Some(selected) = op.get(Self::selected) else {
            let name = shown_name(op.cx(), op.get(Self::name));
            let message =
                format!("non-deterministic choice {name} is only resolved through providing a `selected` attr");
            return Err(Failure::definite(op, message));
        };
        results.set(0, vec![selected]);
        Ok(())
    }
}

/// A choice between several regions of a script.
///
/// ```mlir
/// %0 = transform.tune.alternatives<"how"> selected_region = %choice : !transform.param<i64> -> !transform.any_op {
///   transform.yield %a : !transform.any_op
/// }, {
///   transform.yield %b : !transform.any_op
/// }
/// ```
#[op(
    name = "transform.tune.alternatives",
    traits(NoRegionArguments, SingleBlock),
    terminator = "transform.yield",
    interfaces(MemoryEffects, TransformOp),
    custom(AlternativesOpSelectedRegion = (parse_selected, print_selected)),
    verify = verify_alternatives,
    format = "`<` $name `>` (`selected_region` `=` custom<AlternativesOpSelectedRegion>($selected_region_attr, \
              $selected_region_param)^)? attr-dict-with-keyword (`:` type($selected_region_param)^)? \
              (`->` type($results)^)? regions"
)]
pub struct TuneAlternativesOp {
    #[prop]
    name: StrAttr,
    #[prop]
    selected_region_attr: Option<APIntAttr>,
    #[operand]
    selected_region_param: Option<TransformParam>,
    #[result]
    results: Vec<AnyHandleOrParam>,
    #[region]
    alternatives: Vec<SizedRegion1>,
}

fn parse_selected(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    if let Some(param) = parser.try_operand()? {
        args[1] = DirectiveArg::Operands(vec![param]);
        return Ok(true);
    }
    let Some(number) = parser.asm().try_integer()? else {
        return Err(parser.asm().error("expected either an integer attribute or a transform.param operand"));
    };
    let Some(number) = number.to_i64() else {
        return Err(parser.asm().error("integer value too large"));
    };
    args[0] = DirectiveArg::Attr(parser.cx().index_attr(number));
    Ok(true)
}

fn print_selected(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    if let Some(selected) = op.get(TuneAlternativesOp::selected_region_attr).and_then(ApInt::sext_value) {
        printer.text(&selected.to_string());
    }
    printer.operands(op.operands());
}

fn verify_alternatives(op: OpRef) -> Checked {
    for region in op.regions() {
        let Some(end) = region.entry().and_then(|block| block.terminator()) else { continue };
        if end.n_operands() != op.n_results() {
            return Err(end.error("expected terminator to have as many operands as the parent op has results"));
        }
        for (index, (operand, result)) in end.operands().zip(op.results()).enumerate() {
            if operand.ty() != result.ty() {
                let (got, wanted) = (op.cx().show_type(operand.ty()), op.cx().show_type(result.ty()));
                return Err(end.error(format!(
                    "the type of the terminator operand #{index} must match the type of the corresponding parent op \
                     result ('{got}' vs '{wanted}')"
                )));
            }
        }
    }
    let selected = op.get(TuneAlternativesOp::selected_region_attr).and_then(ApInt::sext_value);
    match selected.filter(|&selected| find_region(op, selected).is_none()) {
        None => Ok(()),
        Some(selected) => Err(op.error(format!(
            "'selected_region' attribute specifies region at index {selected} while op has only {} regions",
            op.n_regions()
        ))),
    }
}

fn find_region(op: OpRef<'_>, number: i64) -> Option<RegionRef<'_>> {
    let number = usize::try_from(number).ok().filter(|&number| number < op.n_regions())?;
    Some(op.region(number))
}

impl TransformOp for TuneAlternativesOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let mut selected = op.get(Self::selected_region_attr).and_then(ApInt::sext_value);
        if let Some(param) = op.operands().next() {
            let params = state.params(param);
            let number = if let [only] = params.as_slice() { only.as_i64(op.cx()) } else { None };
            let Some(number) = number else {
                let shown = params.first().map(|&param| op.cx().show_attr(param)).unwrap_or_default();
                let message = format!("param should hold exactly one integer attribute, got: {shown}");
                return Err(Failure::definite(op, message));
            };
            selected = Some(number);
        }
        let Some(selected) = selected else {
            let name = shown_name(op.cx(), op.get(Self::name));
            let message = format!(
                "non-deterministic choice {name} is only resolved through providing a `selected_region` attr/param"
            );
            return Err(Failure::definite(op, message));
        };
        let Some(region) = find_region(op, selected) else {
            let n = op.n_regions();
            let message = format!(
                "'selected_region' attribute/param specifies region at index {selected} while op has only {n} regions"
            );
            return Err(Failure::definite(op, message));
        };
        let block = region.entry().expect("an alternative has a block");
        let yielded = run_block(state, block, FailurePropagationMode::Propagate)?;
        for (index, mapped) in yielded.into_iter().enumerate() {
            results.set(index, mapped);
        }
        Ok(())
    }
}
