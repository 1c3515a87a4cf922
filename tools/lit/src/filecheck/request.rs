//! The options of a check.

/// When the input is shown after the errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DumpInput {
    /// Never.
    Never,
    /// If the check fails.
    #[default]
    Fail,
    /// Always.
    Always,
}

/// What is asked for, beside the two files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// The prefixes of directives; `CHECK` if there are none.
    pub check_prefixes: Vec<String>,
    /// The prefixes of comments, in which no directive is looked for; `COM` and `RUN` if there are none.
    pub comment_prefixes: Vec<String>,
    /// Definitions such as `VAR=text` and `#VAR=1+2`.
    pub defines: Vec<String>,
    /// Patterns that must not occur between the matches of positive directives.
    pub implicit_check_not: Vec<String>,
    /// A prefix without directives is no error.
    pub allow_unused_prefixes: bool,
    /// An empty input is no error.
    pub allow_empty: bool,
    /// Positive patterns have to cover a line.
    pub match_full_lines: bool,
    /// Blanks and tabs count as they are.
    pub strict_whitespace: bool,
    /// Case does not count.
    pub ignore_case: bool,
    /// Variables whose names do not begin with `$` end with the region of a `-LABEL` directive.
    pub enable_var_scope: bool,
    /// Matches of `-DAG` directives may overlap.
    pub allow_deprecated_dag_overlap: bool,
    /// Matches are remarked.
    pub verbose: bool,
    /// When the input is shown.
    pub dump_input: DumpInput,
    /// The number of lines that are shown before and after each annotated line.
    pub dump_input_context: usize,
}

impl Request {
    /// The options of a command line without flags.
    pub fn new() -> Self {
        Self { dump_input_context: 5, ..Self::default() }
    }

    /// The prefixes of directives.
    pub(super) fn prefixes(&self) -> Vec<&str> {
        or_default(&self.check_prefixes, &["CHECK"])
    }

    /// The prefixes of comments.
    pub(super) fn comments(&self) -> Vec<&str> {
        or_default(&self.comment_prefixes, &["COM", "RUN"])
    }

    /// The first prefix that is empty, has other signs than letters, digits, `-` and `_`, or is there twice.
    pub(super) fn validate(&self) -> Result<(), String> {
        let mut seen = Vec::new();
        // Default prefixes are right, and a given prefix must not repeat one.
        seen.extend(if self.check_prefixes.is_empty() { self.prefixes() } else { Vec::new() });
        seen.extend(if self.comment_prefixes.is_empty() { self.comments() } else { Vec::new() });
        for (kind, prefixes) in [("check", &self.check_prefixes), ("comment", &self.comment_prefixes)] {
            for prefix in prefixes {
                if prefix.is_empty() {
                    return Err(format!("supplied {kind} prefix must not be the empty string"));
                }
                if !prefix.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_') {
                    return Err(format!(
                        "supplied {kind} prefix must start with a letter and contain only alphanumeric characters, \
                         hyphens, and underscores: '{prefix}'"
                    ));
                }
                if seen.contains(&&**prefix) {
                    return Err(format!(
                        "supplied {kind} prefix must be unique among check and comment prefixes: '{prefix}'"
                    ));
                }
                seen.push(prefix);
            }
        }
        Ok(())
    }

    /// Whether blanks are joined, and those at the ends of patterns do not count.
    pub(super) fn trims_patterns(&self) -> bool {
        !(self.strict_whitespace && self.match_full_lines)
    }
}

fn or_default<'a>(given: &'a [String], default: &[&'a str]) -> Vec<&'a str> {
    if given.is_empty() { default.to_vec() } else { given.iter().map(String::as_str).collect() }
}
