//! A few fast kernels through our chain, compared with C. Together they contain every construct: triangular loops,
//! `affine.if`, `iter_args`, reversed loops, integers, `f32` and functions of `math`.

use std::time::Duration;

use rmlir_compare::command;
use rmlir_polybench::chain::{self, Chain};
use rmlir_polybench::kernel::{self, DataSet};
use rmlir_polybench::report::{Row, Verdict};

const FAST: [&str; 6] = ["cholesky", "deriche", "durbin", "gemm", "jacobi-1d", "nussinov"];

/// Our tools of the same build and clang, or the one that is missing.
fn our_chain() -> Result<Chain, String> {
    let tool = |name: &str| command::find_program(name, true);
    Ok(Chain {
        opt: tool("rmlir-opt")?,
        translate: tool("rmlir-translate")?,
        clang: chain::clang()?,
        passes: chain::PASSES.to_owned(),
        timeout: Duration::from_secs(60),
    })
}

#[test]
fn fast_kernels_compute_what_c_computes() -> Result<(), String> {
    let chain = match our_chain() {
        Ok(chain) => chain,
        Err(reason) => {
            eprintln!("skipped: {reason}");
            return Ok(());
        }
    };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let kernels = kernel::read_all(&kernel::folder())?;
    for kernel in kernels.iter().filter(|kernel| FAST.contains(&kernel.name.as_str())) {
        let ours = chain.checksum(&kernel.text_for(DataSet::Mini), folder.path(), &kernel.name);
        let expected = kernel.expected(DataSet::Mini);
        let row = Row { kernel: kernel.name.clone(), expected, theirs: ours.clone(), ours };
        assert_eq!(row.verdict(), Verdict::Equal, "{row:?}");
    }
    Ok(())
}
