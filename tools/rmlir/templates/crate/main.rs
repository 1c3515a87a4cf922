//! The opt tool with the dialect `my_dialect`.

fn main() -> std::process::ExitCode {
    rmlir::opt_main(my_dialect::register)
}
