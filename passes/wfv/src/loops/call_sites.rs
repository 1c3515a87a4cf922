//! Call sites: marked loops execute many iterations at once.
//!
//! The body of a loop with `pvec.vectorize_calls`, the number of lanes, is outlined as a function: its induction
//! variable is a linear argument, live-in values are uniform ones. The loop is replaced by calls of the variants of
//! this function ([`crate::loops::rounds`]): unmasked vector iterations, and a masked one for the remainder. Calls in the body
//! then become calls of variants as in any function. Loops are put into normal form first ([`crate::loops::normal`]);
//! loop-carried values are reductions or recurrences ([`crate::loops::carried`]).
//!
//! The mark asserts that so many consecutive iterations are independent. It is refuted if accesses of iterations that
//! would run together certainly are to the same element ([`crate::loops::conflict`]). More iterations than the mark asserts,
//! by `width` or `interleave`, run together only if they are proved to be independent. Iterations of `scf.parallel` run
//! in any order, so all its iterations are considered.

use rmlir::prelude::*;
use rmlir_arith::AndIOp;
use rmlir_scf::{IfOp, YieldOp};
use rustc_hash::FxHashMap;

use crate::analysis::lowered::lowered;
use crate::analysis::plan::{Callees, callees};
use crate::cost::estimate::{Estimate, estimate};
use crate::declined::Declined;
use crate::loops::conflict::Facts;
use crate::loops::marked_loop::Found;
use crate::loops::normal::{is_normal, normalize};
use crate::loops::parallel::split_marked;
use crate::loops::remarks::Remarks;
use crate::loops::rounds::Rounds;
use crate::loops::versions;
use crate::loops::versions::versions;
use crate::marks::MARK;
use crate::options::Options;
use crate::select::calls::free_of_memory;
use crate::symbols::symbols;
use crate::targets::Target;
use crate::variants::{make, wanted};

/// Outlines the bodies of all marked loops of a module as functions, and replaces the loops by calls of their variants.
pub fn outline(module: &mut Body, options: Options, remarks: &mut Remarks) -> Result<(), Declined> {
    let (free, callees) = (free_of_memory(module), callees(module, options.width));
    let facts = options.facts(&free);
    let outliner = Outliner { options, facts, callees: &callees, symbols: symbols(module) };
    for function in module.proxies() {
        if module.interface::<dyn FunctionOp>(function).is_none() {
            continue;
        }
        let name = module.symbol_name(function).map_or("", |name| name.str(module.cx())).to_owned();
        let mut body = module.detach(function);
        let made = outliner.function(module, &mut body, &name, remarks);
        module.attach(function, body);
        let mut after = function;
        for op in made? {
            module.insert_after(after, op);
            after = op;
        }
    }
    Ok(())
}

/// The first marked loop in postorder: inner loops before outer ones.
fn first_marked(body: &Body) -> Option<OpId> {
    let mut found = None;
    body.walk_postorder(body.root(), |op| found = found.or_else(|| body.attr(op, MARK).map(|_| op)));
    found
}

struct Outliner<'a> {
    options: Options,
    facts: Facts<'a>,
    callees: &'a Callees,
    /// The symbols of the module, which are not available as names of outlined functions.
    symbols: FxHashMap<String, OpId>,
}

