//! rmlir-opt beside mlir-opt, on one thread.

use crate::arguments::{Arguments, Task};
use crate::measure::Threads;
use crate::{measure, phases, steps};

/// Prints a line for each shape and task.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let rmlir_opt = arguments.rmlir_opt()?;
    println!("{:<14} {:<20} {:>16} {:>16} {:>7} {:>7}", "shape", "task", "mlir-opt", "rmlir-opt", "time", "memory");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    for module in arguments.modules() {
        let module = module?;
        let shape = &module.name;
        for task in Task::all(&module) {
            let cost = |program| measure(program, task, &module, Threads::One, arguments.times);
            let (theirs, ours) = (cost(&arguments.mlir_opt)?, cost(&rmlir_opt)?);
            let memory = ours.peak_kib as f64 / theirs.peak_kib as f64;
            let time = ours.cpu_seconds / theirs.cpu_seconds;
            println!("{shape:<14} {:<20} {theirs:>16} {ours:>16} {time:>7.2} {memory:>7.2}", task.name);
        }
        let least = |program| steps::least(program, &module.path, arguments.times);
        let (theirs, ours) = (least(&arguments.mlir_opt)?, least(&rmlir_opt)?);
        for (((step, _), theirs), ours) in steps::STEPS.iter().zip(theirs).zip(ours) {
            println!("{shape:<14}   {step:<18} {theirs:>14.3} s {ours:>14.3} s {:>7.2}", ours / theirs);
        }
        let phases = pool.install(|| phases::measure(&module.source))?;
        for (phase, time) in phases::PHASES.iter().zip(phases.times) {
            let speed = module.source.len() as f64 / 1e6 / time.as_secs_f64();
            println!("{shape:<14}   {phase:<18} {:>16} {:>14.3} s {speed:>6.0} MB/s", "", time.as_secs_f64());
        }
        println!("{shape:<14}   {:<18} {:>16} {:>14.0} B", "an operation", "", phases.bytes_per_op);
    }
    Ok(())
}
