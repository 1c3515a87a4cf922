//! The targets of code generation, as data.
//!
//! The lanes of a target are those of one vector register; variants may have more, which are several vectors side by
//! side.

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue};

/// The implementation of accesses to non-contiguous elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gathers {
    /// By a masked instruction.
    Masked,
    /// Scalarized: inactive lanes access a harmless address, since branches are more expensive.
    Single,
}

/// A target machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The name of the target.
    pub name: &'static str,
    /// The width of a vector register in bits.
    pub n_bits: u32,
    /// The number of vector registers.
    pub n_registers: u32,
    /// The implementation of accesses to non-contiguous elements.
    pub gathers: Gathers,
    /// Whether there are masked contiguous loads and stores.
    pub has_masked_rows: bool,
    /// The width of a lane in a loop-carried mask, in bits: 1 where there are mask registers.
    pub mask_bits: u32,
    /// The maximum stride at which contiguous rows are loaded and shuffled; 1 for never.
    pub shuffled: i64,
}

const fn target(name: &'static str, n_bits: u32, n_registers: u32, gathers: Gathers, has_masked_rows: bool) -> Target {
    let mask_bits = if matches!(gathers, Gathers::Masked) { 1 } else { 32 };
    Target { name, n_bits, n_registers, gathers, has_masked_rows, mask_bits, shuffled: 4 }
}

/// All targets; the first one assumes least about the machine.
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
    /// The number of elements with `n_bits` bits in a register.
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

    /// Options select targets by index.
    #[test]
    fn cases_are_in_the_order_of_targets() {
        assert!(TARGETS.iter().zip(&CASES).all(|(target, case)| target.name == case.name));
    }
}
