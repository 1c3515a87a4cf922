//! Classifies the pair of outcomes of the two tools.

use crate::run::Outcome;

/// The verdict on a pair of outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both accept and print the same bytes.
    Equal,
    /// Both accept and print different text.
    Different(FirstDifference),
    /// mlir-opt accepts, rmlir-opt rejects with this message.
    OnlyMlirOpt {
        /// The first error of rmlir-opt.
        message: String,
    },
    /// rmlir-opt accepts, mlir-opt rejects with this message.
    OnlyRmlirOpt {
        /// The first error of mlir-opt.
        message: String,
    },
    /// Neither accepts.
    BothReject,
    /// rmlir-opt did not terminate in time.
    TimedOut,
    /// rmlir-opt was terminated by a signal or a panic.
    Crashed {
        /// The panic message or the signal.
        message: String,
    },
    /// mlir-opt crashed or did not terminate in time, so there is no reference.
    NoYardstick {
        /// The outcome of mlir-opt.
        reason: String,
    },
}

/// The kinds of verdict, in the order of the report's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// See [`Verdict::Equal`].
    Equal,
    /// See [`Verdict::Different`].
    Different,
    /// See [`Verdict::OnlyMlirOpt`].
    OnlyMlirOpt,
    /// See [`Verdict::OnlyRmlirOpt`].
    OnlyRmlirOpt,
    /// See [`Verdict::BothReject`].
    BothReject,
    /// See [`Verdict::TimedOut`].
    TimedOut,
    /// See [`Verdict::Crashed`].
    Crashed,
    /// See [`Verdict::NoYardstick`].
    NoYardstick,
}

impl Kind {
    /// Every kind, in order.
    pub const ALL: [Self; 8] = [
        Self::Equal,
        Self::Different,
        Self::OnlyMlirOpt,
        Self::OnlyRmlirOpt,
        Self::BothReject,
        Self::TimedOut,
        Self::Crashed,
        Self::NoYardstick,
    ];

    /// The name in reports and lists.
    pub fn label(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Different => "different",
            Self::OnlyMlirOpt => "only mlir-opt",
            Self::OnlyRmlirOpt => "only rmlir-opt",
            Self::BothReject => "both reject",
            Self::TimedOut => "timeout",
            Self::Crashed => "crash",
            Self::NoYardstick => "no yardstick",
        }
    }

    /// Whether rmlir-opt is at fault.
    pub fn is_miss(self) -> bool {
        !matches!(self, Self::Equal | Self::BothReject | Self::NoYardstick)
    }
}

impl Verdict {
    /// Its kind, without the details.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Equal => Kind::Equal,
            Self::Different(_) => Kind::Different,
            Self::OnlyMlirOpt { .. } => Kind::OnlyMlirOpt,
            Self::OnlyRmlirOpt { .. } => Kind::OnlyRmlirOpt,
            Self::BothReject => Kind::BothReject,
            Self::TimedOut => Kind::TimedOut,
            Self::Crashed { .. } => Kind::Crashed,
            Self::NoYardstick { .. } => Kind::NoYardstick,
        }
    }
}

/// Classifies a pair of outcomes. A crash or time-out of rmlir-opt is its fault, whatever the outcome of mlir-opt.
pub fn classify(mlir_opt: Outcome, rmlir_opt: Outcome) -> Verdict {
    use Outcome::{Accepted, Crashed, Rejected, TimedOut};
    match (mlir_opt, rmlir_opt) {
        (_, Crashed { message }) => Verdict::Crashed { message },
        (_, TimedOut) => Verdict::TimedOut,
        (Crashed { message }, _) => Verdict::NoYardstick { reason: format!("mlir-opt crashed: {message}") },
        (TimedOut, _) => Verdict::NoYardstick { reason: "mlir-opt timed out".into() },
        (Rejected { .. }, Rejected { .. }) => Verdict::BothReject,
        (Accepted { .. }, Rejected { message }) => Verdict::OnlyMlirOpt { message },
        (Rejected { message }, Accepted { .. }) => Verdict::OnlyRmlirOpt { message },
        (Accepted { stdout: expected }, Accepted { stdout: actual }) => {
            first_difference(&expected, &actual).map_or(Verdict::Equal, Verdict::Different)
        }
    }
}

