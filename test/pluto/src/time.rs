//! How long each stage takes.

use std::time::{Duration, Instant};

use clap::Args;
use rmlir::prelude::*;
use rmlir_pluto_passes::extract::{Assumptions, extract};
use rmlir_pluto_passes::generate::generate;
use rmlir_pluto_passes::normal::normalize;
use rmlir_pluto_passes::plan::Plan;
use rmlir_polybench::kernel::DataSet;
use rmlir_polyhedral::pluto::Fuse;

use crate::{Which, kernels, same};

/// What is measured.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    which: Which,
    /// The size of tiles; 0 for none.
    #[arg(long, default_value_t = 32)]
    tile: i64,
    /// All sizes of the kernels are this, not those of the large data set.
    #[arg(long)]
    size: Option<u64>,
}

/// Prints one line for each kernel. Whether all could be treated.
pub fn run(options: &Options) -> bool {
    println!("{:16} {:>9} {:>9} {:>9} {:>9} ms", "kernel", "extract", "plan", "code", "all");
    let mut times = Vec::new();
    for kernel in kernels::wanted(&options.which) {
        let text = match options.size {
            Some(size) => kernel.text_of_size(size),
            None => kernel.text_for(DataSet::Large),
        };
        match measure(text, options.tile) {
            Ok(stages) => {
                let all: Duration = stages.iter().sum();
                let shown: Vec<String> = stages.iter().chain([&all]).map(|it| format!("{:9.1}", ms(it))).collect();
                println!("{:16} {}", kernel.name, shown.join(" "));
                times.push(all);
            }
            Err(why) => println!("{:16} {why}", kernel.name),
        }
    }
    times.sort();
    let sum: Duration = times.iter().sum();
    if let (Some(median), Some(last)) = (times.get(times.len() / 2), times.last()) {
        println!("{} kernels: median {:.1}, most {:.1}, sum {:.1} ms", times.len(), ms(median), ms(last), ms(&sum));
    }
    true
}

fn ms(time: &Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Extraction, dependences and schedule with its check, code.
fn measure(text: String, tile: i64) -> Result<[Duration; 3], String> {
    let cx = rmlir::text::context(rmlir_test_eval::dialects());
    let mut module = kernels::module(&cx, text)?;
    let proxy = kernels::proxy(&module, "kernel");
    let body = module.nested_mut(proxy).expect("@kernel has a body");
    let begin = Instant::now();
    normalize(&mut Rewriter::new(body));
    let extracted =
        extract(body, Assumptions { noalias_arguments: true }).map_err(|declined| declined.why.to_owned())?;
    let extraction = begin.elapsed();
    let plan = Plan::of(&extracted.scop, Fuse::Smart).map_err(|it| it.why())?;
    let planned = begin.elapsed();
    let order = plan.order(&extracted.scop, &same::options(tile, true, Fuse::Smart).tiles, true);
    let nodes = order.and_then(|order| plan.code(&extracted.scop, &order)).ok_or("no order")?;
    generate(&mut Rewriter::new(body), &extracted, &nodes, true);
    Ok([extraction, planned - extraction, begin.elapsed() - planned])
}
