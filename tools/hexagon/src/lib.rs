//! Hexagon V66 code of functions of `func`, `cf`, `scf`, `arith`, `math` and `memref`: [`mod@select`] instruction
//! selection, [`assembly`] text for an assembler; [`run`] assembles, links and executes it. What makes packets of
//! instructions and gives them registers is `ir/hexagon`.

pub mod run;
mod select;
mod variable;

use std::fmt::Write;

use rmlir::prelude::*;
use rmlir_func::FuncOp;
use rmlir_hexagon::pipeline::Pipelined;
use rmlir_hexagon::{Budgets, Compiled, HardwareLoop, compile, print};
use rmlir_memref::GlobalOp;
use rmlir_vliw_passes::loops::affine;

pub use self::select::{Pointers, file_of, size_of};
use self::variable::variable;

/// What is generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether iterations of loops overlap.
    pub pipelines: bool,
    /// The most steps of the search for the schedules of a function.
    pub max_steps: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { pipelines: true, max_steps: rmlir_modulo::schedule::MAX_STEPS }
    }
}

/// The assembly of a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assembly {
    /// The text.
    pub text: String,
    /// By function with a body: its name and its pipelined loops.
    pub pipelined: Vec<(String, Vec<Pipelined>)>,
    /// The hardware loops of all functions.
    pub loops: Vec<HardwareLoop>,
}

/// The assembly of the functions of a module.
pub fn assembly(module: &Body, options: Options) -> Result<Assembly, Vec<Diagnostic>> {
    let mut assembly = Assembly { text: print::HEADER.to_owned(), ..Assembly::default() };
    let mut errors = Vec::new();
    for op in OpRef::root(module).region(0).blocks().flat_map(|block| block.ops()) {
        if op.is::<GlobalOp>() {
            match variable(op) {
                Ok(variable) => variable.iter().for_each(|it| assembly.text.push_str(&print::print_variable(it))),
                Err(error) => errors.push(*error),
            }
            continue;
        }
        if !op.is::<FuncOp>() {
            errors.push(*op.error("expected functions and variables: a Hexagon program has nothing else here"));
            continue;
        }
        let op = op.resolve();
        if op.region(0).is_empty() {
            continue;
        }
        let lowered = affine::lowered(op.body);
        let op = lowered.as_ref().map_or(op, |lowered| OpRef::root(lowered));
        match compiled(op, options) {
            Ok(Compiled { function, pipelined, loops, .. }) => {
                assembly.loops.extend(loops);
                assembly.text.push_str(&print::print(&function));
                assembly.pipelined.push((function.name, pipelined));
            }
            Err(error) => errors.push(*error),
        }
    }
    if errors.is_empty() { Ok(assembly) } else { Err(errors) }
}

/// The final code of a function: of the ways to address memory the first one for which there are enough registers.
fn compiled(op: OpRef, options: Options) -> Result<Compiled, Box<Diagnostic>> {
    let budgets = Budgets::new(options.max_steps, "max-steps");
    let each = select::select(op, Pointers::Each)?;
    let failed = |failure: rmlir_hexagon::Failure| op.error(format!("no Hexagon code: {failure}"));
    let first = compile(each, options.pipelines, &budgets).map_err(failed)?;
    if !first.has_spills {
        return Ok(first);
    }
    let shared = compile(select::select(op, Pointers::Shared)?, options.pipelines, &budgets).map_err(failed)?;
    Ok(if shared.has_spills { first } else { shared })
}

/// The report on pipelined loops.
pub fn report(assembly: &Assembly) -> String {
    let mut out = String::new();
    for (name, loops) in &assembly.pipelined {
        for Pipelined { ii, mii, stages, copies, packets, alone, .. } in loops {
            writeln!(
                out,
                "{name}: II {ii} (least {mii}), {stages} stages, {copies} kernel copies, {packets} packets; alone {alone}"
            )
            .expect("strings grow");
        }
    }
    out
}
