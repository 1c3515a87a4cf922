//! `rmlir-check`: every comparison of transformed programs with the programs themselves, in one command.
//!
//! Each subcommand is the `Command` of the crate that implements the comparison. The exit code is 1 if a check fails,
//! and 2 if nothing could be compared.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Compares transformed programs with the original ones
#[derive(Parser)]
#[command(name = "rmlir-check", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The engines of rmlir-run
    #[command(subcommand)]
    Engines(rmlir_engines::Command),
    /// If-converted code with the original control flow
    #[command(subcommand)]
    Ifconvert(rmlir_ifconvert_compare::Command),
    /// The verdicts of our FileCheck with those of LLVM's
    #[command(subcommand)]
    Filecheck(rmlir_lit_compare::Command),
    /// Our language server beside upstream's
    #[command(subcommand)]
    Lsp(rmlir_lsp_compare::Command),
    /// Modulo schedules with their lower bounds
    #[command(subcommand)]
    Modulo(rmlir_modulo_compare::Command),
    /// Affine loop nests after PLuTo's transformation with the nests before
    #[command(subcommand)]
    Pluto(rmlir_pluto_compare::Command),
    /// The PolyBench kernels compiled by rmlir's tools and by MLIR's
    Polybench(rmlir_polybench::Command),
    /// C programs compiled by rmlir cc with the same compiled by clang
    #[command(subcommand)]
    Raise(rmlir_raise_compare::Command),
    /// The uniformity analysis with LLVM's, and with executed programs
    #[command(subcommand)]
    Uniformity(rmlir_uniformity_compare::Command),
    /// Software-pipelined loops on simulated machines with the loops themselves
    #[command(subcommand)]
    Vliw(rmlir_vliw_compare::Command),
    /// Vectorized functions and loops with the scalar ones, lane by lane
    #[command(subcommand)]
    Wfv(rmlir_wfv_compare::Command),
}

fn main() -> ExitCode {
    let is_right = match Arguments::parse().command {
        Command::Engines(command) => command.run(),
        Command::Ifconvert(command) => command.run(),
        Command::Filecheck(command) => command.run(),
        Command::Lsp(command) => command.run(),
        Command::Modulo(command) => command.run(),
        Command::Pluto(command) => command.run(),
        Command::Polybench(command) => command.run(),
        Command::Raise(command) => command.run(),
        Command::Uniformity(command) => command.run(),
        Command::Vliw(command) => command.run(),
        Command::Wfv(command) => command.run(),
    };
    match is_right {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