/// The first line in which two outputs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstDifference {
    /// Its number, from 1.
    pub line: usize,
    /// The line of mlir-opt, `None` past its end.
    pub mlir_opt: Option<String>,
    /// The line of rmlir-opt, `None` past its end.
    pub rmlir_opt: Option<String>,
}

/// `None` when the bytes are equal. A missing newline at the end of a text is reported as an empty line against no
/// line.
pub fn first_difference(expected: &[u8], actual: &[u8]) -> Option<FirstDifference> {
    let mut expected = expected.split(|&byte| byte == b'\n');
    let mut actual = actual.split(|&byte| byte == b'\n');
    let lossy = |line: &[u8]| String::from_utf8_lossy(line).into_owned();
    for line in 1.. {
        match (expected.next(), actual.next()) {
            (None, None) => break,
            (left, right) if left == right => {}
            (left, right) => {
                return Some(FirstDifference { line, mlir_opt: left.map(lossy), rmlir_opt: right.map(lossy) });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(text: &str) -> Outcome {
        Outcome::Accepted { stdout: text.as_bytes().to_vec() }
    }

    fn rejected() -> Outcome {
        Outcome::Rejected { message: "no".into() }
    }

    fn crashed() -> Outcome {
        Outcome::Crashed { message: "signal".into() }
    }

    fn difference(line: usize, mlir_opt: Option<&str>, rmlir_opt: Option<&str>) -> Option<FirstDifference> {
        Some(FirstDifference { line, mlir_opt: mlir_opt.map(Into::into), rmlir_opt: rmlir_opt.map(Into::into) })
    }

    #[test]
    fn each_pair_of_outcomes_has_its_verdict() {
        use Outcome::TimedOut;
        let cases = [
            (accepted("a"), accepted("a"), Kind::Equal),
            (accepted("a"), accepted("b"), Kind::Different),
            (accepted("a"), rejected(), Kind::OnlyMlirOpt),
            (rejected(), accepted("a"), Kind::OnlyRmlirOpt),
            (rejected(), rejected(), Kind::BothReject),
            (accepted("a"), TimedOut, Kind::TimedOut),
            (TimedOut, TimedOut, Kind::TimedOut),
            (rejected(), crashed(), Kind::Crashed),
            (crashed(), crashed(), Kind::Crashed),
            (crashed(), accepted("a"), Kind::NoYardstick),
            (TimedOut, rejected(), Kind::NoYardstick),
        ];
        for (mlir_opt, rmlir_opt, kind) in cases {
            assert_eq!(classify(mlir_opt.clone(), rmlir_opt.clone()).kind(), kind, "{mlir_opt:?} {rmlir_opt:?}");
        }
    }

    #[test]
    fn the_message_shown_is_that_of_the_tool_that_rejects() {
        assert_eq!(classify(accepted("a"), rejected()), Verdict::OnlyMlirOpt { message: "no".into() });
        assert_eq!(classify(rejected(), accepted("a")), Verdict::OnlyRmlirOpt { message: "no".into() });
    }

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(first_difference(b"", b""), None);
        assert_eq!(first_difference(b"a\nb\n", b"a\nb\n"), None);
    }

    #[test]
    fn the_first_of_several_different_lines_is_told() {
        assert_eq!(first_difference(b"a\nb\nc\n", b"a\nx\ny\n"), difference(2, Some("b"), Some("x")));
    }

    #[test]
    fn a_text_that_ends_early_differs_after_its_end() {
        assert_eq!(first_difference(b"a\nb", b"a"), difference(2, Some("b"), None));
        assert_eq!(first_difference(b"a", b"a\n"), difference(2, None, Some("")));
    }

    #[test]
    fn bytes_that_are_not_text_are_compared_as_bytes() {
        assert!(first_difference(b"\xff", b"\xfe").is_some());
    }

    #[test]
    fn kinds_are_listed_in_their_own_order() {
        assert!(Kind::ALL.is_sorted());
    }
}
