//! The opt tool with the odd dialect and with passes that contain bugs.

pub mod mutants;
mod planted;

use rmlir::pass::PassDef;
use rmlir_odd::Odd;
use rmlir_opt::Registry;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] =
    &[mutants::TestMutant::DEF, planted::TestPlantedMistake::DEF, planted::TestPlantedRewrite::DEF];

/// Every dialect and pass of rmlir, and those of the framework's own tests.
pub fn registry() -> Registry {
    let mut registry = Registry::everything();
    extend(&mut registry);
    registry
}

/// Adds the dialect and the passes of the framework's own tests.
pub fn extend(registry: &mut Registry) {
    registry.register::<Odd>();
    for pass in PASSES {
        registry.add_pass(pass);
    }
}
