//! Functions that parallel loops call and that have vector variants by their attributes.
//!
//! A C compiler writes `#pragma omp declare simd` as attributes with the names of variants of the vector function ABI:
//! `_ZGV`, the instruction set, `M` or `N`, the number of lanes, a letter with a number for each parameter, `_` and the
//! name of the function. Callers in other files know these names from the declaration; none of these variants is made
//! here, as a C compiler does not make them either. What the letters say of an argument holds for the variants that
//! `wfv` makes if all names agree on it.

use std::iter::Peekable;
use std::str::Chars;

use rmlir::core::function::attrs_of;
use rmlir::pass::remark::Remark;
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp};
use rmlir_llvm::layout::Layout;
use rmlir_llvm::ops::memory::{AllocaOp, LoadOp, StoreOp};
use rmlir_pvec::{FunctionAttr, LinearAttr, UniformAttr, Variants};

use super::memory;
use super::refusal::{CATEGORY, Refused};
use crate::llvm_to_memref::access::access;

/// The attributes of functions without a meaning in the dialect, names or pairs of names and values.
const PASSED: &str = "passthrough";

/// The functions that parallel loops call, each with the number of lanes of the first one.
#[derive(Default)]
pub(super) struct Called(Vec<(Ident, i64)>);

impl Called {
    /// Adds the functions that are called in `op`.
    pub(super) fn add(&mut self, body: &Body, op: OpId, n_lanes: i64) {
        body.walk_preorder(op, |inner| {
            let callee = OpRef::new(body, inner).cast::<CallOp>().map(|call| call.callee(body));
            if let Some(callee) = callee.filter(|callee| self.0.iter().all(|(known, _)| known != callee)) {
                self.0.push((callee, n_lanes));
            }
        });
    }

    /// Raises those that are defined in `module` and have variants, and those that these call.
    pub(super) fn raise(mut self, module: &mut Body, layout: &Layout, remarks: &mut Vec<Remark>) {
        let mut next = 0;
        while let Some(&(callee, n_lanes)) = self.0.get(next) {
            next += 1;
            let named = |&proxy: &OpId| module.symbol_name(proxy) == Some(callee);
            let Some(proxy) = module.proxies().into_iter().find(named) else { continue };
            let function = OpRef::new(module, proxy).resolve();
            if !function.is::<FuncOp>() || function.region(0).is_empty() {
                continue;
            }
            let Some(clauses) = clauses(function) else { continue };
            let loc = function.loc();
            let body = module.nested_mut(proxy).expect("a function has a body of its own");
            match raise(body, layout, &clauses, n_lanes) {
                Ok(()) => {
                    remarks.push(Remark::passed(loc, CATEGORY).text("function with variants").arg("Lanes", n_lanes));
                    self.add(body, body.root(), n_lanes);
                }
                Err((op, reason)) => remarks.push(Remark::missed(body.loc(op), CATEGORY).reason(reason)),
            }
            module.sync_proxy(proxy);
        }
    }
}

/// What is known of an argument in neighbouring lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clause {
    /// It is the same.
    Uniform,
    /// It grows by this.
    Linear(i64),
    /// Nothing.
    Varying,
}

/// The clauses of the arguments of `function`, as far as all names of its variants agree; `None` if there are none.
fn clauses(function: OpRef) -> Option<Vec<Clause>> {
    let cx = function.cx();
    let passed = function.attr(PASSED)?.as_array(cx)?;
    let names = passed.iter().filter_map(|attr| attr.as_str(cx)).filter_map(|name| name.strip_prefix("_ZGV"));
    let n_arguments = function.body.args(function.body.entry(function.region(0).id)?).len();
    let mut all: Option<Vec<Clause>> = None;
    for name in names {
        let clauses = parse(name).filter(|clauses| clauses.len() == n_arguments)?;
        let agreed = |(old, new): (Clause, Clause)| if old == new { old } else { Clause::Varying };
        all = Some(match all {
            None => clauses,
            Some(all) => all.into_iter().zip(clauses).map(agreed).collect(),
        });
    }
    all
}

/// The clauses in the name of a variant, without `_ZGV`.
fn parse(name: &str) -> Option<Vec<Clause>> {
    let mut rest = name.chars().peekable();
    // The instruction set, and whether there is a mask.
    rest.next()?;
    rest.next()?;
    number(&mut rest)?;
    let mut clauses = Vec::new();
    loop {
        let letter = rest.next()?;
        match letter {
            '_' => return Some(clauses),
            'v' => clauses.push(Clause::Varying),
            'u' => clauses.push(Clause::Uniform),
            // Steps in other arguments, and references, are not used.
            'l' | 'L' | 'R' | 'U' => {
                let is_in_argument = rest.next_if_eq(&'s').is_some();
                let is_negative = rest.next_if_eq(&'n').is_some();
                let step = number(&mut rest);
                let step = if is_negative { -step? } else { step.unwrap_or(1) };
                let is_constant = letter == 'l' && !is_in_argument;
                clauses.push(if is_constant { Clause::Linear(step) } else { Clause::Varying });
            }
            'a' => _ = number(&mut rest)?,
            _ => return None,
        }
    }
}

/// The digits that follow, as a number.
fn number(rest: &mut Peekable<Chars>) -> Option<i64> {
    let mut digits = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    digits.parse().ok()
}

/// Raises the accesses of the function in `body`, and marks it.
fn raise(body: &mut Body, layout: &Layout, clauses: &[Clause], n_lanes: i64) -> Result<(), Refused> {
    let mut accesses = Vec::new();
    let mut refused = None;
    body.walk_preorder(body.root(), |op| {
        let view = OpRef::new(body, op);
        if view.is::<AllocaOp>() {
            refused = refused.or(Some((op, "local memory in a function for many lanes")));
        } else if view.is::<LoadOp>() || view.is::<StoreOp>() {
            accesses.extend(access(body, layout, view));
        }
    });
    if let Some(refused) = refused {
        return Err(refused);
    }
    memory::raise(&mut Rewriter::new(body), layout, accesses, None);
    let (cx, root) = (body.cx(), body.root());
    let entry = body.entry(body.region(root, 0)).expect("it has a body");
    let args = body.args(entry).to_vec();
    let mut attrs = attrs_of(OpRef::root(body), FuncOp::ARG_ATTRS, args.len());
    for ((attrs, &arg), clause) in attrs.iter_mut().zip(&args).zip(clauses) {
        let is_integer = body.ty(arg).int_width(cx).is_some();
        let clause = match clause {
            Clause::Uniform => UniformAttr::get(cx).attr(),
            Clause::Linear(step) if is_integer => LinearAttr::get(cx, *step).attr(),
            Clause::Linear(_) | Clause::Varying => continue,
        };
        let mut entries = attrs.as_dict(cx).map_or(Vec::new(), <[NamedAttr]>::to_vec);
        entries.push(NamedAttr { name: cx.ident("pvec.clause"), value: clause });
        *attrs = cx.dict(entries);
    }
    body.set_prop(root, FuncOp::ARG_ATTRS, cx.array_attr(&attrs));
    body.set_attr(root, "pvec.function", FunctionAttr::get(cx, n_lanes, Variants::Both).attr());
    Ok(())
}
