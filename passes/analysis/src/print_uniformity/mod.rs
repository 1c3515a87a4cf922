//! Prints the uniformity of values: the function with a margin, or as JSON; and the causes of divergence. [`words`] has
//! the names and the chains of causes.
//!
//! The margin has `U` where an operation's results are uniform for all threads that execute it together and `D` where
//! they may be divergent; for terminators and operations with regions it is about control flow. `T` marks operations
//! that are uniform themselves but read a value after threads exited a cycle at different times (temporal divergence).
//! Divergent block arguments are listed after the function.

use std::fmt::Write;

mod words;

use rmlir::analysis::uniformity::from_ir::Origin;
use rmlir::analysis::uniformity::source::functions;
use rmlir::analysis::uniformity::{FunctionFlow, ItemId, ItemKind, Mode, Target, Uniformity, analyze};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::text::print::{OpPlace, PrintOptions, print_loc, print_with_places};
use serde_json::{Value as Json, json};

use self::words::{Link, Words};

/// Print uniform and divergent values and branches.
#[pass(name = "print-uniformity", title = "PrintUniformityPass")]
pub struct PrintUniformity {
    /// The rules: "sound", or "llvm" for those of LLVM 22
    #[option(default = "sound")]
    mode: String,
    /// The target: "generic", "amdgcn" or "nvptx"
    #[option(default = "generic")]
    target: String,
    /// Print as JSON
    json: bool,
    /// List after each function the causes of each divergent value and branch
    why: bool,
    /// Emit a remark for each divergent value and branch, with a note for each step of its chain of causes
    remarks: bool,
}

impl Pass for PrintUniformity {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mode = match self.mode.as_str() {
            "sound" => Mode::Sound,
            "llvm" => Mode::Llvm,
            other => return Err(Diagnostic::error(cx.op().loc().place(cx), format!("unknown mode '{other}'")).into()),
        };
        let target = match self.target.as_str() {
            "generic" => Target::Generic,
            "amdgcn" => Target::Amdgcn,
            "nvptx" => Target::Nvptx,
            other => return Err(Diagnostic::error(cx.op().loc().place(cx), format!("unknown target '{other}'")).into()),
        };
        let (mut text, mut remarks) = (String::new(), Vec::new());
        for function in functions(cx.op()) {
            let flow = FunctionFlow::new(function, target);
            let result = analyze(&flow.flow, mode);
            let mut shown =
                Shown { function, flow: &flow, result: &result, words: Words::new(function, &flow, &result) };
            match self.json {
                true => _ = writeln!(text, "{}", shown.as_json()),
                false => text.push_str(&shown.as_text()),
            }
            if self.why && !self.json {
                text.push_str(&shown.reasons());
            }
            if self.remarks {
                remarks.extend(shown.remarks());
            }
        }
        cx.emit_text(text);
        remarks.into_iter().for_each(|remark| cx.emit(remark));
        Ok(())
    }
}

/// One function with the analysis results.
struct Shown<'a> {
    function: OpRef<'a>,
    flow: &'a FunctionFlow<'a>,
    result: &'a Uniformity,
    words: Words<'a>,
}

