//! Insertions into texts of the workspace: a line in a sorted block of lines, an entry in a list.

/// The maximum width of a line.
const WIDTH: usize = 120;

/// `text` with `line` among the lines that `is_alike` accepts: before the first one that is greater, else after the
/// last one; `None` if there is none.
pub fn with_line(text: &str, line: &str, is_alike: impl Fn(&str) -> bool) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|other| is_alike(other))?;
    let mut at = lines.iter().position(|other| is_alike(other) && *other > line).unwrap_or(last + 1);
    while lines[..at].last().is_some_and(|before| before.starts_with("#[")) {
        at -= 1;
    }
    Some(with_line_at(&lines, at, line))
}

/// `text` with `line` after the last line that `is_alike` accepts; `None` if there is none.
pub fn with_line_after(text: &str, line: &str, is_alike: impl Fn(&str) -> bool) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|other| is_alike(other))?;
    Some(with_line_at(&lines, last + 1, line))
}

fn with_line_at(lines: &[&str], at: usize, line: &str) -> String {
    let lines = lines[..at].iter().chain([&line]).chain(&lines[at..]);
    lines.map(|line| format!("{line}\n")).collect()
}

/// `text` with `entry` in the list that begins with `start` and ends with `]`: before the first entry that is greater,
/// else at the end; `None` if there is no such list. Lines that become too long are broken.
pub fn with_entry(text: &str, start: &str, entry: &str) -> Option<String> {
    let from = text.find(start)? + start.len();
    let to = from + text[from..].find(']')?;
    let list = &text[from..to];
    let mut offset = 0;
    for other in list.split_inclusive(',') {
        let begin = offset + (other.len() - other.trim_start().len());
        let name = other.trim().trim_end_matches(',');
        if !name.is_empty() && entry.to_lowercase() < name.to_lowercase() {
            return Some(broken(&format!("{}{entry}, {}", &text[..from + begin], &text[from + begin..])));
        }
        offset += other.len();
    }
    let kept = list.trim_end().trim_end_matches(',');
    let comma = if kept.is_empty() { "" } else { ", " };
    let rest = if list.contains('\n') { ",\n        " } else { "" };
    Some(broken(&format!("{}{kept}{comma}{entry}{rest}{}", &text[..from], &text[to..])))
}

/// `text` whose lines of entries are broken before they become too long.
fn broken(text: &str) -> String {
    let mut broken = String::new();
    for line in text.lines() {
        let mut line = line.to_owned();
        while line.len() > WIDTH
            && let Some(at) = line[..WIDTH].rfind(", ")
        {
            broken += &format!("{},\n", &line[..at]);
            line = format!("            {}", &line[at + 2..]);
        }
        broken += &format!("{line}\n");
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_inserted_in_their_order() {
        let is_module = |line: &str| line.starts_with("mod ");
        assert_eq!(
            with_line("//!\n\nmod a;\nmod c;\n\nuse x;\n", "mod b;", is_module).as_deref(),
            Some("//!\n\nmod a;\nmod b;\nmod c;\n\nuse x;\n")
        );
        assert_eq!(with_line("mod a;\nuse x;\n", "mod b;", is_module).as_deref(), Some("mod a;\nmod b;\nuse x;\n"));
        assert_eq!(
            with_line_after("mod c;\nuse x;\n", "mod b;", is_module).as_deref(),
            Some("mod c;\nmod b;\nuse x;\n")
        );
        assert_eq!(
            with_line("#[macro_use]\nmod c;\n", "mod b;", is_module).as_deref(),
            Some("mod b;\n#[macro_use]\nmod c;\n")
        );
        assert_eq!(with_line("use x;\n", "mod b;", is_module), None);
    }

    #[test]
    fn entries_are_inserted_in_their_order() {
        for (list, expected) in [
            ("ops: [],\n", "ops: [Bop],\n"),
            ("ops: [Aop, Cop],\n", "ops: [Aop, Bop, Cop],\n"),
            ("ops: [Aop],\n", "ops: [Aop, Bop],\n"),
            ("    ops: [\n            Aop, Cop,\n        ],\n", "    ops: [\n            Aop, Bop, Cop,\n        ],\n"),
            ("    ops: [\n            Aop,\n        ],\n", "    ops: [\n            Aop, Bop,\n        ],\n"),
            (
                "    ops: [\n            Aop,\n            Cop,\n        ],\n",
                "    ops: [\n            Aop,\n            Bop, Cop,\n        ],\n",
            ),
        ] {
            assert_eq!(with_entry(list, "ops: [", "Bop").as_deref(), Some(expected), "{list}");
        }
        assert_eq!(with_entry("types: []", "ops: [", "Bop"), None);
    }

    #[test]
    fn lines_that_become_too_long_are_broken() {
        let entries = ["Zoperation"; 9].join(", ");
        let text = format!("        ops: [\n            {entries},\n        ],\n");
        let inserted = with_entry(&text, "ops: [", "Aoperation").expect("there is a list");
        assert!(inserted.lines().all(|line| line.len() <= WIDTH), "{inserted}");
        assert_eq!(inserted.matches("operation,").count(), 10);
    }
}
