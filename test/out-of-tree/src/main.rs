//! An opt tool with three dialects, an analysis and an interface of its own.
mod area;
mod eval;
mod fold_parity;
mod map;
mod pair;
mod pairs_to_values;
mod parity;
#[cfg(test)]
mod tests;
mod toy;

fn register(registry: &mut rmlir::Registry) {
    registry.register::<toy::Toy>();
    registry.register::<map::Buffers>();
    registry.register::<pair::Pairs>();
    registry.add_pass(area::toy_area::DEF).add_pass(fold_parity::fold_parity::DEF);
    registry.add_pass(pairs_to_values::pairs_to_values::DEF);
    area::attach(registry);
    eval::attach(registry);
}

fn main() -> std::process::ExitCode { rmlir::opt_main(register) }
