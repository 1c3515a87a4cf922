//! Functions that loops call: which ones can be vectorized, and the common clauses of all their calls.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp};
use rmlir_pvec::{FunctionAttr, LinearAttr, UniformAttr, Variants};
use rustc_hash::{FxHashMap, FxHashSet};

use super::decision::{Candidate, Decision, Wanted};
use crate::analysis::lowered::lowered;
use crate::analysis::plan::{Callee, Callees, Plan};
use crate::clauses::{Clause, Clauses, FUNCTION, Variant, signature};
use crate::cost::estimate::{Estimate, estimate};
use crate::cost::operations::TURNS;

/// A function that may get variants.
pub struct Function {
    /// Its operation in the module.
    pub op: OpId,
    /// Its location.
    pub loc: Loc,
    /// Its name and clauses.
    pub callee: Callee,
    /// Its estimated cost.
    pub estimate: Estimate,
}

/// The functions of a module without memory effects, callees included.
pub fn free_of_memory(module: &Body) -> FxHashSet<String> {
    let mut calls: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for op in module.proxies() {
        let function = OpRef::new(module, op).resolve();
        let Some(name) = function.symbol_name().filter(|_| function.is::<FuncOp>() && !function.region(0).is_empty())
        else {
            continue;
        };
        let body = function.body;
        let mut is_free = true;
        body.walk_preorder(body.root(), |inner| {
            let view = OpRef::new(body, inner);
            is_free &= view.is::<CallOp>() || view.n_regions() > 0 || is_memory_effect_free(view);
        });
        if is_free {
            calls.insert(name.str(module.cx()).to_owned(), callees_in(body, body.root()));
        }
    }
    loop {
        let is_known = |callees: &Vec<String>| callees.iter().all(|callee| calls.contains_key(callee));
        let wrong: Vec<String> =
            calls.iter().filter(|(_, callees)| !is_known(callees)).map(|(name, _)| name.clone()).collect();
        if wrong.is_empty() {
            return calls.into_keys().collect();
        }
        wrong.iter().for_each(|name| _ = calls.remove(name));
    }
}

/// The functions called in `op`, in order.
pub fn callees_in(body: &Body, op: OpId) -> Vec<String> {
    let mut found = Vec::new();
    body.walk_preorder(op, |inner| found.extend(callee(body, inner)));
    found
}

fn callee(body: &Body, op: OpId) -> Option<String> {
    let call = OpRef::new(body, op).cast::<CallOp>()?;
    Some(call.callee(body).str(body.cx()).to_owned())
}

/// The joined properties of the calls of a function in candidates.
struct Called {
    n_calls: u64,
    clauses: Vec<Clause>,
}

/// The functions that candidates call often enough, and that can be vectorized.
pub fn functions(
    module: &Body,
    candidates: &[(OpId, Vec<Candidate>)],
    wanted: Wanted,
    decisions: &mut Vec<Decision>,
) -> Vec<Function> {
    let mut called: FxHashMap<String, Called> = FxHashMap::default();
    let mut order = Vec::new();
    for (function, loops) in candidates {
        let body = module.nested(*function).expect("a function is isolated");
        for &Candidate { op, .. } in loops {
            body.walk_preorder(op, |inner| {
                let Some(name) = callee(body, inner) else { return };
                let found = of_call(body, op, inner);
                match called.get_mut(&name) {
                    Some(known) => known.add(&found),
                    None => {
                        order.push(name.clone());
                        called.insert(name, found);
                    }
                }
            });
        }
    }
    let mut functions = Vec::new();
    for op in module.proxies() {
        let function = OpRef::new(module, op).resolve();
        let name = function.symbol_name().map_or(String::new(), |name| name.str(module.cx()).to_owned());
        let Some(found) = called.get(&name).filter(|_| function.is::<FuncOp>() && !function.region(0).is_empty())
        else {
            continue;
        };
        let loc = function.loc();
        let decided = if function.attr(FUNCTION).is_some() {
            Err("says itself for how many lanes it is made".to_owned())
        } else if found.n_calls < wanted.n_calls {
            Err(format!("is called {} times in loops that could be taken, not {}", found.n_calls, wanted.n_calls))
        } else {
            tried(function, found, wanted)
        };
        match decided {
            Ok((clauses, estimate)) => functions.push(Function { op, loc, callee: Callee { name, clauses }, estimate }),
            Err(why) => {
                decisions.push(Decision {
                    loc,
                    what: format!("function '{name}'"),
                    estimate: None,
                    n_checks: 0,
                    refused: Some(why),
                });
            }
        }
    }
    functions
}

