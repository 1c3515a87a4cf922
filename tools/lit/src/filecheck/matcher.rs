//! The search for one pattern: the leftmost match, and the longest one there, as in POSIX.
//!
//! Plan: 1. a pattern is a list of items: bytes, expressions, and the text of an expression before once more; 2. lines
//! without the longest bytes of the pattern are skipped, if a match is within a line; 3. the engine finds the start by the
//! first match; unless that is known to be the longest one, it runs again from there for the longest; 4. with repeated
//! texts, which no automaton knows, the items are matched one by one, the longest text of each first, and earlier ones
//! shortened until all fit (as upstream's engine does it).

use std::ops::Range;

use memchr::memmem;
use regex_automata::nfa::thompson;
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};
use rmlir_diag::posix::{self, Translation};

/// A part of a pattern.
#[derive(Clone, Debug)]
pub enum Item {
    /// These bytes.
    Bytes(Vec<u8>),
    /// An expression that is no group.
    Expression(Translation),
    /// An expression whose text is wanted.
    Group(Translation),
    /// The text of the group of that index.
    Same(usize),
}

/// The limit of the size of a compiled expression, in bytes.
const MAX_SIZE: usize = 10 << 20;

/// The limit of the texts that are tried for the items of one pattern with repeated texts.
const MAX_TRIALS: usize = 1 << 20;

/// A match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// All of it.
    pub range: Range<usize>,
    /// The text of each group.
    pub groups: Vec<Range<usize>>,
}

impl Found {
    /// The match moved by an offset.
    fn moved(self, by: usize) -> Self {
        let move_one = |range: Range<usize>| range.start + by..range.end + by;
        Self { range: move_one(self.range), groups: self.groups.into_iter().map(move_one).collect() }
    }
}

/// A pattern that can be searched for.
pub struct Matcher {
    /// Bytes that every match contains.
    needle: Option<memmem::Finder<'static>>,
    /// Whether no match contains a newline.
    is_within_line: bool,
    engine: Engine,
}

enum Engine {
    /// The bytes alone.
    Bytes(Vec<u8>),
    /// The bytes, upper and lower case being the same.
    AnyCase(Vec<u8>),
    Automaton(Automaton),
    Items(Items),
}

impl Matcher {
    /// Compiles a pattern. The error is a sentence about it.
    pub fn new(items: Vec<Item>, ignore_case: bool) -> Result<Self, String> {
        let items = joined(items);
        if let [Item::Bytes(bytes)] = &items[..] {
            let bytes = bytes.clone();
            let engine = if ignore_case { Engine::AnyCase(bytes) } else { Engine::Bytes(bytes) };
            return Ok(Self { needle: None, is_within_line: true, engine });
        }
        let longest = items.iter().filter_map(Item::bytes).max_by_key(|bytes| bytes.len());
        let needle = longest.filter(|_| !ignore_case).map(|bytes| memmem::Finder::new(bytes).into_owned());
        let is_within_line = items.iter().all(Item::is_within_line);
        let engine = match items.iter().position(|item| matches!(item, Item::Same(_))) {
            None => Engine::Automaton(Automaton::new(&items, ignore_case)?),
            Some(first) => Engine::Items(Items::new(items, first, ignore_case)?),
        };
        Ok(Self { needle, is_within_line, engine })
    }

    /// The leftmost match in `text`. The error is that a limit is reached.
    pub fn find(&self, text: &[u8]) -> Result<Option<Found>, String> {
        match (&self.engine, &self.needle) {
            (Engine::Bytes(bytes), _) => Ok(found_bytes(memmem::find(text, bytes), bytes)),
            (Engine::AnyCase(bytes), _) => {
                let at = text.windows(bytes.len()).position(|window| window.eq_ignore_ascii_case(bytes));
                Ok(found_bytes(at, bytes))
            }
            (_, Some(needle)) if self.is_within_line => self.find_in_lines(text, needle),
            (_, Some(needle)) if needle.find(text).is_none() => Ok(None),
            _ => self.find_in(text, 0..text.len()),
        }
    }

