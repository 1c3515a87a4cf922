//! Simplification of `affine.min` and `affine.max`: removal of dominated results, by the analysis of bounds.
//!
//! Results are compared pairwise; comparable ones form a class, of which only the one that is always the smallest, or
//! for a maximum the greatest, remains.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::analysis::bounds::{Variable, compare, decide};
use rmlir::core::attrs::AttrData;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::opdef::OpDef;
use rmlir::core::value_bounds::Relation;
use rmlir::prelude::*;
use rmlir_affine::compose::{canonicalize_map_and_operands, fully_compose_map_and_operands};
use rmlir_affine::{ApplyOp, MaxOp, MinOp};
use rustc_hash::FxHashMap;

use rmlir::pass::{PassCx, PassResult};

/// Simplify affine min/max/apply.
///
/// Results of `affine.min` and `affine.max` that are never the smallest or greatest one are removed, and the quotient
/// of a positive minimum and one of its results, rounded up, is replaced by 1.
///
/// ```mlir
/// %a = affine.min affine_map<()[s0] -> (s0, s0 + 4)>()[%n]
/// // becomes %n
/// ```
#[pass(name = "affine-simplify-min-max", title = "SimplifyAffineMinMaxPass", schedule = is_function)]
pub fn affine_simplify_min_max(cx: &mut PassCx) -> PassResult {
    let mut patterns = canonicalization();
    patterns.extend(patterns![simplify_max, simplify_min, compose_apply]);
    cx.apply_greedily(patterns)
}

fn is_function(def: &OpDef) -> bool {
    def.interface::<dyn FunctionOp>().is_some()
}

/// The canonicalization patterns of minima and maxima.
pub fn canonicalization() -> PatternSet {
    let mut set = PatternSet::new();
    for def in [MaxOp::DEF, MinOp::DEF] {
        if let Some(add) = def.behavior().canonicalize {
            add(&mut set);
        }
    }
    set
}

#[pattern]
fn simplify_min(op: MinOp, rw: &mut Rewriter) -> Match {
    drop_dominated_results(rw, op.id())
}

#[pattern]
fn simplify_max(op: MaxOp, rw: &mut Rewriter) -> Match {
    drop_dominated_results(rw, op.id())
}

/// Removes dominated results of `op`, an `affine.min` or `affine.max`.
pub fn drop_dominated_results(rw: &mut Rewriter, op: OpId) -> Match {
    let view = OpRef::new(rw, op);
    let (slot, better) = if view.is::<MinOp>() { (MinOp::MAP, Relation::Below) } else { (MaxOp::MAP, Relation::Above) };
    let map = view.prop(slot).and_then(|map| map.as_affine_map(rw)).expect("minima and maxima have maps").clone();
    let operands = value_ids(view.operands());
    let kept = undominated(rw, &map, &operands, better);
    if kept.len() == map.n_results() {
        return rw.no_match(op, "results cannot be compared");
    }
    // Operands may be any values, so all are symbols; canonicalization converts valid dimensions.
    let all: Vec<AffineExpr> = (0..map.n_inputs()).map(AffineExpr::symbol).collect();
    let (dims, symbols) = all.split_at(map.n_dims() as usize);
    let kept = map.sub_map(&kept).replace_dims_and_symbols(dims, symbols, 0, map.n_inputs());
    let attr = rw.cx().attr(AttrData::AffineMap(kept));
    rw.set_prop(op, slot, attr);
    Match::Yes
}

/// The indices of the undominated results, one of each class.
fn undominated(body: &Body, map: &AffineMap, operands: &[Value], better: Relation) -> Vec<usize> {
    let n_results = map.n_results();
    let result = |index: usize| Variable::of_expr(map.result(index), map.n_dims(), operands);
    let results: Vec<Variable> = (0..n_results).map(result).collect();
    let mut class_of: Vec<usize> = (0..n_results).collect();
    // By class; `None` as long as no member was visited.
    let mut best_of: Vec<Option<usize>> = vec![None; n_results];
    for index in 0..n_results {
        if best_of[class_of[index]].is_some() {
            continue;
        }
        let mut best = index;
        for other in index + 1..n_results {
            let (class, other_class) = (class_of[index], class_of[other]);
            if class == other_class {
                continue;
            }
            let best_there = best_of[other_class].unwrap_or(other);
            let Some(is_better) = decide(body, &results[best], better, &results[best_there]) else { continue };
            if !is_better {
                best = best_there;
            }
            let joined = class.min(other_class);
            for known in &mut class_of {
                if *known == class || *known == other_class {
                    *known = joined;
                }
            }
        }
        best_of[class_of[index]] = Some(best);
    }
    let classes = (0..n_results).filter(|&class| class_of[class] == class);
    classes.map(|class| best_of[class].expect("each class was looked at")).collect()
}

