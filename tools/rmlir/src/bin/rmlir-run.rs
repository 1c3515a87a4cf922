//! `rmlir run` under a name of its own.

#[path = "../alias.rs"]
mod alias;

fn main() -> std::process::ExitCode {
    alias::main()
}
