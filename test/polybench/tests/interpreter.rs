//! The interpreter computes the same as C, on every kernel.

use rayon::prelude::*;
use rmlir_polybench::kernel::{self, DataSet, Kernel};
use rmlir_polybench::report::{Row, Verdict};
use rmlir_test_eval::{Limits, outcome};

fn checksum(kernel: &Kernel) -> Result<f64, String> {
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    let (program, outcome) = outcome(&kernel.text_for(DataSet::Mini), "run", &[], &limits)?;
    let kind = &program.function("run").ok_or("there is no @run")?.outputs[0];
    let checksum = outcome.results[0].as_float(kind).ok_or("the checksum is poison")?;
    match outcome.leaks.first() {
        Some(leak) => Err(leak.to_string()),
        None => Ok(checksum.to_f64()),
    }
}

#[test]
fn all_kernels_compute_what_c_computes() -> Result<(), String> {
    let kernels = kernel::read_all(&kernel::folder())?;
    kernels.par_iter().for_each(|kernel| {
        let ours = checksum(kernel);
        let expected = kernel.expected(DataSet::Mini);
        let row = Row { kernel: kernel.name.clone(), expected, theirs: ours.clone(), ours };
        assert_eq!(row.verdict(), Verdict::Equal, "{row:?}");
    });
    Ok(())
}