impl Outliner<'_> {
    fn function<'c>(
        &self,
        module: &mut Body<'c>,
        body: &mut Body<'c>,
        name: &str,
        remarks: &mut Remarks,
    ) -> Result<Vec<OpId>, Declined> {
        split_marked(body);
        let mut made = Vec::new();
        let mut number = 0;
        while let Some(op) = first_marked(body) {
            while ["", "_version0"].iter().any(|end| self.symbols.contains_key(&format!("{name}_loop{number}{end}"))) {
                number += 1;
            }
            let before = self.options.keep_scalar.then(|| body.clone_body());
            match (self.outline(module, body, op, &format!("{name}_loop{number}"), remarks), before) {
                (Ok(functions), _) => made.extend(functions),
                (Err(declined), Some(before)) => {
                    *body = *before;
                    let op = first_marked(body).expect("the loop is there again");
                    body.remove_attr(op, MARK);
                    remarks.declined(&declined);
                }
                (Err(declined), None) => return Err(declined),
            }
            number += 1;
        }
        Ok(made)
    }

    /// Replaces the loop `op` by calls of variants; returns the outlined functions, detached.
    fn outline<'c>(
        &self,
        module: &mut Body<'c>,
        body: &mut Body<'c>,
        op: OpId,
        name: &str,
        remarks: &mut Remarks,
    ) -> Result<Vec<OpId>, Declined> {
        let options = self.options;
        Found::of(body, op)?;
        let op = normalize(body, op)?;
        let mut found = Found::of(body, op)?;
        if options.width != 0 {
            found.width = options.width;
        }
        found.refute(body)?;
        found.check_mark(body, self.facts)?;
        found.tail = options.tail;
        found.alignment = found.alignment(body);
        found.interleave(module, body, options, self.facts, remarks);
        if options.has_versions {
            found.versions = versions(body, op, &found.taken, found.width);
        }
        let mut made = Vec::new();
        for at in 0..found.versions.len() {
            made.push(found.function(module, body, &found.name(name, at), at));
        }
        if options.keep_scalar {
            let tried = made.iter().try_for_each(|&op| self.try_variants(module, op));
            if let Err(declined) = tried {
                for op in made {
                    module.erase_op(op).expect("a function has no results that are used");
                }
                return Err(declined);
            }
        }
        found.replace(&mut Rewriter::new(body), name);
        Ok(made)
    }

    /// Generates the variants of the function `op`, and erases them again.
    fn try_variants(&self, module: &mut Body, op: OpId) -> Result<(), Declined> {
        let mut body = lowered(module.nested(op).expect("a function is isolated"));
        let clauses = wanted(OpRef::root(&body), self.options.width).expect("the function says what is known of it");
        let made = make(module, &mut body, "body", &clauses, self.callees, self.options, &mut Remarks::default())?;
        for op in made {
            module.erase_op(op).expect("a function has no results that are used");
        }
        Ok(())
    }
}

impl Found {
    /// Replaces the loop called `name` by calls.
    fn replace(&self, rw: &mut Rewriter, name: &str) {
        rw.before(self.op);
        let loc = rw.loc(self.op);
        rw.set_loc(loc);
        let types: Vec<Type> = self.inits.iter().map(|&init| rw.ty(init)).collect();
        let rounds = Rounds::new(self, rw);
        let after = rw.insert_point();
        // The results of the outermost choice between versions, or of the only version; then of the innermost one its
        // end.
        let mut results: Option<Vec<Value>> = None;
        let mut choices = Vec::new();
        for version in 0..self.versions.len() {
            let clauses = self.clauses(version);
            if version + 1 == self.versions.len() {
                let last = rounds.call(self, rw, &clauses, &self.name(name, version));
                results = results.or(Some(last.clone()));
                if let Some(&block) = choices.last() {
                    rw.at_end(block);
                    rw.create(YieldOp::build(&last));
                }
                break;
            }
            let mut holds: Option<Value> = None;
            for &(at, fact) in &self.versions[version] {
                let test = versions::test(rw, self.taken[at], fact);
                holds = Some(holds.map_or(test, |holds| rw.value(AndIOp::build(holds, test))));
            }
            let holds = holds.expect("all versions but the last one know something");
            let choice = rw.create(IfOp::build(&types, holds));
            let (then, otherwise) = (choice.thenRegion(rw), choice.elseRegion(rw));
            let given = rw.results(choice.id()).to_vec();
            if let Some(&block) = choices.last() {
                let around = rw.insert_point();
                rw.at_end(block);
                rw.create(YieldOp::build(&given));
                rw.set_insert_point(around);
            }
            results = results.or(Some(given));
            rw.create_block(then, &[], &[]);
            let made = rounds.call(self, rw, &clauses, &self.name(name, version));
            rw.create(YieldOp::build(&made));
            let block = rw.create_block(otherwise, &[], &[]);
            rw.at_end(block);
            choices.push(block);
        }
        rw.set_insert_point(after);
        for (old, new) in rw.results(self.op).to_vec().into_iter().zip(results.unwrap_or_default()) {
            rw.replace_all_uses(old, new);
        }
        rw.erase(self.op);
    }
}

/// Declines an operation that is no loop that could be marked for `width` lanes, or one with dependent iterations.
pub(crate) fn check(body: &Body, op: OpId, width: i64) -> Result<(), Declined> {
    let mut found = Found::new(body, op, width)?;
    if !found.carried.is_empty() {
        return Err(Declined::at(body, op, "carries a value from iteration to iteration"));
    }
    if !is_normal(body, op) {
        return Err(Declined::at(body, op, "has no constant step, or no index"));
    }
    found.refute(body)
}

/// The estimated cost of the body of a marked loop.
pub(crate) fn estimated<'c>(
    module: &mut Body<'c>,
    body: &Body<'c>,
    op: OpId,
    target: Target,
    callees: &Callees,
) -> Result<Estimate, Declined> {
    let mut found = Found::of(body, op)?;
    found.alignment = found.alignment(body);
    found.planned(module, body, |plan| estimate(plan, found.width, target, callees))
}
