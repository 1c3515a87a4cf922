//! The walk over the input.
//!
//! Algorithm: the input is cut at the matches of `-LABEL` directives; in each region every positive directive is searched
//! for behind the match of the one before. The `-DAG` directives before it match first, in any order and without overlap;
//! the texts between matches must not have what `-NOT` directives name. After an error the next region is checked.

use std::ops::Range;

use rmlir_diag::{Diagnostic, SourceMap, Span};

use super::canonical::Canonical;
use super::directive::Kind;
use super::dump::{Annotation, Mark, dump};
use super::nearest::nearest;
use super::pattern::Unusable;
use super::report::{Report, Verdict};
use super::request::{DumpInput, Request};
use super::script::{Check, NoScript, Origin, Script, Step};
use super::variables::Variables;

/// A name and a text.
pub type Named = (String, Vec<u8>);

/// Checks the text `input` against the directives of `check_file`.
///
/// ```
/// use rmlir_lit::filecheck::{Request, Verdict, check};
/// let checks = ("a.txt".to_owned(), "CHECK: [[X:[a-z]+]] = 1\nCHECK-NEXT: use [[X]]\n".into());
/// let report = check(&Request::new(), checks, ("<stdin>".to_owned(), "foo = 1\nuse foo\n".into()));
/// assert_eq!(report.verdict, Verdict::Passed);
/// ```
pub fn check(request: &Request, check_file: Named, input: Named) -> Report {
    let map = SourceMap::new();
    let mut report = Report::new(Verdict::Unusable);
    if let Err(message) = check_with(request, check_file, input, &map, &mut report) {
        report.verdict = Verdict::Unusable;
        report.messages.push(message);
    }
    report.map = map;
    report
}

fn check_with(
    request: &Request,
    (check_name, check_text): Named,
    (input_name, input_text): Named,
    map: &SourceMap,
    report: &mut Report,
) -> Result<(), String> {
    request.validate()?;
    let mut variables = Variables::default();
    let check_file = Canonical::add(map, &check_name, check_text, request.strict_whitespace);
    let check_file = check_file.map_err(|error| error.to_string())?;
    let script = match Script::read(check_file, request, &mut variables, map) {
        Ok(script) => script,
        Err(NoScript::Message(message)) => return Err(message),
        Err(NoScript::Failure(diagnostic)) => {
            report.verdict = Verdict::Failed;
            report.diagnostics = vec![*diagnostic];
            return Ok(());
        }
        Err(NoScript::Diagnostics(diagnostics)) => {
            report.diagnostics = diagnostics;
            return Ok(());
        }
    };
    if input_text.is_empty() && !request.allow_empty {
        return Err(format!("'{input_name}' is empty"));
    }
    let input = Canonical::add(map, &input_name, input_text, request.strict_whitespace);
    let input = input.map_err(|error| error.to_string())?;
    let mut walk =
        Walk { request, script: &script, input: &input, variables, diagnostics: Vec::new(), annotations: Vec::new() };
    let passed = walk.regions();
    report.verdict = if passed { Verdict::Passed } else { Verdict::Failed };
    let shows_input = match request.dump_input {
        DumpInput::Never => false,
        DumpInput::Fail => !passed,
        DumpInput::Always => true,
    };
    if shows_input {
        report.dump = dump(request, &script, &input, &walk.annotations);
    }
    report.diagnostics = walk.diagnostics;
    Ok(())
}

/// An error was reported.
struct Reported;

struct Walk<'a, 'm> {
    request: &'a Request,
    script: &'a Script<'m>,
    input: &'a Canonical<'m>,
    variables: Variables,
    diagnostics: Vec<Diagnostic>,
    annotations: Vec<Annotation>,
}

/// The match of a positive directive.
struct Match {
    /// From the first match to the end of the last, if several are asked for.
    range: Range<usize>,
}

impl Walk<'_, '_> {
    /// Checks all regions; returns whether all is as it should be.
    fn regions(&mut self) -> bool {
        let steps = &self.script.steps;
        let mut passed = true;
        let (mut first, mut rest) = (0, 0..self.input.text().len());
        loop {
            let label = (first..steps.len()).find(|&index| steps[index].check.directive.kind == Kind::Label);
            let (region, next) = match label {
                None => (rest.clone(), steps.len()),
                Some(index) => {
                    // Without its label there is no region to check.
                    let Ok(found) = self.matches(&steps[index].check, rest.clone()) else { return false };
                    let region = rest.start..found.range.end;
                    rest.start = found.range.end;
                    (region, index + 1)
                }
            };
            // In the first region the variables of the command line are used.
            if first != 0 && self.request.enable_var_scope {
                self.variables.forget_local();
            }
            passed &= self.region(&steps[first..next], region).is_ok();
            first = next;
            if label.is_none() {
                return passed;
            }
        }
    }

