//! Runs a program and asks the system what it took.
//!
//! The figures are those of GNU time (`/usr/bin/time`), which asks the kernel about the ended child; there is no way to do
//! that in safe Rust without a crate for it.

use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

/// What one run took.
#[derive(Clone, Copy)]
pub struct Cost {
    /// Seconds of all processors, in the program and in the kernel for it.
    pub cpu_seconds: f64,
    /// The most memory it held, in KiB.
    pub peak_kib: u64,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&format!("{:.2} s {} MB", self.cpu_seconds, self.peak_kib / 1024))
    }
}

/// The least time of `times` runs, and the memory of that run.
pub fn least(program: &Path, flags: &[&str], file: &Path, times: usize) -> Result<Cost, String> {
    let mut best: Option<Cost> = None;
    for _ in 0..times.max(1) {
        let cost = once(program, flags, file)?;
        if best.is_none_or(|best| cost.cpu_seconds < best.cpu_seconds) {
            best = Some(cost);
        }
    }
    Ok(best.expect("there was at least one run"))
}

fn once(program: &Path, flags: &[&str], file: &Path) -> Result<Cost, String> {
    let mut command = Command::new("/usr/bin/time");
    command.args(["-f", "%U %S %M"]).arg(program).args(["--mlir-disable-threading", "--allow-unregistered-dialect"]);
    command.args(flags).arg(file);
    let output = command.stdout(Stdio::null()).output().map_err(|error| format!("/usr/bin/time: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("{}: {said}", program.display()));
    }
    read(&said).ok_or_else(|| format!("time says {said}"))
}

/// Reads the last line of what `time` says: seconds, seconds, KiB.
fn read(said: &str) -> Option<Cost> {
    let mut words = said.lines().last()?.split(' ');
    let (user, system) = (words.next()?.parse::<f64>().ok()?, words.next()?.parse::<f64>().ok()?);
    Some(Cost { cpu_seconds: user + system, peak_kib: words.next()?.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts() {
        let cost = read("warning: x\n1.50 0.25 2048\n");
        assert_eq!(cost.map(|cost| (cost.cpu_seconds, cost.peak_kib)), Some((1.75, 2048)));
        assert!(read("nothing").is_none());
    }
}
