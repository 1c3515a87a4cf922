//! Comparison of checksums.

use std::fmt::Write as _;

/// The maximum deviation of a checksum from that of C, relative to it: another library may have another `exp`.
const TOLERANCE: f64 = 1e-9;

/// The results for one kernel. A chain that fails has the reason.
#[derive(Clone, Debug)]
pub struct Row {
    /// The kernel's name.
    pub kernel: String,
    /// The result of C, if it is known.
    pub expected: Option<f64>,
    /// The result of our chain.
    pub ours: Result<f64, String>,
    /// The result of upstream's chain.
    pub theirs: Result<f64, String>,
}

/// The verdict on the checksums of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both chains have the same bits, which agree with C.
    Equal,
    /// Both chains have the same bits, which do not agree with C.
    NotC,
    /// The chains have different results.
    Different,
    /// A chain fails.
    Failed,
}

impl Row {
    /// The verdict on the checksums.
    pub fn verdict(&self) -> Verdict {
        let (Ok(ours), Ok(theirs)) = (&self.ours, &self.theirs) else { return Verdict::Failed };
        if ours.to_bits() != theirs.to_bits() {
            return Verdict::Different;
        }
        let is_near = |expected: f64| (ours - expected).abs() <= TOLERANCE * expected.abs();
        if self.expected.is_none_or(is_near) { Verdict::Equal } else { Verdict::NotC }
    }
}

impl Verdict {
    fn words(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::NotC => "equal, not as in C",
            Self::Different => "different",
            Self::Failed => "failed",
        }
    }
}

/// A line for each kernel, the reasons of failed chains, and the number of equal kernels.
pub fn table(rows: &[Row]) -> String {
    let mut text = format!("{:16}{:>24}{:>24}{:>24}  verdict\n", "kernel", "C", "rmlir", "mlir");
    for row in rows {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:?}"));
        let (ours, theirs) = (row.ours.as_ref().ok().copied(), row.theirs.as_ref().ok().copied());
        let [expected, ours, theirs] = [row.expected, ours, theirs].map(number);
        let _ = writeln!(text, "{:16}{expected:>24}{ours:>24}{theirs:>24}  {}", row.kernel, row.verdict().words());
    }
    for row in rows {
        for (chain, result) in [("rmlir", &row.ours), ("mlir", &row.theirs)] {
            if let Err(reason) = result {
                let _ = writeln!(text, "{}: {chain}: {reason}", row.kernel);
            }
        }
    }
    let n_equal = rows.iter().filter(|row| row.verdict() == Verdict::Equal).count();
    let _ = writeln!(text, "{n_equal} of {} equal", rows.len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(expected: Option<f64>, ours: Result<f64, String>, theirs: f64) -> Row {
        Row { kernel: "k".into(), expected, ours, theirs: Ok(theirs) }
    }

    #[test]
    fn chains_agree_to_the_bit_and_with_c_nearly() {
        let verdict = |expected, ours, theirs| row(expected, Ok(ours), theirs).verdict();
        assert_eq!(verdict(None, 1.5, 1.5), Verdict::Equal);
        assert_eq!(verdict(Some(1.5 + 1e-12), 1.5, 1.5), Verdict::Equal);
        assert_eq!(verdict(Some(1.6), 1.5, 1.5), Verdict::NotC);
        assert_eq!(verdict(Some(1.5), f64::NAN, f64::NAN), Verdict::NotC);
        assert_eq!(verdict(Some(1.5), 1.5, 1.5 + 1e-12), Verdict::Different);
    }

    #[test]
    fn reasons_follow_the_table() {
        let text = table(&[row(None, Err("opt: no".into()), 2.0), row(None, Ok(2.0), 2.0)]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() == 5 && lines[1].ends_with("2.0  failed") && lines[2].ends_with("2.0  equal"), "{text}");
        assert_eq!(&lines[3..], ["k: rmlir: opt: no", "1 of 2 equal"]);
    }
}
