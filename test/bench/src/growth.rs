//! Modules of increasing size: time and memory for each megabyte of text are constant where the cost is linear.

use crate::arguments::{Arguments, Module, Task};
use crate::measure;
use crate::measure::Threads;

/// Prints a line for each shape, task and size.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let rmlir_opt = arguments.rmlir_opt()?;
    println!("{:<14} {:<20} {:>8} {:>16} {:>10} {:>10}", "shape", "task", "MB", "rmlir-opt", "ms/MB", "MB/MB");
    for (shape, generate) in arguments.shapes() {
        for megabytes in sizes(arguments.megabytes) {
            let module = Module::new(shape, *generate, megabytes)?;
            for task in Task::all(&module) {
                let cost = measure(&rmlir_opt, task, &module, Threads::One, arguments.times)?;
                let (time, memory) = (cost.cpu_seconds * 1e3 / megabytes, cost.peak_kib as f64 / 1024.0 / megabytes);
                println!("{shape:<14} {:<20} {megabytes:>8.0} {cost:>16} {time:>10.1} {memory:>10.1}", task.name);
            }
        }
    }
    Ok(())
}

/// Sizes from 1 MB on, each four times the one before; the last is `most`.
fn sizes(most: f64) -> impl Iterator<Item = f64> {
    let smaller = std::iter::successors(Some(1.0), |size| Some(size * 4.0)).take_while(move |&size| size < most);
    smaller.chain([most])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_size_is_the_one_that_is_asked_for() {
        assert_eq!(sizes(20.0).collect::<Vec<_>>(), [1.0, 4.0, 16.0, 20.0]);
        assert_eq!(sizes(1.0).collect::<Vec<_>>(), [1.0]);
    }
}