    fn region(&mut self, steps: &[Step], mut region: Range<usize>) -> Result<(), Reported> {
        for step in steps {
            region.start = self.step(step, region.clone())?.range.end;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, region: Range<usize>) -> Result<Match, Reported> {
        let (start, nots) = self.any_order(&step.before, region.clone())?;
        let found = self.matches(&step.check, start..region.end)?;
        let skipped = start..found.range.start;
        self.check_lines(&step.check, skipped.clone())?;
        self.check_nots(&nots, skipped)?;
        Ok(found)
    }

    /// Searches for a positive directive, as often as it asks for.
    fn matches(&mut self, check: &Check, region: Range<usize>) -> Result<Match, Reported> {
        if check.directive.kind == Kind::End {
            return Ok(Match { range: region.end..region.end });
        }
        let n_wanted = if let Kind::Plain(n) = check.directive.kind { n } else { 1 };
        let (mut first, mut end) = (None, region.start);
        for index in 1..=n_wanted {
            let found = self.expect(check, end..region.end, (index, n_wanted))?;
            self.found(check, &found);
            first.get_or_insert(found.start);
            end = found.end;
        }
        Ok(Match { range: first.unwrap_or(end)..end })
    }

    /// The match of a pattern, which must be there.
    fn expect(&mut self, check: &Check, region: Range<usize>, of: (u32, u32)) -> Result<Range<usize>, Reported> {
        match self.find(check, region.clone())? {
            Some(found) => Ok(found),
            None => {
                self.not_found(check, region, of);
                Err(Reported)
            }
        }
    }

    fn find(&mut self, check: &Check, region: Range<usize>) -> Result<Option<Range<usize>>, Reported> {
        let text = &self.input.text()[region.clone()];
        match check.pattern.find(text, &mut self.variables) {
            Ok(found) => Ok(found.map(|found| region.start + found.start..region.start + found.end)),
            Err(reasons) => {
                for Unusable { at, message } in reasons {
                    let at = if at.is_empty() { check.directive.pattern.clone() } else { at };
                    let place = self.script.text(check.origin).span(at);
                    self.diagnostics.push(Diagnostic::error(place, message));
                }
                self.annotate(check, region.start..region.start, Mark::Missing, "error: the pattern cannot be used");
                Err(Reported)
            }
        }
    }

    /// Matches the `-DAG` directives of `checks`: returns the end of their matches, and the `-NOT` directives after the
    /// last of them.
    fn any_order<'c>(
        &mut self,
        checks: &'c [Check],
        region: Range<usize>,
    ) -> Result<(usize, Vec<&'c Check>), Reported> {
        let (mut start, mut nots) = (region.start, Vec::new());
        for group in checks.chunk_by(|left, right| left.directive.kind == right.directive.kind) {
            if group[0].directive.kind == Kind::Not {
                nots.extend(group);
                continue;
            }
            let mut matched: Vec<Range<usize>> = Vec::new();
            for check in group {
                let place = self.place_among(check, start..region.end, &matched)?;
                match (place, matched.first_mut()) {
                    ((_, found), Some(all)) if self.request.allow_deprecated_dag_overlap => {
                        *all = all.start.min(found.start)..all.end.max(found.end);
                    }
                    ((index, found), _) => matched.insert(index, found),
                }
            }
            let (first, last) = (matched[0].start, matched[matched.len() - 1].end);
            self.check_nots(&nots, start..first)?;
            nots.clear();
            start = last;
        }
        Ok((start, nots))
    }

    /// The first match of a `-DAG` directive that overlaps none of `matched`, and its index among them.
    fn place_among(
        &mut self,
        check: &Check,
        mut region: Range<usize>,
        matched: &[Range<usize>],
    ) -> Result<(usize, Range<usize>), Reported> {
        let mut index = 0;
        loop {
            let found = self.expect(check, region.clone(), (1, 1))?;
            if self.request.allow_deprecated_dag_overlap {
                self.found(check, &found);
                return Ok((0, found));
            }
            while index < matched.len() && matched[index].end <= found.start {
                index += 1;
            }
            match matched.get(index) {
                Some(other) if other.start < found.end => region.start = other.end,
                _ => {
                    self.found(check, &found);
                    return Ok((index, found));
                }
            }
            index += 1;
        }
    }

    /// Checks that none of `nots` is in `region`.
    fn check_nots(&mut self, nots: &[&Check], region: Range<usize>) -> Result<(), Reported> {
        let mut result = Ok(());
        for check in nots {
            match self.find(check, region.clone()) {
                Ok(None) => {}
                Ok(Some(found)) => {
                    let message = format!("{}: excluded string found in input", check.directive.name());
                    let diagnostic = self.error(check, message).note(self.input.span(found.clone()), "found here");
                    let diagnostic = self.with_substitutions(diagnostic, check, found.start);
                    self.diagnostics.push(diagnostic);
                    self.annotate(check, found, Mark::Excluded, "error: no match expected");
                    result = Err(Reported);
                }
                Err(Reported) => result = Err(Reported),
            }
        }
        result
    }

