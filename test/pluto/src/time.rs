//! Execution time of each stage, compared with PLuTo's.

use std::time::{Duration, Instant};

use clap::Args;
use rmlir::prelude::*;
use rmlir_pluto_passes::affine_pluto::transform;
use rmlir_pluto_passes::cheapest::Model;
use rmlir_pluto_passes::choice::Tiles;
use rmlir_pluto_passes::extract::extract;
use rmlir_pluto_passes::options;
use rmlir_pluto_passes::planned::{Planned, normal};
use rmlir_polybench::kernel::DataSet;
use rmlir_polyhedral::search::pluto::Fuse;

use crate::which::Which;
use crate::{kernels, same};

/// The times of PLuTo 0.13 in ms by its own clock (`--nodiamond-tile`, tiles of 32, PolyBench 4.2.1 through Clan),
/// without Clan and without reading files: dependences, transformation, code. From a loaded machine with two cores:
/// ratios of ten are significant, ratios of two are not.
const PLUTO: [(&str, [f64; 3]); 30] = [
    ("2mm", [14.0, 65.2, 523.0]),
    ("3mm", [16.0, 144.0, 362.0]),
    ("adi", [13.0, 10952.9, 272.0]),
    ("atax", [16.0, 11.8, 40.0]),
    ("bicg", [15.0, 37.0, 84.0]),
    ("cholesky", [19.0, 172.1, 567.0]),
    ("correlation", [32.0, 1114.7, 487.0]),
    ("covariance", [3.0, 113.0, 250.0]),
    ("deriche", [52.0, 35079.1, 757.0]),
    ("doitgen", [27.0, 207.1, 138.0]),
    ("durbin", [13.0, 312.4, 42.0]),
    ("fdtd-2d", [17.0, 209.6, 4903.0]),
    ("floyd-warshall", [27.0, 43.5, 43.0]),
    ("gemm", [28.0, 24.0, 103.0]),
    ("gemver", [20.0, 49.0, 162.0]),
    ("gesummv", [8.0, 11.8, 30.0]),
    ("gramschmidt", [33.0, 532.8, 199.0]),
    ("heat-3d", [17.0, 770.7, 13519.0]),
    ("jacobi-1d", [3.0, 18.3, 220.0]),
    ("jacobi-2d", [3.0, 83.7, 1473.0]),
    ("lu", [21.0, 201.8, 541.0]),
    ("ludcmp", [27.0, 11700.2, 181.0]),
    ("mvt", [7.0, 2.2, 10.0]),
    ("nussinov", [24.0, 258.4, 284.0]),
    ("seidel-2d", [8.0, 29.4, 78.0]),
    ("symm", [8.0, 90.8, 25.0]),
    ("syr2k", [13.0, 20.9, 36.0]),
    ("syrk", [3.0, 7.0, 49.0]),
    ("trisolv", [3.0, 7.6, 55.0]),
    ("trmm", [11.0, 18.5, 100.0]),
];

/// The options of the measurement.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    which: Which,
    /// The tile size; 0 for no tiling. By default, the tiling with the lowest cost by the model for two threads, with
    /// private memory for loop iterations where that helps, as in the pass.
    #[arg(long)]
    tile: Option<i64>,
    /// The number of threads for which orders are chosen, if no tile size is given.
    #[arg(long, default_value_t = 2)]
    threads: u32,
    /// Diamond tiling where it applies.
    #[arg(long)]
    diamond: bool,
    /// The size of all dimensions of the kernels, instead of those of the large data set.
    #[arg(long)]
    size: Option<u64>,
}

/// Prints one line for each kernel. Returns whether all could be transformed.
pub fn run(options: &Options) -> bool {
    println!(
        "{:16} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} ms",
        "kernel", "extract", "plan", "code", "all", "pluto", "auto", "code", "all"
    );
    let mut times = Vec::new();
    let mut theirs = 0.0;
    for kernel in kernels::wanted(&options.which) {
        let text = match options.size {
            Some(size) => kernel.text_of_size(size),
            None => kernel.text_for(DataSet::Large),
        };
        match measure(text, options) {
            Ok(stages) => {
                let all: Duration = stages.iter().sum();
                let shown: Vec<String> = stages.iter().chain([&all]).map(|it| format!("{:9.1}", ms(it))).collect();
                let pluto = PLUTO.iter().find(|(name, _)| *name == kernel.name).map(|(_, stages)| stages);
                let pluto = pluto.expect("the table has all kernels");
                let sum: f64 = pluto.iter().sum();
                let beside: Vec<String> = pluto.iter().chain([&sum]).map(|it| format!("{it:9.1}")).collect();
                println!("{:16} {} {}", kernel.name, shown.join(" "), beside.join(" "));
                times.push(all);
                theirs += sum;
            }
            Err(why) => println!("{:16} {why}", kernel.name),
        }
    }
    times.sort();
    let sum: Duration = times.iter().sum();
    if let (Some(median), Some(last)) = (times.get(times.len() / 2), times.last()) {
        println!("{} kernels: median {:.1}, most {:.1}, sum {:.1} ms", times.len(), ms(median), ms(last), ms(&sum));
        println!("PLuTo takes {theirs:.1} ms: here {:.4} of that", ms(&sum) / theirs);
    }
    true
}

fn ms(time: &Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Extraction; dependences and schedule with its check, including those of other programs that are tried; code.
fn measure(text: String, wanted: &Options) -> Result<[Duration; 3], String> {
    let cx = rmlir::text::context(rmlir_test_eval::dialects());
    let mut module = kernels::module(&cx, text)?;
    let proxy = kernels::proxy(&module, "kernel");
    let body = module.nested_mut(proxy).expect("@kernel has a body");
    let n_threads = wanted.threads;
    let options = match wanted.tile {
        Some(tile) => same::options(tile, true, Fuse::Smart),
        None => options::Options {
            tiles: Tiles::Chosen(Model { tile: true, n_threads }),
            ..same::options(0, n_threads > 1, Fuse::Smart)
        },
    };
    let options = if wanted.diamond { same::in_diamonds(options) } else { options };
    let begin = Instant::now();
    let copy = normal(body);
    extract(&copy, options.assumptions).map_err(|declined| declined.why.into_owned())?;
    let extraction = begin.elapsed();
    Planned::of(body, &options).map_err(|declined| declined.why.into_owned())?;
    // The plan is computed once more below.
    let planned = begin.elapsed() - extraction;
    let begin = Instant::now();
    transform(&mut Rewriter::new(body), &options).map_err(|declined| declined.why.into_owned())?;
    let all = begin.elapsed();
    Ok([extraction, planned.saturating_sub(extraction), all.saturating_sub(planned)])
}
