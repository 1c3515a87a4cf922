//! Shows what is the same for all threads: the function with a margin, or as JSON; and says why what differs does.
//!
//! The margin has `U` where an operation's results are the same for all threads that run it together and `D` where they
//! may differ; for terminators and operations with regions it is about where control goes. `T` marks what is the same
//! itself but reads a value after threads left a cycle at different times. Block arguments that differ are listed after
//! the function.

use std::fmt::Write;

use rmlir::analysis::uniformity::from_ir::{Origin, Place};
use rmlir::analysis::uniformity::source::functions;
use rmlir::analysis::uniformity::{Cause, FunctionFlow, ItemId, ItemKind, Mode, Target, Uniformity, analyze};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::text::print::{OpPlace, PrintOptions, ValueNames, print_loc, print_with_places};
use serde_json::{Value as Json, json};

/// Print which values and branches are the same for all threads.
#[pass(name = "print-uniformity", title = "PrintUniformityPass")]
pub struct PrintUniformity {
    /// By which rules: "sound", or "llvm" for what LLVM 22 says
    #[option(default = "sound")]
    mode: String,
    /// Whose threads: "generic", "amdgcn" or "nvptx"
    #[option(default = "generic")]
    target: String,
    /// Print as JSON
    json: bool,
    /// Say why each branch that differs does
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
            let mut shown = Shown { function, flow: &flow, result: &result, names: names(function) };
            match self.json {
                true => _ = writeln!(text, "{}", shown.as_json()),
                false => text.push_str(&shown.as_text()),
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

fn names(function: OpRef) -> ValueNames {
    ValueNames::new(function, &PrintOptions::default())
}

/// One function with the answers.
struct Shown<'a> {
    function: OpRef<'a>,
    flow: &'a FunctionFlow<'a>,
    result: &'a Uniformity,
    names: ValueNames,
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
                let line = self.result.cycles().show(cycle, &|block| self.place(block));
                _ = writeln!(out, "cycle {what}: {line}");
            }
        }
        out
    }

    /// What stands beside the line of an operation.
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
                found.push(self.names.get(ValueRef::new(body, value)));
            }
        }
        found
    }

    /// The name of a block of the flow.
    fn place(&self, block: u32) -> String {
        let body = self.flow.body;
        match self.flow.places[block as usize] {
            Place::Block(block) => {
                let region = body.region_of(block).expect("a block of a function is in a region");
                let number = body.blocks(region).position(|other| other == block).unwrap_or(0);
                let owner = body.region_owner(region);
                match owner == self.function.id {
                    true => format!("^bb{number}"),
                    false => format!("{}:^bb{number}", OpRef::new(body, owner).name_str()),
                }
            }
            Place::Header(op) => format!("{}:header", OpRef::new(body, op).name_str()),
            Place::After(op) => format!("{}:after", OpRef::new(body, op).name_str()),
        }
    }

    /// What an item is called.
    fn item(&mut self, item: ItemId) -> String {
        let body = self.flow.body;
        match self.flow.origins[item as usize] {
            Origin::Value(value) => self.names.get(ValueRef::new(body, value)),
            Origin::Op(op) => format!("'{}'", OpRef::new(body, op).name_str()),
            Origin::Hidden => "the iteration".to_owned(),
        }
    }

    /// Why an item differs, in words.
    fn words(&mut self, item: ItemId, cause: Cause) -> String {
        let name = self.item(item);
        match cause {
            Cause::Source => format!("{name} is each thread's own"),
            Cause::Input(input) => format!("{name} takes {}", self.item(input)),
            Cause::Join { branch } => {
                format!("{name} depends on the way taken after the divergent branch in {}", self.place(branch))
            }
            Cause::Cycle { branch, .. } => {
                format!(
                    "{name} differs between iterations of a cycle that threads enter in different places after the divergent branch in {}",
                    self.place(branch)
                )
            }
            Cause::Temporal { value, branch, .. } => {
                let value = self.item(value);
                format!(
                    "{name} reads {value} after threads left a cycle at different times by the branch in {}",
                    self.place(branch)
                )
            }
        }
    }

    /// The operation that makes what an item stands for.
    fn op_of(&self, origin: Origin) -> Option<OpRef<'_>> {
        let body = self.flow.body;
        let op = match origin {
            Origin::Value(value) => body.defining_op(value)?,
            Origin::Op(op) => op,
            Origin::Hidden => return None,
        };
        Some(OpRef::new(body, op))
    }

    fn as_json(&mut self) -> Json {
        let mut items = Vec::new();
        for item in self.flow.flow.item_ids() {
            let origin = self.flow.origins[item as usize];
            if origin == Origin::Hidden {
                continue;
            }
            let kind = match self.flow.flow[item].kind {
                ItemKind::Argument => "argument",
                ItemKind::Phi => "phi",
                ItemKind::Instruction => "instruction",
                ItemKind::Terminator => "branch",
            };
            let is_divergent = self.result.is_divergent(item);
            let block = self.place(self.flow.flow[item].block);
            let mut entry = json!({
                "name": self.item(item), "kind": kind, "block": block, "divergent": is_divergent,
            });
            let why: Vec<Json> = self
                .result
                .explain(&self.flow.flow, item)
                .into_iter()
                .map(|(item, cause)| Json::from(self.words(item, cause)))
                .collect();
            if let Some(op) = self.op_of(origin) {
                entry["op"] = Json::from(op.name_str());
                entry["loc"] = Json::from(print_loc(op.cx(), op.loc()));
            }
            if is_divergent {
                entry["why"] = Json::from(why);
            }
            items.push(entry);
        }
        let show = |cycles: &[u32]| -> Vec<String> {
            cycles.iter().map(|&cycle| self.result.cycles().show(cycle, &|block| self.place(block))).collect()
        };
        json!({
            "function": self.function.symbol_name().map(|name| name.str(self.function.cx())),
            "items": items,
            "assumed_divergent": show(self.result.assumed_divergent()),
            "divergent_exits": show(self.result.divergent_exits()),
        })
    }

    /// A remark for each divergent branch, with the chain of causes.
    fn remarks(&mut self) -> Vec<Diagnostic> {
        let (body, cx) = (self.flow.body, self.function.cx());
        let mut found = Vec::new();
        for item in self.flow.flow.item_ids() {
            let Origin::Op(op) = self.flow.origins[item as usize] else { continue };
            if self.flow.flow[item].kind != ItemKind::Terminator || !self.result.is_divergent(item) {
                continue;
            }
            let why = self.result.explain(&self.flow.flow, item);
            let why: Vec<String> = why.into_iter().map(|(item, cause)| self.words(item, cause)).collect();
            let place = OpRef::new(body, op).loc().place(cx);
            found.push(Diagnostic::remark(place, format!("threads may part here: {}", why.join("; "))));
        }
        found
    }
}
