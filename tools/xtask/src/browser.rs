//! Headless Chromium.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The names under which Chromium is installed.
const BROWSERS: [&str; 2] = ["chromium", "chromium-browser"];

/// The time of pages that wait for nothing but their own scripts, in milliseconds of the page's clock.
pub const TIME: u64 = 5_000;

/// The page at an address after its scripts were executed, and what they wrote to the console. They have `time` milliseconds of
/// a clock that goes on whenever nothing but timers is left to wait for: what other threads do takes no time of it.
///
/// # Errors
/// Chromium is not installed, or fails.
pub fn browse(root: &Path, address: &str, time: u64) -> Result<(String, Vec<String>), String> {
    let profile = format!("--user-data-dir={}", root.join("target/chromium").display());
    let time = format!("--virtual-time-budget={time}");
    let output = first(&BROWSERS.map(PathBuf::from), |tool| {
        let flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
        let log = ["--enable-logging=stderr", "--v=0", "--dump-dom", profile.as_str(), time.as_str()];
        let flags = flags.into_iter().chain(log);
        Command::new(tool).args(flags).arg(format!("file://{address}")).output()
    });
    let output = output.ok_or("Chromium is not installed (Debian: chromium)")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(messages.into_owned());
    }
    let console = messages.lines().filter_map(|line| line.split_once(":CONSOLE:")).map(|(_, text)| text.to_owned());
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), console.collect()))
}

/// The output of the first tool that can be started.
pub fn first(tools: &[PathBuf], run: impl Fn(&Path) -> std::io::Result<Output>) -> Option<Output> {
    tools.iter().find_map(|tool| run(tool).ok())
}