    fn find_in_lines(&self, text: &[u8], needle: &memmem::Finder) -> Result<Option<Found>, String> {
        let mut from = 0;
        while let Some(at) = needle.find(&text[from..]) {
            let at = from + at;
            let start = memchr::memrchr(b'\n', &text[from..at]).map_or(from, |newline| from + newline + 1);
            let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |newline| at + newline);
            if let Some(found) = self.find_in(text, start..end)? {
                return Ok(Some(found));
            }
            if end == text.len() {
                break;
            }
            from = end + 1;
        }
        Ok(None)
    }

    fn find_in(&self, text: &[u8], range: Range<usize>) -> Result<Option<Found>, String> {
        match &self.engine {
            Engine::Automaton(automaton) => Ok(automaton.find(text, range)),
            Engine::Items(items) => items.find(text, range),
            Engine::Bytes(bytes) | Engine::AnyCase(bytes) => {
                let found = found_bytes(memmem::find(&text[range.clone()], bytes), bytes);
                Ok(found.map(|found| found.moved(range.start)))
            }
        }
    }
}

fn found_bytes(at: Option<usize>, bytes: &[u8]) -> Option<Found> {
    at.map(|at| Found { range: at..at + bytes.len(), groups: Vec::new() })
}

/// The items with neighbouring bytes as one.
fn joined(items: Vec<Item>) -> Vec<Item> {
    let mut joined: Vec<Item> = Vec::new();
    for item in items {
        match (joined.last_mut(), item) {
            (Some(Item::Bytes(before)), Item::Bytes(bytes)) => before.extend(bytes),
            (_, item) => joined.push(item),
        }
    }
    joined
}

