//! Link options of the programs.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_target = |key: &str, value: &str| std::env::var(key).is_ok_and(|of| of == value);
    // The tables of operations and passes are full of addresses. In a program at a fixed address they need no relocations,
    // which are a tenth of a position-independent one.
    if is_target("CARGO_CFG_TARGET_OS", "linux") && is_target("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
