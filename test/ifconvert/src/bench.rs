//! Execution time of the stages and of the conversion.

use std::fmt::Write;
use std::time::Instant;

use rmlir::analysis::cfg::Node;
use rmlir::interp::random::Random;
use rmlir_ifconvert_passes::graph::linear::Coding;

use crate::trial::{context, convert, parsed};

/// Functions of `n` blocks: diamonds in sequence, and random edges to one of the next blocks.
fn shapes(n: usize) -> [(&'static str, Vec<Vec<Node>>); 2] {
    let last = n as Node - 1;
    let near = |block: Node, far: Node| (block + far).min(last);
    let diamonds = |block: Node| match block % 3 {
        0 => vec![near(block, 1), near(block, 2)],
        1 => vec![near(block, 2)],
        _ => vec![near(block, 1)],
    };
    let mut random = Random::new(1);
    let mut drawn = |block: Node| (0..2).map(|_| near(block, 1 + random.below(8) as Node)).collect::<Vec<Node>>();
    let all = |of: &mut dyn FnMut(Node) -> Vec<Node>| {
        (0..n as Node).map(|block| if block == last { Vec::new() } else { of(block) }).collect()
    };
    [("diamonds", all(&mut { diamonds })), ("random", all(&mut drawn))]
}

fn text(lists: &[Vec<Node>]) -> String {
    let mut out = String::from("func.func @f(%m: memref<i32>, %c: i1) {\n  %k = arith.constant 1 : i32\n");
    for (block, list) in lists.iter().enumerate() {
        if block > 0 {
            _ = writeln!(out, "^b{block}:");
        }
        _ = writeln!(out, "  memref.store %k, %m[] : memref<i32>");
        _ = match list[..] {
            [] => writeln!(out, "  return"),
            [to] => writeln!(out, "  cf.br ^b{to}"),
            [yes, no, ..] => writeln!(out, "  cf.cond_br %c, ^b{yes}, ^b{no}"),
        };
    }
    out.push_str("}\n");
    out
}

/// Prints the time of the conversion of regions of `n` blocks; returns the maximum in seconds.
pub fn measure(n: usize) -> Result<f64, String> {
    let mut worst: f64 = 0.0;
    for (name, lists) in shapes(n) {
        let source = text(&lists);
        let cx = context();
        let mut module = parsed(&cx, &source)?;
        let start = Instant::now();
        convert(&mut module, Coding::Clears)?;
        let seconds = start.elapsed().as_secs_f64();
        println!("{name}: {n} blocks in {seconds:.3} s");
        worst = worst.max(seconds);
    }
    Ok(worst)
}