    /// Checks the number of newlines before a match of `-NEXT`, `-EMPTY` and `-SAME`.
    fn check_lines(&mut self, check: &Check, skipped: Range<usize>) -> Result<(), Reported> {
        let (n_wanted, word) = match check.directive.kind {
            Kind::Next | Kind::Empty => (1, "'next' match was here"),
            Kind::Same => (0, "'next' match was here"),
            _ => return Ok(()),
        };
        let (n_newlines, after_first) = newlines(&self.input.text()[skipped.clone()]);
        if n_newlines == n_wanted {
            return Ok(());
        }
        let name = format!("{}{}", check.directive.prefix, check.directive.kind.suffix());
        let message = match (n_wanted, n_newlines) {
            (0, _) => format!("{name}: is not on the same line as the previous match"),
            (_, 0) => format!("{name}: is on the same line as previous match"),
            _ => format!("{name}: is not on the line after the previous match"),
        };
        let at = |at: usize| self.input.span(at..at);
        let mut diagnostic = self.error(check, message).note(at(skipped.end), word);
        diagnostic = diagnostic.note(at(skipped.start), "previous match ended here");
        if let (1, Some(after_first)) = (n_wanted, after_first) {
            let place = at(skipped.start + after_first);
            diagnostic = diagnostic.note(place, "non-matching line after previous match is here");
        }
        self.diagnostics.push(diagnostic);
        self.annotate(check, skipped.end..skipped.end, Mark::Excluded, "error: match on wrong line");
        Err(Reported)
    }

    fn place(&self, check: &Check) -> Span {
        self.script.text(check.origin).span(check.directive.pattern.clone())
    }

    fn error(&self, check: &Check, message: String) -> Diagnostic {
        Diagnostic::error(self.place(check), message)
    }

    fn with_substitutions(&self, mut diagnostic: Diagnostic, check: &Check, at: usize) -> Diagnostic {
        let text = self.script.text(check.origin).text();
        for substitution in check.pattern.substitutions(text, &self.variables) {
            let value = substitution.value.escape_ascii();
            let message = format!("with \"{}\" equal to \"{value}\"", substitution.text);
            diagnostic = diagnostic.note(self.input.span(at..at), message);
        }
        diagnostic
    }

    fn not_found(&mut self, check: &Check, region: Range<usize>, (index, n_wanted): (u32, u32)) {
        let of = if n_wanted > 1 { format!(" ({index} out of {n_wanted})") } else { String::new() };
        let message = format!("{}: expected string not found in input{of}", check.directive.name());
        let start = region.start;
        let mut diagnostic = self.error(check, message).note(self.input.span(start..start), "scanning from here");
        diagnostic = self.with_substitutions(diagnostic, check, start);
        let whole = format!("error: no match found{of}");
        self.annotate(check, region.clone(), Mark::Missing, &whole);
        let example = check.pattern.example(&self.variables);
        if let Some(near) = nearest(&example, &self.input.text()[region]) {
            let near = start + near.start..start + near.end;
            diagnostic = diagnostic.note(self.input.span(near.clone()), "possible intended match here");
            self.annotate(check, near, Mark::Near, "possible intended match");
        }
        self.diagnostics.push(diagnostic);
    }

    /// Remarks a match.
    fn found(&mut self, check: &Check, found: &Range<usize>) {
        if !self.request.verbose {
            return;
        }
        let message = format!("{}: expected string found in input", check.directive.name());
        let remark = Diagnostic::remark(self.place(check), message);
        let remark = remark.note(self.input.span(found.clone()), "found here");
        self.diagnostics.push(remark);
        self.annotate(check, found.clone(), Mark::Found, "");
    }

    fn annotate(&mut self, check: &Check, range: Range<usize>, mark: Mark, text: &str) {
        let label = match check.origin {
            Origin::CheckFile => {
                let kind = check.directive.kind.suffix().trim_start_matches('-').to_lowercase();
                format!("{}:{}", if kind.is_empty() { "check" } else { &kind }, check.directive.line)
            }
            Origin::CommandLine(index) => format!("not:imp{}", index + 1),
        };
        self.annotations.push(Annotation { label, range, mark, text: text.to_owned() });
    }
}

/// The number of newlines, and the offset after the first; a return beside a newline belongs to it.
fn newlines(text: &[u8]) -> (usize, Option<usize>) {
    let (mut n, mut after_first, mut at) = (0, None, 0);
    while let Some(next) = memchr::memchr2(b'\n', b'\r', &text[at..]) {
        at += next;
        let is_pair = matches!(text[at..], [b'\n', b'\r', ..] | [b'\r', b'\n', ..]);
        at += if is_pair { 2 } else { 1 };
        n += 1;
        after_first.get_or_insert(at);
    }
    (n, after_first)
}
