//! The whole-function vectorization pass.

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;

use crate::analysis::lowered::lowered;
use crate::analysis::plan::{Plan, callees};
use crate::clauses::FUNCTION;
use crate::declined::Declined;
use crate::loops::call_sites::outline;
use crate::loops::remarks::Remarks;
use crate::options::{Options, Tail};
use crate::regroup::MOST_VECTORS;
use crate::select::calls::free_of_memory;
use crate::symbols::symbols;
use crate::targets::Target;
use crate::variants::{make, missing, wanted};
use crate::{print, regroup};

/// The last stage that the pass executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Computes and prints shapes.
    Shapes,
    /// Computes and prints properties of blocks.
    Blocks,
    /// Computes and prints the origins of masks.
    Masks,
    /// Computes and prints the linear order.
    Linearize,
    /// Generates variants.
    Codegen,
}

impl OptionType for Stage {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "shapes", doc: "Print the shapes of values" },
        EnumCase { name: "blocks", doc: "Print the properties of blocks" },
        EnumCase { name: "masks", doc: "Print where masks come from" },
        EnumCase { name: "linearize", doc: "Print the linear order" },
        EnumCase { name: "codegen", doc: "Make variants" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Stage::Shapes, Stage::Blocks, Stage::Masks, Stage::Linearize, Stage::Codegen])
    }
}

/// Generate vector variants of scalar functions.
///
/// Functions with the attribute `pvec.function` get variants that execute several instances at once, one for all lanes
/// and one that has a mask. Arguments of variants are vectors except for those with a clause about the relation between
/// lanes, and results are vectors. Names follow the vector function ABI. Structured control flow of `scf` and `affine`
/// is lowered first.
///
/// The body of a loop with `pvec.vectorize_calls`, a number of lanes, is outlined as a function with such variants,
/// which are called in place of the loop. The attribute asserts how many consecutive iterations are independent:
/// `interleave`, `regroup` and `width` run more of them together only if these are proved to be independent as well.
/// Induction variables may be integers of up to 64 bits. Loop-carried values are combined exactly, floats in order
/// unless they have the flag `reassoc`.
///
/// ```mlir
/// func.func @f(%x: f32, %n: f32 {pvec.clause = #pvec.uniform}) -> f32 attributes {pvec.function = #pvec.function<8, unmasked>} {
///   %y = arith.addf %x, %n : f32
///   return %y : f32
/// }
/// // gets
/// func.func @_ZGV_LLVM_N8vu_f(%x: vector<8xf32>, %n: f32) -> vector<8xf32> {
///   %m = vector.broadcast %n : f32 to vector<8xf32>
///   %y = arith.addf %x, %m : vector<8xf32>
///   return %y : vector<8xf32>
/// }
/// ```
#[pass(
    name = "wfv",
    title = "WholeFunctionVectorization",
    anchor = "builtin.module",
    depends(
        rmlir_affine::Affine,
        rmlir_arith::Arith,
        rmlir_cf::Cf,
        rmlir_math::Math,
        rmlir_memref::MemRef,
        rmlir_scf::Scf,
        rmlir_ub::Ub,
        rmlir_vector::Vector
    )
)]
pub struct Wfv {
    /// The number of lanes of variants, 0 for that of the attribute of the function
    #[option(default = "0")]
    width: i64,
    /// Branch around blocks without active lanes if they have at least this cost in operations; 0 for never
    /// (memory accesses cost 8 if they are not contiguous and 2 if they are, calls 8, all else 1)
    #[option(default = "0")]
    boscc: u64,
    /// The target of code generation
    #[option(default = "generic")]
    target: Target,
    /// Version loops for powers of two that bits of their induction variable are combined with
    #[option(default = "true")]
    versions: bool,
    /// Select the form of accesses by shape (otherwise linear arguments are varying, and no access is contiguous)
    #[option(default = "true")]
    rows: bool,
    /// Store whole rows in place of masked ones where all lanes have read them
    /// (inactive lanes store the values that they have read: for machines with slow masked stores, and independent
    /// lanes)
    #[option(default = "false")]
    blend_stores: bool,
    /// Multiply the number of lanes of loops by this factor, so that vectors hide each other's latency
    /// (if the iterations are independent, shapes do not degrade and no store is a scatter)
    #[option(default = "1")]
    interleave: i64,
    /// Run pieces of functions that at most so many active lanes need as scalar code; 0 for never
    #[option(default = "0")]
    few: u64,
    /// Copy pieces of at least this cost, with trip counts of 8, for the case that all lanes need them; 0 for never
    #[option(default = "0")]
    coherent: u64,
    /// Split marked loops at expensive branches for groups of so many vectors, as `wfv-regroup` does; 0 for never
    #[option(default = "0")]
    regroup: i64,
    /// The execution of the remainder of loops after full vector iterations
    #[option(default = "masked")]
    tail: Tail,
    /// Keep marked loops and functions scalar that cannot be vectorized, with a remark, instead of an error
    #[option(default = "false")]
    keep_scalar: bool,
    /// Different arguments of a function do not alias, where more iterations run together than marks assert
    #[option(default = "false")]
    noalias_arguments: bool,
    /// The maximum number of pairs of accesses of a loop that are compared beyond the marks
    #[option(default = 20000)]
    max_pairs: u64,
    /// Stop after this stage and print its results
    #[option(default = "codegen")]
    stop_after: Stage,
}

