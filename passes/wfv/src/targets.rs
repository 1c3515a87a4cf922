//! What code is made for, as data.
//!
//! Lanes are of one vector register; variants may have more, which are several vectors side by side.

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue};

/// How elements that are apart are accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gathers {
    /// By an instruction, for some of the lanes.
    Masked,
    /// One after the other: those of lanes that are off go somewhere harmless, since branches cost more.
    Single,
}

/// A machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Bits of a vector register.
    pub n_bits: u32,
    /// Vector registers.
    pub n_registers: u32,
    /// Accesses to elements that are apart.
    pub gathers: Gathers,
    /// Whether some lanes of a row can be loaded and stored.
    pub has_masked_rows: bool,
    /// Bits of a lane of a mask that is carried around a loop: 1 where there are registers for masks.
    pub mask_bits: u32,
    /// The greatest distance of elements at which whole rows are loaded and shuffled; 1 for never.
    pub shuffled: i64,
}

const fn target(name: &'static str, n_bits: u32, n_registers: u32, gathers: Gathers, has_masked_rows: bool) -> Target {
    let mask_bits = if matches!(gathers, Gathers::Masked) { 1 } else { 32 };
    Target { name, n_bits, n_registers, gathers, has_masked_rows, mask_bits, shuffled: 4 }
}

/// All targets; the first one says least about the machine.
pub const TARGETS: [Target; 6] = [
    Target { shuffled: 1, ..target("generic", 128, 16, Gathers::Masked, true) },
    target("sse4", 128, 16, Gathers::Single, false),
    target("avx2", 256, 16, Gathers::Single, true),
    target("avx512", 512, 32, Gathers::Masked, true),
    target("neon", 128, 32, Gathers::Single, false),
    target("sve", 256, 32, Gathers::Masked, true),
];

const CASES: [EnumCase; 6] = [
    EnumCase { name: "generic", doc: "Nothing is known of the machine" },
    EnumCase { name: "sse4", doc: "128 bits, no masks" },
    EnumCase { name: "avx2", doc: "256 bits, masked rows" },
    EnumCase { name: "avx512", doc: "512 bits, masks, gathers" },
    EnumCase { name: "neon", doc: "128 bits, no masks" },
    EnumCase { name: "sve", doc: "256 bits, masks, gathers" },
];

impl Default for Target {
    fn default() -> Self {
        TARGETS[0]
    }
}

impl OptionType for Target {
    const KIND: OptionKind = OptionKind::Enum(&CASES);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&TARGETS)
    }
}

impl Target {
    /// How many elements of so many bits a register holds.
    pub fn lanes(&self, n_bits: u32) -> i64 {
        i64::from(self.n_bits / n_bits.max(1)).max(1)
    }

    /// The target called `name`.
    pub fn named(name: &str) -> Option<Self> {
        TARGETS.into_iter().find(|target| target.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::{CASES, TARGETS};

    /// Options choose by place.
    #[test]
    fn cases_are_in_the_order_of_targets() {
        assert!(TARGETS.iter().zip(&CASES).all(|(target, case)| target.name == case.name));
    }
}