impl Item {
    fn bytes(&self) -> Option<&[u8]> {
        match self {
            Item::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    fn is_within_line(&self) -> bool {
        match self {
            Item::Bytes(bytes) => !bytes.contains(&b'\n'),
            Item::Expression(expression) | Item::Group(expression) => !expression.lists_newline,
            Item::Same(_) => true,
        }
    }

    fn is_plain(&self) -> bool {
        match self {
            Item::Bytes(_) => true,
            Item::Expression(expression) | Item::Group(expression) => expression.is_plain,
            Item::Same(_) => false,
        }
    }

    /// The expression for the engine.
    fn pattern(&self) -> String {
        match self {
            Item::Bytes(bytes) => posix::literal(bytes),
            Item::Expression(expression) => format!("(?:{})", expression.pattern),
            Item::Group(expression) => format!("({})", expression.pattern),
            Item::Same(_) => String::new(),
        }
    }
}

/// Items without repeated texts.
struct Automaton {
    first: PikeVM,
    /// Finds the longest match; none if that is the first.
    longest: Option<PikeVM>,
}

impl Automaton {
    fn new(items: &[Item], ignore_case: bool) -> Result<Self, String> {
        let pattern: String = items.iter().map(Item::pattern).collect();
        let syntax = syntax::Config::new().unicode(false).utf8(false).multi_line(true).case_insensitive(ignore_case);
        let nfa = thompson::Config::new().utf8(false).nfa_size_limit(Some(MAX_SIZE));
        let nfa = thompson::Compiler::new().syntax(syntax).configure(nfa).build(&pattern);
        let nfa = nfa.map_err(|error| format!("the regular expression is too large: {error}"))?;
        let vm = |kind| {
            let vm = PikeVM::builder().configure(PikeVM::config().match_kind(kind)).build_from_nfa(nfa.clone());
            vm.map_err(|error| error.to_string())
        };
        let longest = if items.iter().all(Item::is_plain) { None } else { Some(vm(MatchKind::All)?) };
        Ok(Self { first: vm(MatchKind::LeftmostFirst)?, longest })
    }

    fn find(&self, text: &[u8], range: Range<usize>) -> Option<Found> {
        let found = run(&self.first, Input::new(text).range(range.clone()))?;
        match &self.longest {
            Some(_) => self.longest_at(text, found.range.start..range.end),
            None => Some(found),
        }
    }

    /// The longest match at the start of `range`, and within it.
    fn longest_at(&self, text: &[u8], range: Range<usize>) -> Option<Found> {
        let vm = self.longest.as_ref().unwrap_or(&self.first);
        run(vm, Input::new(text).range(range).anchored(Anchored::Yes))
    }
}

fn run(vm: &PikeVM, input: Input) -> Option<Found> {
    let mut slots: Vec<Option<NonMaxUsize>> = vec![None; vm.get_nfa().group_info().slot_len()];
    vm.search_slots(&mut vm.create_cache(), &input, &mut slots)?;
    let mut ranges = slots.chunks(2).map(|pair| match pair {
        [Some(start), Some(end)] => start.get()..end.get(),
        // A group outside of the match is empty.
        _ => 0..0,
    });
    Some(Found { range: ranges.next()?, groups: ranges.collect() })
}

/// Items of which some repeat texts.
struct Items {
    parts: Vec<Part>,
    /// The items before the first that repeats a text.
    prefix: Automaton,
    ignore_case: bool,
}

enum Part {
    Bytes(Vec<u8>),
    Expression { automaton: Automaton, is_group: bool, is_within_line: bool },
    Same(usize),
}

impl Items {
    fn new(items: Vec<Item>, first: usize, ignore_case: bool) -> Result<Self, String> {
        let prefix = Automaton::new(&items[..first], ignore_case)?;
        let part = |item: Item| {
            Ok(match item {
                Item::Bytes(bytes) => Part::Bytes(bytes),
                Item::Same(group) => Part::Same(group),
                Item::Expression(_) | Item::Group(_) => Part::Expression {
                    automaton: Automaton::new(std::slice::from_ref(&item), ignore_case)?,
                    is_group: matches!(item, Item::Group(_)),
                    is_within_line: item.is_within_line(),
                },
            })
        };
        let parts = items.into_iter().map(part).collect::<Result<_, String>>()?;
        Ok(Self { parts, prefix, ignore_case })
    }

    fn find(&self, text: &[u8], range: Range<usize>) -> Result<Option<Found>, String> {
        let mut from = range.start;
        let mut trial = Trial { items: self, text, end: range.end, groups: Vec::new(), n_left: MAX_TRIALS };
        while from <= range.end {
            let Some(start) = self.prefix.find(text, from..range.end).map(|found| found.range.start) else { break };
            trial.groups.clear();
            if let Some(end) = trial.end_of(0, start)? {
                return Ok(Some(Found { range: start..end, groups: trial.groups }));
            }
            from = start + 1;
        }
        Ok(None)
    }

    fn is_same(&self, left: &[u8], right: &[u8]) -> bool {
        if self.ignore_case { left.eq_ignore_ascii_case(right) } else { left == right }
    }
}

/// The search for all parts at one start.
struct Trial<'t> {
    items: &'t Items,
    text: &'t [u8],
    end: usize,
    groups: Vec<Range<usize>>,
    n_left: usize,
}

impl Trial<'_> {
    /// The end of the parts from `index` on, if they match at `at`.
    fn end_of(&mut self, index: usize, at: usize) -> Result<Option<usize>, String> {
        let items = self.items;
        match items.parts.get(index) {
            None => Ok(Some(at)),
            Some(Part::Bytes(bytes)) => self.after(index, at, bytes),
            Some(Part::Same(group)) => {
                let text = self.text;
                self.after(index, at, &text[self.groups[*group].clone()])
            }
            Some(Part::Expression { automaton, is_group, is_within_line }) => {
                let line = if *is_within_line { memchr::memchr(b'\n', &self.text[at..self.end]) } else { None };
                let mut limit = line.map_or(self.end, |newline| at + newline);
                loop {
                    self.n_left = self.n_left.checked_sub(1).ok_or("the pattern matches in too many ways")?;
                    let Some(found) = automaton.longest_at(self.text, at..limit) else { return Ok(None) };
                    let n_groups = self.groups.len();
                    if *is_group {
                        self.groups.push(found.range.clone());
                    }
                    if let Some(end) = self.end_of(index + 1, found.range.end)? {
                        return Ok(Some(end));
                    }
                    self.groups.truncate(n_groups);
                    if found.range.is_empty() {
                        return Ok(None);
                    }
                    limit = found.range.end - 1;
                }
            }
        }
    }