impl Pass for Wfv {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if !(0..=64).contains(&self.width) {
            let root = cx.body().root();
            return cx.fail(root, "cannot be made for so many lanes: 'width' is at most 64");
        }
        if !(1..=8).contains(&self.interleave) {
            let root = cx.body().root();
            return cx.fail(root, "cannot interleave so many vectors: 'interleave' is 1 to 8");
        }
        if self.regroup != 0 && !(2..=MOST_VECTORS).contains(&self.regroup) {
            let root = cx.body().root();
            return cx.fail(root, format!("cannot regroup so many vectors: 'regroup' is 0, or 2 to {MOST_VECTORS}"));
        }
        if self.width != 0 && self.interleave > 1 {
            let root = cx.body().root();
            return cx.fail(root, "cannot interleave vectors of another width than functions and loops say");
        }
        let done = match self.stop_after {
            Stage::Codegen => vectorize(cx.body_mut(), self.options())
                .map(|remarks| remarks.list.into_iter().for_each(|remark| cx.remark(remark))),
            stage => show(cx.body(), self.options(), stage).map(|shown| cx.emit_text(shown)),
        };
        let Err(Declined { place, name, why }) = done else { return Ok(()) };
        let place = place.place(cx.cx());
        cx.emit(Diagnostic::error(place, format!("'{name}' op {why}")));
        cx.signal_failure()
    }
}

impl Wfv {
    fn options(&self) -> Options {
        Options {
            width: self.width,
            skip: (self.boscc > 0).then_some(self.boscc),
            target: self.target,
            has_versions: self.versions,
            has_rows: self.rows,
            has_blends: self.blend_stores,
            interleave: self.interleave,
            regroup: self.regroup,
            few: self.few,
            coherent: self.coherent,
            tail: self.tail,
            keep_scalar: self.keep_scalar,
            noalias_arguments: self.noalias_arguments,
            max_pairs: self.max_pairs,
        }
    }
}

/// Generates all variants of the functions of a module, each after its function. Marked loops call variants of their
/// bodies.
pub fn vectorize(module: &mut Body, options: Options) -> Result<Remarks, Declined> {
    let width = options.width;
    let mut remarks = Remarks::default();
    if options.regroup > 0 {
        let free = free_of_memory(module);
        let facts = options.facts(&free);
        let wanted = regroup::Wanted { width, n_vectors: options.regroup, least: regroup::LEAST, facts };
        module.nested_bodies_mut().for_each(|body| _ = regroup::regroup(body, wanted, &mut remarks));
    }
    if options.keep_scalar {
        keep_declined_scalar(module, options, &mut remarks);
    }
    outline(module, options, &mut remarks)?;
    let callees = callees(module, width);
    let symbols = symbols(module);
    for op in module.proxies() {
        let Some(mut clauses) = wanted(OpRef::new(module, op).resolve(), width) else { continue };
        clauses.variants = missing(module, op, &clauses, &symbols)?;
        if clauses.variants.is_empty() {
            continue;
        }
        let name = module.symbol_name(op).map_or(String::new(), |name| name.str(module.cx()).to_owned());
        let source = module.detach(op);
        let mut body = lowered(&source);
        let made = make(module, &mut body, &name, &clauses, &callees, options, &mut remarks);
        module.attach(op, source);
        let mut after = op;
        for variant in made? {
            module.insert_after(after, variant);
            after = variant;
        }
    }
    Ok(remarks)
}

/// Removes the request for variants of functions that cannot have them: their calls are scalarized. This may be a reason
/// for functions that call them.
fn keep_declined_scalar(module: &mut Body, options: Options, remarks: &mut Remarks) {
    loop {
        let callees = callees(module, options.width);
        let n_before = remarks.list.len();
        for op in module.proxies() {
            let Some(clauses) = wanted(OpRef::new(module, op).resolve(), options.width) else { continue };
            let mut body = lowered(module.nested(op).expect("a function has a body of its own"));
            let made =
                make(module, &mut body, "function", &clauses, &callees, options, &mut Remarks::default()).map(|made| {
                    made.into_iter().for_each(|op| module.erase_op(op).expect("a function has no results"));
                });
            let Err(declined) = made else { continue };
            remarks.declined(&declined);
            let function = module.nested_mut(op).expect("a function has a body of its own");
            function.remove_attr(function.root(), FUNCTION);
            module.sync_proxy(op);
        }
        if remarks.list.len() == n_before {
            return;
        }
    }
}

/// The results of `stage` about all functions, as text.
fn show(module: &Body, options: Options, stage: Stage) -> Result<String, Declined> {
    let mut shown = String::new();
    for op in module.proxies() {
        let function = OpRef::new(module, op).resolve();
        let Some(clauses) = wanted(function, options.width) else { continue };
        let Some(variant) = clauses.variants.first() else { continue };
        let body = lowered(function.body);
        let plan = Plan::new(&body, &clauses, variant.width, options.skip)?;
        let lines = match stage {
            Stage::Shapes => print::shapes(&plan),
            Stage::Blocks => print::blocks(&plan),
            Stage::Masks => print::masks(&plan),
            Stage::Linearize | Stage::Codegen => print::linear(&plan),
        };
        shown.push_str(&print::headed(function.body, &lines));
    }
    Ok(shown)
}
