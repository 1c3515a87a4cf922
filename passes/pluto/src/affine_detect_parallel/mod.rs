//! Detection of parallel loops: `affine-detect-parallel`.
//!
//! Plan: 1. [`nest`] converts each access of a nest to a statement; 2. their dependences are those of `ir/math/polyhedral`,
//! which are exact, and each is carried by a loop: [`mod@carried`]; 3. loops are marked, or become `affine.parallel`.

pub mod carried;
pub mod nest;

use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::analysis::parallel::Reduction;
use rmlir_affine::{Affine, ForOp};
use rmlir_affine_passes::parallelize::convert;
use rmlir_arith::AtomicRmwKind;

use self::carried::{Carries, carried};
use self::nest::nests;
use crate::extract::Assumptions;

/// The attribute of loops that carry no dependence.
pub const PARALLEL: &str = "parallel";

/// The attribute of loops that carry reductions only: their kinds.
pub const REDUCTIONS: &str = "reductions";

/// The category of remarks.
const CATEGORY: &str = "parallel";

/// Find the loops that carry no dependence.
///
/// The test is exact: two iterations are ordered only if they access the same element. Loops that carry no dependence
/// get the attribute `parallel`, those that carry sums in variables or elements the attribute `reductions`. Remarks of
/// the category `parallel` list the dependences that the others carry (`--remarks-filter-missed`) and the number of
/// reductions of these (`--remarks-filter-passed`). With `convert`, loops that carry no dependence become
/// `affine.parallel`, as do those whose loop-carried values are reductions, if requested.
///
/// ```mlir
/// affine.for %i = 0 to 8 {
///   affine.store %v, %m[%i] : memref<8xf32>
/// } {parallel}
/// ```
#[pass(name = "affine-detect-parallel", title = "AffineDetectParallel", anchor = "func.func", depends(Affine))]
pub struct AffineDetectParallel {
    /// Convert parallel loops to affine.parallel, in place of marking them
    #[option(default = false)]
    convert: bool,
    /// Maximum number of nested parallel loops to produce. Defaults to unlimited (UINT_MAX).
    #[option(default = 4294967295)]
    max_nested: u32,
    /// Whether to convert loops with reductions in variables. Defaults to false.
    #[option(default = false)]
    parallel_reductions: bool,
    /// Distinct arguments of a function do not alias
    #[option(default = true)]
    noalias_arguments: bool,
}

impl Pass for AffineDetectParallel {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let assumptions = Assumptions { noalias_arguments: self.noalias_arguments };
        let found = loops(cx.body(), assumptions);
        for (op, carries) in &found {
            let loc = cx.body().loc(op.id());
            let n_reductions = match carries {
                Carries::Order(why) => {
                    cx.missed_at(loc, CATEGORY, why);
                    continue;
                }
                Carries::Nothing => 0,
                Carries::Variables(reductions) => reductions.len(),
                Carries::Elements(reductions) => reductions.len(),
            };
            if !self.convert {
                let passed = Remark::passed(loc, CATEGORY).text("carries no dependence but those of reductions");
                cx.remark(passed.arg("Reductions", n_reductions));
            }
        }
        if !self.convert {
            found.iter().for_each(|(op, carries)| mark(&mut cx.rewriter(), *op, carries));
            return Ok(());
        }
        let wanted = found.into_iter().filter_map(|(op, carries)| Some((op, self.convertible(carries)?)));
        let remarks = convert(&mut cx.rewriter(), &wanted.collect::<Vec<_>>(), self.max_nested, CATEGORY);
        remarks.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

impl AffineDetectParallel {
    /// The reductions of a loop that is converted.
    fn convertible(&self, carries: Carries) -> Option<Vec<Reduction>> {
        match carries {
            Carries::Nothing => Some(Vec::new()),
            Carries::Variables(reductions) => self.parallel_reductions.then_some(reductions),
            Carries::Elements(_) | Carries::Order(_) => None,
        }
    }
}

/// The `affine.for`s of a body, outer before inner, with the dependences that they carry.
pub fn loops(body: &Body, assumptions: Assumptions) -> Vec<(ForOp, Carries)> {
    let of = |nest: nest::Nest| {
        let carried = carried(body, &nest, assumptions);
        std::iter::zip(nest.loops.into_iter().map(|loop_| loop_.op), carried)
    };
    nests(body).into_iter().flat_map(of).collect()
}

fn mark(rw: &mut Rewriter, op: ForOp, carries: &Carries) {
    let kinds: Vec<AtomicRmwKind> = match carries {
        Carries::Nothing | Carries::Order(_) => Vec::new(),
        Carries::Variables(reductions) => reductions.iter().map(|reduction| reduction.kind).collect(),
        Carries::Elements(kinds) => kinds.clone(),
    };
    let words = kinds.iter().filter_map(|kind| AtomicRmwKind::ENUM.keyword(kind.value()));
    let words: Vec<Attr> = words.map(|word| rw.cx().str_attr(&word)).collect();
    let reductions = (!words.is_empty()).then(|| rw.cx().array_attr(&words));
    let parallel = (*carries == Carries::Nothing).then_some(Attr::UNIT);
    for (name, attr) in [(PARALLEL, parallel), (REDUCTIONS, reductions)] {
        let is_there = OpRef::new(rw, op.id()).attr(name).is_some();
        match attr {
            Some(attr) => rw.set_attr(op.id(), name, attr),
            None if is_there => _ = rw.remove_attr(op.id(), name),
            None => {}
        }
    }
}