/// Composes an `affine.apply` with the definitions of its operands, and simplifies quotients of minima.
#[pattern]
fn compose_apply(op: ApplyOp, rw: &mut Rewriter) -> Match {
    let (mut map, mut operands) = op.value_map(rw);
    let old = map.clone();
    fully_compose_map_and_operands(rw, &mut map, &mut operands);
    let minima: Vec<MinOp> = operands.iter().filter_map(|&operand| made_by_min(rw, operand)).collect();
    for minimum in minima {
        map = without_quotients_of(rw, minimum, &map, &operands);
    }
    canonicalize_map_and_operands(rw, &mut map, &mut operands);
    let map = map.simplify();
    if map == old {
        return rw.no_match(op, "the map is composed already");
    }
    let attr = rw.cx().attr(AttrData::AffineMap(map));
    rw.replace_with(op, ApplyOp::build(&operands, attr));
    Match::Yes
}

fn made_by_min(body: &Body, value: Value) -> Option<MinOp> {
    OpRef::new(body, body.defining_op(value)?).cast::<MinOp>()
}

/// The map with quotients of a minimum and one of its results, rounded up, replaced by 1, which is correct if the
/// minimum is positive.
fn without_quotients_of(body: &Body, minimum: MinOp, map: &AffineMap, operands: &[Value]) -> AffineMap {
    let view = OpRef::new(body, minimum.id());
    let of_min = view.get(MinOp::map);
    let min_operands = value_ids(view.operands());
    let zero = Variable::from(MixedIndex::Static(0));
    let is_positive = |expr: &AffineExpr| {
        let result = Variable::of_expr(expr, of_min.n_dims(), &min_operands);
        compare(body, &zero, Relation::Below, &result)
    };
    let value = body.result(minimum.id(), 0);
    let inputs = Inputs { n_dims: map.n_dims() as usize, operands };
    if !of_min.results().iter().all(is_positive) {
        return map.clone();
    }
    let mut ones = FxHashMap::default();
    for dividend in inputs.all_of(value) {
        for divisor in of_min.results().iter().filter_map(|expr| inputs.express(expr, of_min.n_dims(), &min_operands)) {
            ones.insert(dividend.ceil_div(divisor.clone()), AffineExpr::constant(1));
            let rounded = (&dividend + &divisor - 1).floor_div(divisor);
            ones.insert(rounded, AffineExpr::constant(1));
        }
    }
    map.with_results(map.results().iter().map(|expr| expr.replace_all(&ones)).collect::<Vec<_>>())
}

/// The inputs of a map.
struct Inputs<'a> {
    n_dims: usize,
    operands: &'a [Value],
}

impl Inputs<'_> {
    /// The inputs with the value `value`.
    fn all_of(&self, value: Value) -> Vec<AffineExpr> {
        let places = self.operands.iter().enumerate().filter(|&(_, &operand)| operand == value);
        places.map(|(place, _)| self.expr(place)).collect()
    }

    fn expr(&self, place: usize) -> AffineExpr {
        match place.checked_sub(self.n_dims) {
            None => AffineExpr::dim(place as u32),
            Some(symbol) => AffineExpr::symbol(symbol as u32),
        }
    }

    /// Rewrites an expression over other operands; `None` if it uses an operand that this map does not have.
    fn express(&self, expr: &AffineExpr, n_dims: u32, operands: &[Value]) -> Option<AffineExpr> {
        let mut exprs = Vec::with_capacity(operands.len());
        for (place, &operand) in operands.iter().enumerate() {
            let is_used = match (place as u32).checked_sub(n_dims) {
                None => expr.is_function_of_dim(place as u32),
                Some(symbol) => expr.is_function_of_symbol(symbol),
            };
            exprs.push(match self.all_of(operand).into_iter().next() {
                Some(here) => here,
                None if is_used => return None,
                None => AffineExpr::constant(0),
            });
        }
        let (dims, symbols) = exprs.split_at(n_dims as usize);
        Some(expr.replace_dims_and_symbols(dims, symbols))
    }
}
