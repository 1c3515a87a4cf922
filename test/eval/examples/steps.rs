//! Measures how many instructions the interpreter runs in a second.
//!
//! `cargo run --release -p rmlir-test-eval --example steps [FILE ENTRY]`: without a file it runs a loop of integer
//! operations and one of floats in memory; an entry takes no arguments. Nothing is asserted: times depend on the machine.

use std::process::ExitCode;
use std::time::Instant;

use rmlir::interp::Limits;
use rmlir_test_eval::outcome;

/// Ten operations per iteration, a branch at its end.
const INTEGERS: &str = "func.func @main() -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 3000000 : i64
  %a = arith.constant 6364136223846793005 : i64
  %c = arith.constant 1442695040888963407 : i64
  %s = arith.constant 33 : i64
  cf.br ^head(%zero, %one : i64, i64)
^head(%i: i64, %x: i64):
  %m = arith.muli %x, %a : i64
  %p = arith.addi %m, %c : i64
  %h = arith.shrui %p, %s : i64
  %y = arith.xori %p, %h : i64
  %b = arith.cmpi slt, %y, %zero : i64
  %k = arith.select %b, %p, %y : i64
  %next = arith.addi %i, %one : i64
  %d = arith.cmpi slt, %next, %n : i64
  cf.cond_br %d, ^head(%next, %k : i64, i64), ^end
^end:
  return %k : i64
}";

const FLOATS: &str = "func.func @main() -> f64 {
  %m = memref.alloc() : memref<64x64xf64>
  %one = arith.constant 1.5 : f64
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 64 { affine.for %j = 0 to 64 { affine.store %one, %m[%i, %j] : memref<64x64xf64> } }
  %sum = affine.for %i = 0 to 64 iter_args(%s0 = %zero) -> f64 {
    %s1 = affine.for %j = 0 to 64 iter_args(%s2 = %s0) -> f64 {
      %s3 = affine.for %k = 0 to 64 iter_args(%s4 = %s2) -> f64 {
        %x = affine.load %m[%i, %k] : memref<64x64xf64>
        %y = affine.load %m[%k, %j] : memref<64x64xf64>
        %z = arith.mulf %x, %y : f64
        %s5 = arith.addf %s4, %z : f64
        affine.yield %s5 : f64
      }
      affine.yield %s3 : f64
    }
    affine.yield %s1 : f64
  }
  memref.dealloc %m : memref<64x64xf64>
  return %sum : f64
}";

fn measure(name: &str, source: &str, entry: &str) -> Result<(), String> {
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    let start = Instant::now();
    let (program, outcome) = outcome(source, entry, &[], &limits)?;
    let seconds = start.elapsed().as_secs_f64();
    let kinds = &program.function(entry).ok_or("the entry is gone")?.outputs;
    let shown = outcome.results.iter().zip(kinds).map(|(result, kind)| result.show(kind)).collect::<Vec<_>>().join(" ");
    let rate = outcome.steps as f64 / seconds / 1e6;
    println!("{name}: {shown}, {} instructions in {seconds:.3} s, {rate:.1} million a second", outcome.steps);
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let measured = match &arguments[..] {
        [file, entry] => {
            let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"));
            text.and_then(|text| measure(file, &text, entry))
        }
        [] => measure("integers", INTEGERS, "main").and_then(|()| measure("floats", FLOATS, "main")),
        _ => Err("takes a file and an entry, or nothing".to_owned()),
    };
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
