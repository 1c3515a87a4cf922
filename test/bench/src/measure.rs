//! Runs a program and measures its resource usage.
//!
//! The figures are those of GNU time (`/usr/bin/time`), which queries the kernel for the usage of the child process;
//! safe Rust cannot do that without a crate for it.

use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

/// The number of threads of a program.
#[derive(Clone, Copy)]
pub enum Threads {
    One,
    Two,
}

impl Threads {
    /// The flags of both tools for it.
    const fn flags(self) -> &'static [&'static str] {
        match self {
            Self::One => &["--mlir-disable-threading"],
            Self::Two => &[],
        }
    }
}

/// The resource usage of one execution.
#[derive(Clone, Copy)]
pub struct Cost {
    /// Wall time in seconds.
    pub wall_seconds: f64,
    /// CPU time in seconds, in user mode and in the kernel.
    pub cpu_seconds: f64,
    /// The peak memory, in KiB.
    pub peak_kib: u64,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&format!("{:.2} s {} MB", self.cpu_seconds, self.peak_kib / 1024))
    }
}

impl Cost {
    /// The minimum of both in each figure.
    fn least(self, other: Self) -> Self {
        Self {
            wall_seconds: self.wall_seconds.min(other.wall_seconds),
            cpu_seconds: self.cpu_seconds.min(other.cpu_seconds),
            peak_kib: self.peak_kib.min(other.peak_kib),
        }
    }
}

/// The minimum of each figure over `times` executions.
pub fn least(program: &Path, flags: &[&str], file: &Path, threads: Threads, times: usize) -> Result<Cost, String> {
    let mut best = once(program, flags, file, threads)?;
    for _ in 1..times {
        best = best.least(once(program, flags, file, threads)?);
    }
    Ok(best)
}

fn once(program: &Path, flags: &[&str], file: &Path, threads: Threads) -> Result<Cost, String> {
    let mut command = Command::new("/usr/bin/time");
    command.args(["-f", "%e %U %S %M"]).arg(program).args(threads.flags()).arg("--allow-unregistered-dialect");
    command.args(flags).arg(file).env("RAYON_NUM_THREADS", "2");
    let output = command.stdout(Stdio::null()).output().map_err(|error| format!("/usr/bin/time: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("{}: {said}", program.display()));
    }
    read(&said).ok_or_else(|| format!("time says {said}"))
}

/// Parses the last line of the output of `time`: wall, user and system time in seconds; memory in KiB.
fn read(said: &str) -> Option<Cost> {
    let mut words = said.lines().last()?.split(' ');
    let mut seconds = || words.next()?.parse::<f64>().ok();
    let (wall_seconds, user, system) = (seconds()?, seconds()?, seconds()?);
    Some(Cost { wall_seconds, cpu_seconds: user + system, peak_kib: words.next()?.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts() {
        let cost = read("warning: x\n2.00 1.50 0.25 2048\n");
        assert_eq!(cost.map(|cost| (cost.wall_seconds, cost.cpu_seconds, cost.peak_kib)), Some((2.0, 1.75, 2048)));
        assert!(read("nothing").is_none());
    }
}