impl Shown<'_> {
    fn as_text(&mut self) -> String {
        let (text, places) = print_with_places(self.function, &PrintOptions::default());
        let mut margins: Vec<char> = vec![' '; text.lines().count() + 1];
        for place in places {
            if let Some(margin) = self.margin(place) {
                margins[place.line as usize] = margin;
            }
        }
        let mut out = String::new();
        for (line, margin) in text.lines().zip(&margins[1..]) {
            _ = writeln!(out, "{}", format!("{margin} | {line}").trim_end());
        }
        let arguments = self.divergent_arguments();
        if !arguments.is_empty() {
            _ = writeln!(out, "divergent arguments: {}", arguments.join(", "));
        }
        for (what, cycles) in [
            ("assumed divergent", self.result.assumed_divergent()),
            ("left at different times", self.result.divergent_exits()),
        ] {
            for &cycle in cycles {
                let line = self.words.cycle(cycle);
                _ = writeln!(out, "cycle {what}: {line}");
            }
        }
        out
    }

    /// The margin of the line of an operation.
    fn margin(&self, place: OpPlace) -> Option<char> {
        let body = self.flow.body;
        if place.body != body.number() || place.op == self.function.id {
            return None;
        }
        let op = OpRef::new(body, place.op);
        let mut items: Vec<ItemId> = self.flow.decision(place.op).into_iter().collect();
        items.extend(op.results().filter_map(|result| self.flow.item(result.id)));
        let is_divergent = items.iter().any(|&item| self.result.is_divergent(item));
        let is_late = |item: ItemId| self.result.temporal_uses().iter().any(|used| used.user == item);
        Some(match () {
            () if items.iter().any(|&item| is_late(item)) => 'T',
            () if is_divergent => 'D',
            () => 'U',
        })
    }

    fn divergent_arguments(&mut self) -> Vec<String> {
        let body = self.flow.body;
        let mut found = Vec::new();
        for (item, &origin) in (0..).zip(&self.flow.origins) {
            let Origin::Value(value) = origin else { continue };
            if body.defining_op(value).is_none() && self.result.is_divergent(item) {
                found.push(self.words.value(value));
            }
        }
        found
    }

    fn as_json(&mut self) -> Json {
        let items: Vec<Json> = self.flow.flow.item_ids().filter_map(|item| self.item_as_json(item)).collect();
        let uses: Vec<Json> = self.result.temporal_uses().iter().map(|used| {
            json!({ "value": self.words.item(used.value), "user": self.words.item(used.user), "cycle": self.words.cycle(used.cycle) })
        }).collect();
        let show = |cycles: &[u32]| -> Vec<String> { cycles.iter().map(|&cycle| self.words.cycle(cycle)).collect() };
        json!({
            "function": self.function.symbol_name().map(|name| name.str(self.function.cx())),
            "items": items,
            "assumed_divergent": show(self.result.assumed_divergent()),
            "divergent_exits": show(self.result.divergent_exits()),
            "divergent_uses": uses,
        })
    }

    /// A value or a branch, unless it is internal.
    fn item_as_json(&mut self, item: ItemId) -> Option<Json> {
        let origin = self.flow.origins[item as usize];
        let op = match origin {
            Origin::Value(value) => self.flow.body.defining_op(value),
            Origin::Op(op) => Some(op),
            Origin::Hidden => return None,
        };
        let kind = match self.flow.flow[item].kind {
            ItemKind::Argument => "argument",
            ItemKind::Phi => "phi",
            ItemKind::Instruction => "instruction",
            ItemKind::Terminator => "branch",
        };
        let is_divergent = self.result.is_divergent(item);
        let block = self.words.place(self.flow.flow[item].block);
        let mut entry =
            json!({ "name": self.words.item(item), "kind": kind, "block": block, "divergent": is_divergent });
        let cx = self.function.cx();
        if let Some(op) = op {
            let op = OpRef::new(self.flow.body, op);
            entry["op"] = Json::from(op.name_str());
            entry["loc"] = Json::from(print_loc(cx, op.loc()));
        }
        if is_divergent {
            let link = |link: Link| json!({ "because": link.words, "loc": print_loc(cx, link.loc) });
            entry["why"] = self.words.chain(item).into_iter().map(link).collect();
        }
        Some(entry)
    }

    /// A line for each divergent value and branch, and one below for each step of the chain of causes.
    fn reasons(&mut self) -> String {
        let cx = self.function.cx();
        let mut out = String::new();
        for item in self.flow.flow.item_ids().filter(|&item| self.flow.origins[item as usize] != Origin::Hidden) {
            let chain = self.words.chain(item);
            if !chain.is_empty() {
                _ = writeln!(out, "{} is divergent because", self.words.item(item));
            }
            for link in chain {
                _ = writeln!(out, "  {} at {}", link.words, print_loc(cx, link.loc));
            }
        }
        out
    }

    /// A remark for each divergent value and branch, with a note for each step of the chain of causes.
    fn remarks(&mut self) -> Vec<Diagnostic> {
        let cx = self.function.cx();
        let mut found = Vec::new();
        for item in self.flow.flow.item_ids() {
            let mut chain = self.words.chain(item).into_iter();
            let Some(first) = chain.next().filter(|_| self.flow.origins[item as usize] != Origin::Hidden) else {
                continue;
            };
            let what = match self.flow.flow[item].kind {
                ItemKind::Terminator => "threads may part here",
                _ => "threads may differ here",
            };
            let remark = Diagnostic::remark(first.loc.place(cx), format!("{what}: {}", first.words));
            found.push(chain.fold(remark, |remark, link| remark.note(link.loc.place(cx), link.words)));
        }
        found
    }
}
