//! The model of a processor from which block sizes follow: vector registers, the fused multiply-add unit, caches.
//!
//! Sources: T. M. Low, F. D. Igual, T. M. Smith, E. S. Quintana-Ortí, Analytical modeling is enough for
//! high-performance BLIS, ACM TOMS 43(2), 2016. Latency and throughput of multiply-add are those of the cores that have
//! each vector extension; they cannot be read from the machine.

use std::fs::read_to_string;
use std::path::Path;

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue};

/// One level of cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cache {
    /// The size in bytes.
    pub size: u64,
    /// The number of ways of each set.
    pub ways: u64,
}

/// What is known of a core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// The size of a vector register in bytes.
    pub vector_bytes: u64,
    /// The number of vector registers.
    pub n_vector_registers: u64,
    /// The latency of a vector multiply-add in cycles.
    pub fma_latency: u64,
    /// The number of vector multiply-adds that start in a cycle.
    pub fmas_per_cycle: u64,
    /// Caches from the first level on.
    pub caches: [Cache; 3],
}

/// The processor that code is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetCpu {
    /// x86-64 with SSE.
    X86V2,
    /// x86-64 with AVX2.
    X86V3,
    /// x86-64 with AVX-512.
    X86V4,
    /// The one that the pass runs on.
    Native,
}

impl TargetCpu {
    const ALL: [Self; 4] = [Self::X86V2, Self::X86V3, Self::X86V4, Self::Native];

    /// The value of the option.
    pub fn name(self) -> &'static str {
        CASES[Self::ALL.iter().position(|&cpu| cpu == self).expect("all processors are listed")].name
    }
}

/// The values of the option, in the order of [`TargetCpu::ALL`].
static CASES: [EnumCase; 4] = [
    EnumCase { name: "x86-64-v2", doc: "16 vector registers of 128 bits" },
    EnumCase { name: "x86-64-v3", doc: "16 vector registers of 256 bits" },
    EnumCase { name: "x86-64-v4", doc: "32 vector registers of 512 bits" },
    EnumCase { name: "native", doc: "The processor that the pass runs on, as the operating system describes it" },
];

impl OptionType for TargetCpu {
    const KIND: OptionKind = OptionKind::Enum(&CASES);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&Self::ALL)
    }
}

const KIB: u64 = 1024;

/// The size of a cache line in bytes.
pub const LINE_BYTES: u64 = 64;

/// The caches of cores that are not described: those of the smallest server cores of the last ten years.
const COMMON_CACHES: [Cache; 3] =
    [Cache { size: 32 * KIB, ways: 8 }, Cache { size: 512 * KIB, ways: 8 }, Cache { size: 8 * KIB * KIB, ways: 16 }];

impl Machine {
    /// The model of a processor.
    pub fn of(cpu: TargetCpu) -> Self {
        let with = |vector_bytes, n_vector_registers| Self {
            vector_bytes,
            n_vector_registers,
            fma_latency: 4,
            fmas_per_cycle: 2,
            caches: COMMON_CACHES,
        };
        match cpu {
            TargetCpu::X86V2 => with(16, 16),
            TargetCpu::X86V3 => with(32, 16),
            TargetCpu::X86V4 => with(64, 32),
            TargetCpu::Native => with_caches_of_this_machine(Self::of(vector_extension())),
        }
    }

    /// The number of elements of a vector.
    pub fn n_lanes(&self, element_bytes: u64) -> u64 {
        (self.vector_bytes / element_bytes).max(1)
    }
}

/// How many operands of a product vary along the rows of a tile only, along its columns only, and how many results
/// along both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operands {
    /// Operands that do not vary along columns.
    pub n_rows: u64,
    /// Operands that do not vary along rows.
    pub n_columns: u64,
    /// Accumulators.
    pub n_results: u64,
    /// The size of an element in bytes.
    pub element_bytes: u64,
}

/// The sizes of tiles of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocks {
    /// Rows of the register tile.
    pub mr: u64,
    /// Columns of the register tile: a multiple of the number of lanes.
    pub nr: u64,
    /// Rows of the tile whose operands stay in the second-level cache.
    pub mc: u64,
    /// Steps of the reduction for which the operands of a register tile stay in the first-level cache.
    pub kc: u64,
    /// Columns of the tile whose operands stay in the third-level cache.
    pub nc: u64,
}

