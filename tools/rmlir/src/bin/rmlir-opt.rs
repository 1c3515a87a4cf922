//! `rmlir opt` under a name of its own, in packages that have all programs.

#[path = "../alias.rs"]
mod alias;

fn main() -> std::process::ExitCode {
    alias::main()
}
