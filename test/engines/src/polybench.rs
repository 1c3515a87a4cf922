//! The PolyBench kernels in all engines.

use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir_jit::Call;
use rmlir_polybench::kernel::{DataSet, Kernel};
use rmlir_run::native::{Engine, Entries};

use crate::module::{reason, texts, with_module};

/// The checksum of a kernel in each of `engines`, as bits.
pub fn checksums(kernel: &Kernel, size: DataSet, engines: &[Engine]) -> Result<Vec<(Engine, u64)>, String> {
    with_module(&kernel.text_for(size), |body| {
        let entries = Entries::one(body, "run").map_err(|errors| texts(&errors))?;
        let mut found = Vec::new();
        if engines.contains(&Engine::Interpreter) {
            let program = Program::compile_entry(body, "run", Settings::default()).map_err(|errors| texts(&errors))?;
            let limits = Limits { steps: u64::MAX, ..Limits::default() };
            let outcome = program.run("run", &[], &limits).map_err(|trap| trap.to_string())?;
            found.push((Engine::Interpreter, bits(&outcome.results)?));
        }
        entries.prepare(body).map_err(reason)?;
        for &engine in engines.iter().filter(|&&engine| engine != Engine::Interpreter) {
            let code = engine.code_of_lowered(body).map_err(reason)?;
            let call = Call { function: "run", inputs: &entries.0[0].inputs, outputs: &entries.0[0].outputs };
            found.push((engine, bits(&call.run(&*code, &[])?.results)?));
        }
        Ok(found)
    })
}

fn bits(results: &[Data]) -> Result<u64, String> {
    match results {
        [Data::Bits(bits)] => Ok(*bits),
        _ => Err("the checksum is poison".to_owned()),
    }
}
