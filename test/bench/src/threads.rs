//! Two threads compared with one, by wall time.

use crate::arguments::{Arguments, Task};
use crate::measure;
use crate::measure::Threads;

/// Prints a line for each shape and task.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let rmlir_opt = arguments.rmlir_opt()?;
    println!("{:<14} {:<20} {:>12} {:>12} {:>7}", "shape", "task", "one thread", "two threads", "ratio");
    for module in arguments.modules() {
        let module = module?;
        let shape = &module.name;
        for task in Task::all(&module) {
            let cost = |threads| measure(&rmlir_opt, task, &module, threads, arguments.times);
            let (one, two) = (cost(Threads::One)?.wall_seconds, cost(Threads::Two)?.wall_seconds);
            println!("{shape:<14} {:<20} {one:>10.2} s {two:>10.2} s {:>7.2}", task.name, two / one);
        }
    }
    Ok(())
}
