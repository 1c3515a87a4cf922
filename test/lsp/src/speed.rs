//! The times of requests and edits at random places of a file.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use rmlir_smith::numbers::Numbers;
use serde_json::{Value, json};

use crate::client::Client;

/// What is measured; an edit is measured until its diagnostics are there.
const KINDS: [&str; 5] = ["hover", "definition", "references", "completion", "edit"];

/// Prints the median and the 99th percentile of each kind.
pub fn measure(file: &Path, requests: usize) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return Err(format!("{}: the file is empty", file.display()));
    }
    let mut client = Client::ours()?;
    let errors = client.set_text(&text)?.len();
    let mut times: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let mut random = Numbers::new(1);
    for _ in 0..requests {
        let line = random.below(lines.len());
        let character = random.below(lines[line].encode_utf16().count() + 1);
        let position = json!({ "line": line, "character": character });
        let kind = *random.one_of(&KINDS);
        times.entry(kind).or_default().push(time(&mut client, kind, &position)?);
        if kind == "edit" {
            client.set_text(&text)?;
        }
    }
    println!("{} lines, {errors} errors", lines.len());
    for (kind, mut times) in times {
        times.sort_unstable();
        let [median, high] = [50, 99].map(|percent| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3);
        println!("{kind:12} {:5} times, median {median:7.2} ms, 99 % {high:7.2} ms", times.len());
    }
    Ok(())
}

fn time(client: &mut Client, kind: &str, position: &Value) -> Result<Duration, String> {
    let begin = Instant::now();
    match kind {
        "edit" => drop(client.insert(position, "x")?),
        request => drop(client.ask(request, position)?),
    }
    Ok(begin.elapsed())
}