impl Operands {
    /// The tile sizes for a machine.
    pub fn blocks(&self, machine: &Machine) -> Blocks {
        let (mr, n_vectors) = self.register_tile(machine);
        let nr = n_vectors * machine.n_lanes(self.element_bytes);
        let (row_bytes, column_bytes) =
            (self.n_rows * mr * self.element_bytes, self.n_columns * nr * self.element_bytes);
        let [first, second, third] = machine.caches;
        let kc = steps_in_first_level(first, row_bytes, column_bytes);
        let panels = |cache: Cache, others: u64, bytes_per_unit: u64| {
            let way = cache.size / cache.ways;
            // One way is left for results.
            let ways = cache.ways.saturating_sub(1 + others.div_ceil(way)).max(1);
            (ways * way / bytes_per_unit).max(1)
        };
        let mc = panels(second, column_bytes * kc, row_bytes * kc) * mr;
        let nc = panels(third, row_bytes / mr * mc * kc, column_bytes * kc) * nr;
        Blocks { mr, nr, mc, kc, nc }
    }

    /// Rows of the register tile and its columns in vectors: of the tiles with enough accumulators to hide the latency
    /// of multiply-adds, the one with the least loads for each of them. (With fewer registers: the largest one.)
    fn register_tile(&self, machine: &Machine) -> (u64, u64) {
        let needed = machine.fma_latency * machine.fmas_per_cycle;
        let mut best = (1, 1);
        let mut best_rank = (0, 0);
        for n_vectors in 1..=machine.n_vector_registers {
            for rows in 1..=machine.n_vector_registers {
                let n_accumulators = self.n_results * rows * n_vectors;
                // The operands of all columns, and the broadcast operands of one row.
                let n_registers = n_accumulators + self.n_columns * n_vectors + self.n_rows;
                if n_registers > machine.n_vector_registers {
                    continue;
                }
                let n_loads = self.n_rows * rows + self.n_columns * n_vectors;
                // Multiply-adds per load, in thousandths.
                let rank = (n_accumulators.min(needed), 1000 * rows * n_vectors / n_loads);
                if rank > best_rank {
                    (best, best_rank) = ((rows, n_vectors), rank);
                }
            }
        }
        best
    }
}

/// The largest number of steps for which the operands of rows and of columns of a register tile, in different ways, fit
/// the cache beside one way for results.
fn steps_in_first_level(cache: Cache, row_bytes: u64, column_bytes: u64) -> u64 {
    let way = cache.size / cache.ways;
    let steps = |ways: u64| (ways * way / row_bytes).min((cache.ways - 1 - ways) * way / column_bytes);
    (1..cache.ways.saturating_sub(1)).map(steps).max().unwrap_or(0).max(1)
}

/// Divides `extent` iterations to blocks of nearly equal sizes that are multiples of `unit`, of at most `block`, but for
/// rounding to the unit.
pub fn balanced(extent: u64, block: u64, unit: u64) -> u64 {
    let n_blocks = extent.div_ceil(block).max(1);
    extent.div_ceil(n_blocks).next_multiple_of(unit).max(unit)
}

/// The widest vector extension of this machine.
#[cfg(target_arch = "x86_64")]
fn vector_extension() -> TargetCpu {
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
        TargetCpu::X86V4
    } else if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        TargetCpu::X86V3
    } else {
        TargetCpu::X86V2
    }
}

/// Other processors are taken for those with the least registers.
#[cfg(not(target_arch = "x86_64"))]
fn vector_extension() -> TargetCpu {
    TargetCpu::X86V2
}

/// The model with the caches of this machine, as Linux describes them. What cannot be read stays as it is.
fn with_caches_of_this_machine(mut machine: Machine) -> Machine {
    let Ok(entries) = std::fs::read_dir("/sys/devices/system/cpu/cpu0/cache") else { return machine };
    for entry in entries.flatten() {
        if let Some((level, cache)) = cache_in(&entry.path())
            && let Some(known) = level.checked_sub(1).and_then(|index| machine.caches.get_mut(index))
        {
            *known = cache;
        }
    }
    machine
}

/// The level and the description of a cache for data.
fn cache_in(folder: &Path) -> Option<(usize, Cache)> {
    let read = |name: &str| read_to_string(folder.join(name)).ok().map(|text| text.trim().to_owned());
    if read("type")? == "Instruction" {
        return None;
    }
    let size = read("size")?;
    let size = match size.strip_suffix('K') {
        Some(kib) => kib.parse::<u64>().ok()?.checked_mul(KIB)?,
        None => size.parse().ok()?,
    };
    let ways: u64 = read("ways_of_associativity")?.parse().ok()?;
    let level = read("level")?.parse().ok()?;
    (ways > 0 && size >= ways).then_some((level, Cache { size, ways }))
}
