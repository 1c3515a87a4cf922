//! Runs the commands of a page in its order.

use std::collections::HashMap;
use std::path::Path;

use rmlir_opt::Registry;

use crate::page::{Block, Page};
use crate::root;

/// The state of a page while its commands run.
struct Runner {
    registry: Registry,
    /// The folder of the files of the page.
    folder: tempfile::TempDir,
    /// Their names.
    files: Vec<String>,
    /// What was kept of standard error, by file.
    kept: HashMap<String, String>,
}

/// The page with the output of its commands; reports what differs.
pub fn run(page: &Page, faults: &mut Vec<String>) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut runner = Runner { registry: Registry::everything(), folder, files: Vec::new(), kept: HashMap::new() };
    let (mut fresh, mut done) = (String::new(), 0);
    for block in page.blocks() {
        if let Some(name) = block.file_name() {
            std::fs::write(runner.folder.path().join(name), block.text).expect("the file can be written");
            runner.files.push(name.to_owned());
        }
        if block.info == "console" {
            fresh.push_str(&page.text[done..block.start]);
            fresh.push_str(&runner.session(page, &block, faults));
            done = block.start + block.text.len();
        }
    }
    runner.pictures(page, faults);
    fresh.push_str(&page.text[done..]);
    fresh
}

impl Runner {
    /// The commands of a block with their output.
    fn session(&mut self, page: &Page, block: &Block, faults: &mut Vec<String>) -> String {
        let mut fresh = String::new();
        assert!(block.text.starts_with("$ "), "{}:{}: a command is expected", page.name(), block.line);
        let sessions = block.text[2..].split("\n$ ");
        for session in sessions {
            let (command, shown) = split_command(session);
            let printed = self.command(&command.replace("\\\n", " "));
            let (shown, printed) = (shown.trim_end(), printed.trim_end());
            let is_shown = agrees(&Vec::from_iter(shown.lines()), &Vec::from_iter(printed.lines()));
            if !is_shown {
                faults.push(format!("{}:{}: {command}\n{printed}", page.name(), block.line));
            }
            let output = if is_shown { shown } else { printed };
            let end = if output.is_empty() { "" } else { "\n" };
            fresh.push_str(&format!("$ {command}\n{output}{end}"));
        }
        fresh
    }

    /// The messages of all commands of a line, and the output of the last one.
    fn command(&mut self, line: &str) -> String {
        let (line, keep) = match line.split_once(" 2> ") {
            Some((line, file)) => (line, Some(file.trim())),
            None => (line, None),
        };
        let root = format!("{}/", root().display());
        let folder = format!("{}/", self.folder.path().display());
        let mut placed = line.replace("test/cases/", &format!("{root}test/cases/"));
        for file in &self.files {
            for before in [" ", "="] {
                placed = placed.replace(&format!("{before}{file}"), &format!("{before}{folder}{file}"));
            }
        }
        let pipe = rmlir_test_runner::parse_line(&placed).unwrap_or_else(|error| panic!("{line}: {error}"));
        let (mut messages, mut text) = (Vec::new(), Vec::new());
        for command in &pipe {
            let (stdout, stderr, _) =
                rmlir_test_runner::run_tool(command.tool, &self.registry, &command.arguments, &text);
            messages.extend(stderr);
            text = stdout;
        }
        let clean = |text: &[u8]| String::from_utf8_lossy(text).replace(&folder, "").replace(&root, "");
        let (messages, text) = (clean(&messages), clean(&text));
        match keep {
            Some(file) => {
                self.kept.insert(file.to_owned(), messages);
                text
            }
            None => messages + &text,
        }
    }

    /// Compares the pictures of the page with the drawings.
    fn pictures(&self, page: &Page, faults: &mut Vec<String>) {
        let is_updated = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
        for picture in page.pictures() {
            let kept = self.kept.get(picture.of).unwrap_or_else(|| panic!("{}: no {}", page.name(), picture.of));
            let drawn = drawing(kept, picture.number).unwrap_or_else(|| panic!("{}: no drawing", page.name()));
            let file = page.path.parent().unwrap_or(Path::new("")).join(picture.image);
            if std::fs::read_to_string(&file).ok().as_ref() != Some(&drawn) {
                faults.push(format!("{}: {} is another picture", page.name(), picture.image));
                if is_updated {
                    std::fs::write(&file, drawn).expect("the picture can be written");
                }
            }
        }
    }
}

/// A command, which goes on after a backslash, and the lines behind it.
fn split_command(session: &str) -> (&str, &str) {
    let mut ends = session.match_indices('\n').map(|(end, _)| end);
    let end = ends.find(|&end| !session[..end].ends_with('\\')).unwrap_or(session.len());
    (&session[..end], session.get(end + 1..).unwrap_or(""))
}

/// Whether lines are those shown, where a line `...` is any number of lines.
fn agrees(shown: &[&str], printed: &[&str]) -> bool {
    match shown {
        [] => printed.is_empty(),
        ["...", rest @ ..] => (0..=printed.len()).any(|n| agrees(rest, &printed[n..])),
        [line, rest @ ..] => printed.first() == Some(line) && agrees(rest, &printed[1..]),
    }
}

/// The drawing of a number in a page of HTML or a sequence of drawings, with the style and the definitions of the page.
fn drawing(text: &str, number: usize) -> Option<String> {
    let of_page = |open: &str, close: &str| {
        let (_, rest) = text.split_once(open)?;
        rest.split_once(close).map(|(inner, _)| format!("{open}{inner}{close}\n"))
    };
    let definitions =
        of_page("<style>", "</style>").unwrap_or_default() + &of_page("<defs>", "</defs>").unwrap_or_default();
    let svg = text.split("<svg xmlns").nth(number)?;
    let (svg, _) = svg.split_once("</svg>")?;
    let (open, inner) = svg.split_once('>')?;
    Some(format!("<svg xmlns{open} style=\"background: white\">\n{definitions}{}</svg>\n", inner.trim_start()))
}

#[test]
fn dots_are_any_lines() {
    assert!(agrees(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(agrees(&["a", "...", "c", "..."], &["a", "b", "c", "d"]));
    assert!(agrees(&["...", "d"], &["d"]));
    assert!(!agrees(&["a", "...", "x", "...", "d"], &["a", "b", "c", "d"]));
    assert!(!agrees(&["a"], &["a", "b"]));
}
