//! Lists of names in messages, and suggestions for misspelt names.

/// Joins names to a list: `a`, `a or b`, `a, b or c`.
pub fn human_list<S: AsRef<str>>(items: &[S], conjunction: &str) -> String {
    let Some((last, firsts)) = items.split_last() else {
        return String::new();
    };
    if firsts.is_empty() {
        return last.as_ref().to_string();
    }
    let firsts: Vec<&str> = firsts.iter().map(AsRef::as_ref).collect();
    format!("{} {conjunction} {}", firsts.join(", "), last.as_ref())
}

/// The allowed alternatives: `'a'`, or `one of 'a', 'b' or 'c'`.
pub fn one_of<S: AsRef<str>>(items: &[S]) -> String {
    let quoted: Vec<String> = items.iter().map(|item| format!("'{}'", item.as_ref())).collect();
    let list = human_list(&quoted, "or");
    if quoted.len() < 2 { list } else { format!("one of {list}") }
}

/// Longer names are not compared: they are not misspelt by a letter, and the comparison is quadratic.
const MAX_NAME: usize = 128;

/// The most similar candidate: its edit distance is at most a third of its length. The earlier one wins a tie.
pub fn near_name<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wanted.is_empty() || MAX_NAME < wanted.len() {
        return None;
    }
    let n_wanted = wanted.chars().count();
    let mut best = None;
    let mut room = (n_wanted / 3).max(1);
    for candidate in candidates {
        if candidate == wanted {
            return Some(candidate);
        }
        // Every extra or missing letter is a difference.
        let n_letters = candidate.chars().count();
        if room < n_letters.abs_diff(n_wanted) {
            continue;
        }
        let distance = strsim::damerau_levenshtein(wanted, candidate);
        // A replacement of every letter is no similarity: `x` is not near `y`.
        if distance <= room && distance < n_letters.max(n_wanted) {
            best = Some(candidate);
            room = distance - 1;
        }
    }
    best
}
