//! Random structured programs, as text: ifs, loops and switches with results and loop-carried values.
//!
//! `arith.xori` and `arith.muli` on `i32` are compared: lowering to branches does not create any.

use std::fmt::Write;

use crate::numbers::Numbers;

/// The maximum nesting depth.
const MAX_DEPTH: usize = 3;

/// The program of `seed`.
pub fn random_text(seed: u64) -> String {
    let mut writer = Writer { numbers: Numbers::new(seed), out: String::new(), next: 0, indent: 1 };
    writer.out.push_str("func.func @f(%a: i32, %b: i32, %n: index, %u: i1) attributes {gpu.kernel} {\n");
    writer.line("%lane = gpu.lane_id");
    writer.line("%tid = arith.index_cast %lane : index to i32");
    writer.line("%c0 = arith.constant 0 : index");
    writer.line("%c1 = arith.constant 1 : index");
    let words = ["%a", "%b", "%tid"].map(str::to_owned).to_vec();
    writer.block(&words, 0);
    writer.line("return");
    writer.out.push_str("}\n");
    writer.out
}

struct Writer {
    numbers: Numbers,
    out: String,
    next: usize,
    indent: usize,
}

impl Writer {
    fn line(&mut self, text: impl AsRef<str>) {
        _ = writeln!(self.out, "{}{}", "  ".repeat(self.indent), text.as_ref());
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn word(&mut self, words: &[String]) -> String {
        // Recent values are chosen more often.
        let start = if self.numbers.below(2) == 0 { words.len().saturating_sub(4) } else { 0 };
        words[start + self.numbers.below(words.len() - start)].clone()
    }

    /// Some operations that may use `words`; returns all words in scope afterwards.
    fn block(&mut self, words: &[String], depth: usize) -> Vec<String> {
        let mut words = words.to_vec();
        for _ in 0..2 + self.numbers.below(4) {
            let kind = if depth == MAX_DEPTH { 0 } else { self.numbers.below(8) };
            let made = match kind {
                0..4 => self.arithmetic(&words),
                4 | 5 => self.conditional(&words, depth),
                6 => self.counted(&words, depth),
                _ => self.repeated(&words, depth),
            };
            words.push(made);
        }
        words
    }

    fn arithmetic(&mut self, words: &[String]) -> String {
        let (made, lhs, rhs) = (self.fresh(), self.word(words), self.word(words));
        let op = *self.numbers.one_of(&["xori", "muli"]);
        self.line(format!("{made} = arith.{op} {lhs}, {rhs} : i32"));
        made
    }

    fn condition(&mut self, words: &[String]) -> String {
        if self.numbers.below(4) == 0 {
            return "%u".to_owned();
        }
        let (made, lhs, rhs) = (self.fresh(), self.word(words), self.word(words));
        self.line(format!("{made} = arith.cmpi slt, {lhs}, {rhs} : i32"));
        made
    }

    /// A region whose terminator is `end` of one of its words.
    fn region(&mut self, words: &[String], depth: usize, end: impl FnOnce(&mut Self, &str, &[String]) -> String) {
        self.indent += 1;
        let words = self.block(words, depth + 1);
        let word = self.word(&words);
        let end = end(self, &word, &words);
        self.line(end);
        self.indent -= 1;
    }

    fn conditional(&mut self, words: &[String], depth: usize) -> String {
        let condition = self.condition(words);
        let made = self.fresh();
        self.line(format!("{made} = scf.if {condition} -> (i32) {{"));
        self.region(words, depth, |_, word, _| format!("scf.yield {word} : i32"));
        self.line("} else {");
        self.region(words, depth, |_, word, _| format!("scf.yield {word} : i32"));
        self.line("}");
        made
    }

    fn counted(&mut self, words: &[String], depth: usize) -> String {
        let (made, carried, variable, init) = (self.fresh(), self.fresh(), self.fresh(), self.word(words));
        let bounds = ["%c0", "%n", "%c1"].map(|usual| self.bound(usual, words));
        let [lower, upper, step] = bounds;
        self.line(format!(
            "{made} = scf.for {variable} = {lower} to {upper} step {step} iter_args({carried} = {init}) -> (i32) {{"
        ));
        let index = self.fresh();
        self.line(format!("  {index} = arith.index_cast {variable} : index to i32"));
        let inner = [words, &[carried, index]].concat();
        self.region(&inner, depth, |_, word, _| format!("scf.yield {word} : i32"));
        self.line("}");
        made
    }

    /// The usual bound of a loop or, in one of four cases, a word.
    fn bound(&mut self, usual: &str, words: &[String]) -> String {
        if self.numbers.below(4) != 0 {
            return usual.to_owned();
        }
        let (made, word) = (self.fresh(), self.word(words));
        self.line(format!("{made} = arith.index_cast {word} : i32 to index"));
        made
    }

    fn repeated(&mut self, words: &[String], depth: usize) -> String {
        let (made, before, after, init) = (self.fresh(), self.fresh(), self.fresh(), self.word(words));
        self.line(format!("{made} = scf.while ({before} = {init}) : (i32) -> i32 {{"));
        let inner = [words, &[before]].concat();
        self.region(&inner, depth, |writer, word, words| {
            let condition = writer.condition(words);
            format!("scf.condition({condition}) {word} : i32")
        });
        self.line("} do {");
        self.line(format!("^bb0({after}: i32):"));
        let inner = [words, &[after]].concat();
        self.region(&inner, depth, |_, word, _| format!("scf.yield {word} : i32"));
        self.line("}");
        made
    }
}

/// Compares the results of `print-uniformity` for the arithmetic of `text` before and after lowering to branches:
/// returns the number of compared operations, or the difference.
pub fn compare(text: &str) -> Result<usize, String> {
    let before = verdicts(text, &[])?;
    let after = verdicts(text, &["--convert-scf-to-cf"])?;
    let differs = |place: &&String| before.get(*place) != after.get(*place);
    let show = |place: &String| format!("{place}: {:?} and as branches {:?}", before.get(place), after.get(place));
    let different: Vec<String> = before.keys().chain(after.keys()).filter(differs).map(show).collect();
    match different.is_empty() {
        true => Ok(before.len()),
        false => Err(format!("{text}\n{}", different.join("\n"))),
    }
}

/// Whether each arithmetic operation is divergent, by its position in the text.
fn verdicts(text: &str, passes: &[&str]) -> Result<std::collections::BTreeMap<String, bool>, String> {
    let mut args: Vec<String> = passes.iter().map(|&pass| pass.to_owned()).collect();
    args.extend(["--print-uniformity=json=true".to_owned(), "-".to_owned()]);
    let ran = rmlir_opt::opt::run(&rmlir_opt::Registry::everything(), &args, text.as_bytes());
    let said = String::from_utf8_lossy(&ran.stderr);
    if ran.code != 0 {
        return Err(format!("{said}\n{text}"));
    }
    let json: serde_json::Value = serde_json::from_str(&said).map_err(|error| format!("{error}: {said}"))?;
    let items = json["items"].as_array().ok_or_else(|| format!("no items: {said}"))?;
    let is_ours = |item: &&serde_json::Value| matches!(item["op"].as_str(), Some("arith.xori" | "arith.muli"));
    let entry = |item: &serde_json::Value| Some((item["loc"].as_str()?.to_owned(), item["divergent"].as_bool()?));
    Ok(items.iter().filter(is_ours).filter_map(entry).collect())
}
