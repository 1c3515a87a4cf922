//! Hand-written loops in a file: each becomes code without branches, and computes the same.

use rmlir::core::{Body, Rewriter, TraitSet};
use rmlir::interp::compare::{Verdict, refines};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir_conversion::pvec_to_scf::lower_predicates;
use rmlir_ifconvert_passes::graph::linear::Coding;
use rmlir_ifconvert_passes::if_convert::{Selection, convert_body};
use rmlir_ifconvert_passes::pvec_promote::promote_all;

use crate::trial::{checked, context, parsed};

/// The loops.
pub const LOOPS: &str = include_str!("../kernels/loops.mlir");

/// The number of elements of the arrays.
const N: i64 = 16;

/// The result of the trial of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// The functions.
    pub kernels: Vec<String>,
    /// The number of compared executions.
    pub runs: u64,
}

/// Converts every function, selects between regions included; there is no region with several blocks afterwards, and no
/// `scf.if`.
fn converted(module: &mut Body, coding: Coding, is_promoted: bool) -> Result<(), String> {
    for function in module.nested_bodies_mut() {
        let mut rw = Rewriter::new(function);
        if let Some((_, declined)) = convert_body(&mut rw, coding, true, Selection::All).declined.first() {
            return Err(declined.to_string());
        }
        if is_promoted {
            promote_all(&mut rw);
        }
        let mut left = Vec::new();
        rw.walk_preorder(rw.root(), |op| {
            if rw.has_trait(op, TraitSet::TERMINATOR) && rw.n_successors(op) > 0 {
                left.push(op);
            }
            if ["scf.if", "scf.index_switch"].contains(&rw.name(op).str(rw.cx())) {
                left.push(op);
            }
        });
        if let Some(&op) = left.first() {
            return Err(format!("'{}' is left", rw.name(op).str(rw.cx())));
        }
    }
    checked(module)
}

/// Executes all functions of `source` before and after, with random arrays and all lengths.
pub fn try_file(source: &str) -> Result<Tried, String> {
    let cx = context();
    let module = parsed(&cx, source)?;
    checked(&module)?;
    let compile = |module: &Body| Program::compile(module, Settings::default()).map_err(|errors| format!("{errors:?}"));
    let before = compile(&module)?;
    let mut after = Vec::new();
    for coding in [Coding::Clears, Coding::FirstUnconditional, Coding::Or] {
        for is_promoted in [false, true] {
            let mut copy = module.clone_body();
            converted(&mut copy, coding, is_promoted).map_err(|said| format!("{coding:?}: {said}"))?;
            after.push(compile(&copy)?);
            if is_promoted {
                copy.nested_bodies_mut().for_each(|function| lower_predicates(&mut Rewriter::new(function)));
                checked(&copy)?;
                after.push(compile(&copy)?);
            }
        }
    }
    let mut tried = Tried::default();
    let mut random = Random::new(7);
    for function in before.functions() {
        tried.kernels.push(function.name.clone());
        for n in 0..=N {
            let args = arguments(&mut random, n);
            let run = before.run(&function.name, &args, &Limits::default());
            run.as_ref().map_err(|trap| format!("{}: {trap}", function.name))?;
            for program in &after {
                tried.runs += 1;
                match refines(&function.signature(), &run, &program.run(&function.name, &args, &Limits::default())) {
                    Verdict::Refines => {}
                    Verdict::Differs(how) | Verdict::Unknown(how) => return Err(format!("{}: {how}", function.name)),
                }
            }
        }
    }
    Ok(tried)
}

/// A length, two arrays of small integers, and one more integer.
pub(crate) fn arguments(random: &mut Random, n: i64) -> Vec<Data> {
    let mut small = || Data::int(32, random.below(24) as i64 - 8);
    let mut array = || Data::MemRef { sizes: vec![N], elements: (0..N).map(|_| small()).collect() };
    let (a, b) = (array(), array());
    vec![Data::Bits(n as u64), a, b, small()]
}
