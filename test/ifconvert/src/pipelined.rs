//! Converted loops through the modulo scheduler: they are accepted, and simulated machines compute the same.

use rmlir::core::{Body, Rewriter};
use rmlir::interp::compare::{Verdict, refines};
use rmlir::interp::random::Random;
use rmlir::interp::{Limits, Program, Settings};
use rmlir_engines::module::{texts, with_module};
use rmlir_ifconvert_passes::graph::linear::Coding;
use rmlir_ifconvert_passes::if_convert::{Selection, convert_body};
use rmlir_ifconvert_passes::pvec_promote::promote_all;
use rmlir_modulo::Mode;
use rmlir_vliw_passes::pipeline::pipeline_module;

use crate::kernels::{LOOPS, arguments};

/// Further counted loops.
pub const COUNTED: &str = include_str!("../kernels/counted.mlir");

/// The results of the trials.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Functions whose loops were all converted to machine code.
    pub pipelined: Vec<String>,
    /// Those without an innermost loop with overlapping iterations: overlap would not start any of them earlier.
    pub one_by_one: Vec<String>,
    /// Functions with a loop that was declined, and the reason.
    pub declined: Vec<(String, String)>,
    /// The number of compared executions.
    pub runs: u64,
}

/// Pipelines the loops of all functions for `machine`, promoted or not, and executes them.
pub fn try_all(machine: &str, is_promoted: bool) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for source in [LOOPS, COUNTED] {
        try_file(source, machine, is_promoted, &mut counts)?;
    }
    Ok(counts)
}

fn try_file(source: &str, machine: &str, is_promoted: bool, counts: &mut Counts) -> Result<(), String> {
    with_module(source, |module| {
        let compile = |module: &Body| Program::compile(module, Settings::default()).map_err(|errors| texts(&errors));
        let before = compile(module)?;
        for function in module.nested_bodies_mut() {
            let mut rw = Rewriter::new(function);
            convert_body(&mut rw, Coding::FirstUnconditional, true, Selection::All);
            if is_promoted {
                promote_all(&mut rw);
            }
        }
        let n_loops = |module: &Body, name: &str| {
            let mut n = 0;
            for function in module.proxies() {
                let body = module.nested(function).expect("a proxy has a body");
                if body.symbol_name(body.root()).is_some_and(|symbol| symbol.str(body.cx()) == name) {
                    body.walk_preorder(body.root(), |op| {
                        n += usize::from(["scf.for", "scf.while"].contains(&body.name(op).str(body.cx())));
                    });
                }
            }
            n
        };
        let n_codes = |module: &Body, name: &str, kind: &str| {
            let of = |function| module.nested(function).and_then(|body| body.symbol_name(body.root()));
            let names = module.proxies().into_iter().filter_map(of);
            names.filter(|symbol| symbol.str(module.cx()).starts_with(&format!("{name}_{kind}"))).count()
        };
        pipeline_module(module, machine, Mode::Swing.into())?;
        let after = compile(module)?;
        let mut random = Random::new(5);
        for function in before.functions() {
            let name = function.name.clone();
            match [n_codes(module, &name, "pipelined"), n_codes(module, &name, "single")] {
                [0, 0] => {
                    let left = n_loops(module, &name);
                    counts.declined.push((name.clone(), format!("{left} loops are left")));
                }
                [overlapping, _] => {
                    counts.pipelined.push(name.clone());
                    if overlapping == 0 {
                        counts.one_by_one.push(name.clone());
                    }
                }
            }
            for n in 0..=16 {
                let args = arguments(&mut random, n);
                let run = before.run(&name, &args, &Limits::default());
                counts.runs += 1;
                match refines(&function.signature(), &run, &after.run(&name, &args, &Limits::default())) {
                    Verdict::Refines => {}
                    Verdict::Differs(how) | Verdict::Unknown(how) => return Err(format!("{name}: {how}")),
                }
            }
        }
        Ok(())
    })
}
