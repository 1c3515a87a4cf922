//! Bytes that are no text, and truncated texts.

use std::ops::Range;

use rmlir_opt::opt;

use crate::entries;
use crate::hostile::PANICKED;
use crate::numbers::Numbers;

/// Runs the tool on `bytes` and returns the failure, if there is one.
pub fn check(bytes: &[u8]) -> Result<(), String> {
    let args = ["--allow-unregistered-dialect", "-"].map(str::to_owned);
    let ran = opt::run(&entries::registry(), &args, bytes);
    let said = String::from_utf8_lossy(&ran.stderr);
    match ran.code {
        PANICKED => Err(format!("panicked: {said}")),
        0 => Ok(()),
        _ if said.is_empty() => Err("failed without a word".to_owned()),
        _ => Ok(()),
    }
}

/// The first `end` bytes of each text, for every `end`: returns their number, or the failure.
pub fn all_truncated(texts: &[String]) -> Result<u64, String> {
    let mut n = 0;
    for text in texts {
        for end in 0..text.len() {
            check(&text.as_bytes()[..end]).map_err(|wrong| format!("{wrong}\n{}", &text[..end]))?;
            n += 1;
        }
    }
    Ok(n)
}

/// Random bytes of each seed: returns their number, or the failure.
pub fn all_random(seeds: Range<u64>) -> Result<u64, String> {
    let n = seeds.end - seeds.start;
    for seed in seeds {
        check(&random(&mut Numbers::new(seed))).map_err(|wrong| format!("seed {seed}: {wrong}"))?;
    }
    Ok(n)
}

/// Up to 200 bytes: of any value, or from the characters of the syntax.
fn random(numbers: &mut Numbers) -> Vec<u8> {
    const OF_TEXT: &[u8] = b"{}()[]<>%#@!^\"/-.:,=*?x0123456789aeflocdns \n\\";
    let (n, is_text) = (numbers.below(200), numbers.below(2) == 0);
    let byte = |_| if is_text { *numbers.one_of(OF_TEXT) } else { numbers.draw() as u8 };
    (0..n).map(byte).collect()
}
