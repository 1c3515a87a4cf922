//! The schedules of files given as arguments, with the time that each took.
//!
//! ```sh
//! cargo run --release -p rmlir-pluto-passes --example schedules -- test/polybench/kernels/*.mlir
//! ```

use std::time::Instant;

use rmlir::core::DialectRegistry;
use rmlir::core::dialect::Dialect;
use rmlir::prelude::*;
use rmlir::text::parse::parse_verified;
use rmlir_pluto_passes::extract::Assumptions;
use rmlir_pluto_passes::print::show;

fn main() {
    for file in std::env::args().skip(1) {
        let mut registry = DialectRegistry::default();
        let dialects = [
            rmlir_builtin::Builtin::DEF,
            rmlir_func::Func::DEF,
            rmlir_arith::Arith::DEF,
            rmlir_math::Math::DEF,
            rmlir_memref::MemRef::DEF,
            rmlir_affine::Affine::DEF,
        ];
        dialects.into_iter().for_each(|dialect| registry.add(dialect));
        let cx = Context::new(registry);
        let source = std::fs::read_to_string(&file).expect("the file can be read");
        let module = parse_verified(&cx, &file, source).expect("the file is right");
        let begin = Instant::now();
        for body in module.proxies().into_iter().filter_map(|op| module.nested(op)) {
            let name = body.symbol_name(body.root()).map_or("function", |name| name.str(&cx));
            if std::env::var_os("ALL").is_some() || name == "kernel" {
                println!("{file} @{name}:\n{}", show(body, Assumptions { noalias_arguments: true }));
            }
        }
        println!("{:.1} ms", begin.elapsed().as_secs_f64() * 1e3);
    }
}
