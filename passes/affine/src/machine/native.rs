//! The processor that the pass runs on, as Linux describes it in `/proc/cpuinfo` and in `cache` below
//! `/sys/devices/system/cpu/cpu0`. What cannot be read keeps its default.

use std::fs::read_to_string;
use std::path::Path;

use super::{Cache, KIB, Machine, TargetCpu};

/// The widest vector extension.
pub(super) fn vector_extension() -> TargetCpu {
    let text = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let flags = text.lines().find(|line| line.starts_with("flags")).unwrap_or("");
    let has = |name: &str| flags.split_whitespace().any(|flag| flag == name);
    if has("avx512f") && has("avx512vl") {
        TargetCpu::X86V4
    } else if has("avx2") && has("fma") {
        TargetCpu::X86V3
    } else {
        TargetCpu::X86V2
    }
}

/// The model with the caches of this machine.
pub(super) fn describe(mut machine: Machine) -> Machine {
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