fn tried(function: OpRef, found: &Called, wanted: Wanted) -> Result<(Clauses, Estimate), String> {
    let variants = [false, true].map(|masked| Variant { width: wanted.width, masked }).to_vec();
    let clauses = Clauses { arguments: found.clauses.clone(), variants };
    let cx = function.cx();
    // A memref as a descriptor is uniform.
    let is_number = |ty: Type| ty.int_or_index_width(cx).is_some() || ty.float_kind(cx).is_some();
    let (inputs, _) = signature(function);
    if inputs.iter().zip(&clauses.arguments).any(|(&ty, clause)| !is_number(ty) && clause.step.is_none()) {
        return Err("is given something different in each turn that vectors do not hold".into());
    }
    let body = lowered(function.body);
    let plan = Plan::new(&body, &clauses, wanted.width, None);
    let plan = plan.map_err(|declined| format!("'{}' {}", declined.name, declined.why))?;
    let found = estimate(&plan, wanted.width, wanted.target, &Callees::default());
    match found.gain() < wanted.gain {
        true => Err(format!("gains too little: {:.2} times as fast by estimate", found.gain())),
        false => Ok((clauses, found)),
    }
}

/// The shapes of the operands of a call in the loop `op`: invariant, or the induction variable of the loop.
fn of_call(body: &Body, op: OpId, call: OpId) -> Called {
    let mut n_calls = TURNS;
    let mut at = body.parent_op(call);
    while let Some(inner) = at.filter(|&inner| inner != op) {
        if OpRef::new(body, inner).interface::<dyn LoopLike>().is_some() {
            n_calls = n_calls.saturating_mul(TURNS);
        }
        at = body.parent_op(inner);
    }
    let view = OpRef::new(body, op);
    let step = match (view.cast::<rmlir_scf::ForOp>(), view.cast::<rmlir_affine::ForOp>()) {
        (_, Some(found)) => Some(found.step(body)),
        _ => rmlir::core::fold::constant_value(body, body.operand(op, 2)).and_then(|step| step.as_i64(body.cx())),
    };
    let of = |value: Value| {
        let block = body.value_block(value).expect("values are made in blocks");
        let is_inside = body.is_defined_inside(op, value);
        let is_constant = rmlir::core::fold::constant_value(body, value).is_some();
        let is_variable = body.defining_op(value).is_none() && body.block_parent_op(block) == Some(op);
        let step = match () {
            () if !is_inside || is_constant => Some(0),
            () if is_variable => step,
            () => None,
        };
        Clause { step, alignment: 1 }
    };
    Called { n_calls, clauses: body.operands(call).map(of).collect() }
}

impl Called {
    fn add(&mut self, other: &Called) {
        self.n_calls = self.n_calls.saturating_add(other.n_calls);
        for (clause, other) in self.clauses.iter_mut().zip(&other.clauses) {
            if clause.step != other.step {
                clause.step = None;
            }
        }
    }
}

/// Sets clauses as attributes of a function.
pub fn say(body: &mut Body, clauses: &Clauses, width: i64) {
    let cx = body.cx();
    let root = body.root();
    let name = cx.ident("pvec.clause");
    let (inputs, _) = signature(OpRef::root(body));
    let before = rmlir::core::function::attrs_of(OpRef::root(body), FuncOp::ARG_ATTRS, inputs.len());
    let of = |(attrs, clause): (Attr, &Clause)| {
        let said = match clause.step {
            None => return attrs,
            Some(0) => UniformAttr::get(cx).attr(),
            Some(step) => LinearAttr::get(cx, step).attr(),
        };
        let mut list: Vec<NamedAttr> = attrs.as_dict(cx).map_or_else(Vec::new, <[NamedAttr]>::to_vec);
        list.retain(|attr| attr.name != name);
        list.push(NamedAttr { name, value: said });
        cx.dict(list)
    };
    let attrs: Vec<Attr> = before.into_iter().zip(&clauses.arguments).map(of).collect();
    body.set_prop(root, FuncOp::ARG_ATTRS, cx.array_attr(&attrs));
    body.set_attr(root, FUNCTION, FunctionAttr::get(cx, width, Variants::Both).attr());
}