    /// The end of the parts after `index`, if `bytes` are at `at`.
    fn after(&mut self, index: usize, at: usize, bytes: &[u8]) -> Result<Option<usize>, String> {
        let next = at + bytes.len();
        if next <= self.end && self.items.is_same(&self.text[at..next], bytes) {
            return self.end_of(index + 1, next);
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use rmlir_diag::posix::{Newline, translate};

    use super::*;

    fn bytes(text: &str) -> Item {
        Item::Bytes(text.into())
    }

    fn expression(text: &str) -> Translation {
        translate(text.as_bytes(), Newline::EndsLine).unwrap()
    }

    fn find(items: Vec<Item>, text: &str) -> Option<(String, Vec<String>)> {
        let found = Matcher::new(items, false).unwrap().find(text.as_bytes()).unwrap()?;
        let groups = found.groups.into_iter().map(|group| text[group].to_owned()).collect();
        Some((text[found.range].to_owned(), groups))
    }

    #[test]
    fn the_longest_of_the_leftmost_matches_is_found() {
        for (pattern, text, expected) in [
            ("a|ab", "xab", "ab"),
            ("a*(ab)?", "aab", "aab"),
            ("(a|ab)(c|bcd)", "abcd", "abcd"),
            ("[ab]*b[c]*", "bcb", "bc"),
        ] {
            let found = find(vec![Item::Expression(expression(pattern))], text);
            assert_eq!(found, Some((expected.to_owned(), vec![])), "{pattern}");
        }
    }

    #[test]
    fn groups_take_the_longest_text_that_lets_the_rest_match() {
        let items = || vec![Item::Group(expression(".*")), bytes(" = "), Item::Group(expression("[a-z]+")), bytes(";")];
        let expected = (String::from("x = y = z;"), vec![String::from("x = y"), String::from("z")]);
        assert_eq!(find(items(), "no\nx = y = z; w"), Some(expected));
        assert_eq!(find(items(), "x = \ny;"), None);
    }

    #[test]
    fn texts_repeat_within_a_pattern() {
        let items = || vec![bytes("%"), Item::Group(expression(".*")), bytes(" = op %"), Item::Same(0), bytes(",")];
        let expected = (String::from("%1 = op %1,"), vec![String::from("1")]);
        assert_eq!(find(items(), "%0 = op %1,\n%1 = op %1,"), Some(expected));
        assert_eq!(find(items(), "%0 = op %00,"), None);
    }

    #[test]
    fn matches_span_lines_where_a_set_lists_the_newline() {
        let items = vec![bytes("a"), Item::Expression(expression("[[:space:]]+")), bytes("b")];
        assert_eq!(find(items, "a \n b"), Some(("a \n b".to_owned(), vec![])));
    }

    #[test]
    fn ends_of_lines_are_seen() {
        assert!(find(vec![bytes("a"), Item::Expression(expression("$"))], "ab\na\n").is_some());
        assert!(find(vec![Item::Expression(expression("^")), bytes("b")], "ab\nab").is_none());
    }

    #[test]
    fn the_number_of_trials_is_bounded() {
        let mut items: Vec<Item> = (0..8).map(|_| Item::Group(expression("a*"))).collect();
        items.extend([bytes("b"), Item::Same(0), bytes("c")]);
        let text = "a".repeat(200) + "b.c";
        assert!(Matcher::new(items, false).unwrap().find(text.as_bytes()).is_err());
    }
}
