//! The printer of LLVM assembly.
//!
//! In reading order: [`slots`] the numbering of unnamed entities; [`types`] and [`constant`] types and constants;
//! [`attribute`] attributes; [`metadata`] nodes; [`instruction`] instructions; [`function`] functions. Here: the order
//! of a module's parts, and globals.

mod attribute;
mod constant;
mod function;
mod instruction;
mod metadata;
mod slots;
mod types;

use std::fmt::Write;

use crate::model::constant::ConstData;
use crate::model::{Global, GlobalId, GlobalKind, Module, Variable};
use slots::Slots;

pub use constant::float_text;
pub use function::CONVENTIONS;

/// The text of a module.
pub fn write(module: &Module) -> String {
    let mut writer = Writer { module, out: String::new(), slots: Slots::new(module), function: None };
    writer.module();
    writer.out
}

/// The state of the printer.
struct Writer<'m> {
    module: &'m Module,
    out: String,
    slots: Slots<'m>,
    /// The function whose values are numbered.
    function: Option<GlobalId>,
}

impl Writer<'_> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn print(&mut self, text: std::fmt::Arguments) {
        let _ = self.out.write_fmt(text);
    }

    /// A word and a space; nothing if it is empty.
    fn word(&mut self, word: &str) {
        if !word.is_empty() {
            self.text(word);
            self.text(" ");
        }
    }

    fn module(&mut self) {
        let module = self.module;
        self.print(format_args!("; ModuleID = '{}'\n", module.id));
        if !module.source.is_empty() {
            self.text("source_filename = ");
            self.quoted(module.source.as_bytes());
            self.text("\n");
        }
        if !module.layout.is_empty() {
            self.print(format_args!("target datalayout = \"{}\"\n", module.layout));
        }
        if !module.triple.is_empty() {
            self.print(format_args!("target triple = \"{}\"\n", module.triple));
        }
        if !module.asm.is_empty() {
            self.text("\n");
            for line in module.asm.lines() {
                self.text("module asm ");
                self.quoted(line.as_bytes());
                self.text("\n");
            }
        }
        self.identified_structs();
        self.comdats();
        self.globals(|kind| matches!(kind, GlobalKind::Variable(_)));
        self.globals(|kind| matches!(kind, GlobalKind::Alias(_)));
        self.globals(|kind| matches!(kind, GlobalKind::IFunc(_)));
        for (id, global, function) in module.functions() {
            self.text("\n");
            self.write_function(id, global, function);
        }
        self.attribute_groups();
        self.all_metadata();
    }

    /// The comdats in use, those of functions first.
    fn comdats(&mut self) {
        let module = self.module;
        let (functions, others): (Vec<_>, Vec<_>) =
            module.globals().map(|(_, global)| global).partition(|global| global.function().is_some());
        let mut used: Vec<&str> = Vec::new();
        for name in functions.into_iter().chain(others).filter_map(|global| global.comdat.as_deref()) {
            if !used.contains(&name) {
                used.push(name);
            }
        }
        for name in used {
            let kind = module.comdats.iter().find(|(other, _)| other == name).map_or("any", |(_, kind)| kind);
            self.text("\n");
            self.name('$', name);
            self.print(format_args!(" = comdat {kind}\n"));
        }
    }

    fn globals(&mut self, is: fn(&GlobalKind) -> bool) {
        let mut is_first = true;
        for (_, global) in self.module.globals().filter(|(_, global)| is(&global.kind)) {
            if std::mem::take(&mut is_first) {
                self.text("\n");
            }
            self.name('@', &global.name);
            self.text(" = ");
            match &global.kind {
                GlobalKind::Variable(variable) => self.variable(global, variable),
                GlobalKind::Alias(aliasee) => self.indirect(global, "alias", *aliasee),
                GlobalKind::IFunc(resolver) => self.indirect(global, "ifunc", Some(*resolver)),
                GlobalKind::Function(_) => {}
            }
            self.text("\n");
        }
    }

    /// Linkage, visibility and related keywords.
    fn linkage(&mut self, global: &Global) {
        self.word(global.linkage);
        self.preemption(global);
        self.word(global.visibility);
        match global.thread_local {
            None => {}
            Some("") => self.text("thread_local "),
            Some(model) => self.print(format_args!("thread_local({model}) ")),
        }
        self.word(global.unnamed_addr);
    }

    /// `dso_local`, unless linkage or visibility imply it.
    fn preemption(&mut self, global: &Global) {
        let is_local = matches!(global.linkage, "internal" | "private");
        let is_hidden = !global.visibility.is_empty() && global.linkage != "extern_weak";
        if global.dso_local && !is_local && !is_hidden {
            self.text("dso_local ");
        }
    }

    fn variable(&mut self, global: &Global, variable: &Variable) {
        if variable.initializer.is_none() && global.linkage.is_empty() {
            self.text("external ");
        }
        self.linkage(global);
        if global.space != 0 {
            self.print(format_args!("addrspace({}) ", global.space));
        }
        if variable.externally_initialized {
            self.text("externally_initialized ");
        }
        self.text(if variable.constant { "constant " } else { "global " });
        self.ty(global.ty);
        if let Some(initializer) = variable.initializer {
            self.text(" ");
            self.constant(initializer);
        }
        if let Some(section) = &global.section {
            self.text(", section ");
            self.quoted(section.as_bytes());
        }
        if let Some(comdat) = &global.comdat {
            self.text(",");
            self.comdat(&global.name, comdat);
        }
        if global.align != 0 {
            self.print(format_args!(", align {}", global.align));
        }
        self.attachments(", ", &global.attachments);
        if !variable.attrs.is_empty() {
            let slot = self.slots.group(&variable.attrs);
            self.print(format_args!(" #{slot}"));
        }
    }

    fn comdat(&mut self, name: &str, comdat: &str) {
        self.text(" comdat");
        if name != comdat {
            self.text("(");
            self.name('$', comdat);
            self.text(")");
        }
    }

    fn indirect(&mut self, global: &Global, keyword: &str, target: Option<crate::model::constant::ConstId>) {
        self.linkage(global);
        self.text(keyword);
        self.text(" ");
        self.ty(global.ty);
        self.text(", ");
        if let Some(target) = target {
            // Expressions print their own type.
            match self.module.constants.data(target) {
                ConstData::Expr { .. } | ConstData::Gep { .. } => self.constant(target),
                _ => self.typed_constant(target),
            }
        }
    }

    /// A name after its sigil, in quotes if necessary.
    fn name(&mut self, sign: char, name: &str) {
        self.out.push(sign);
        self.bare_name(name);
    }

    /// A name without its sigil.
    fn bare_name(&mut self, name: &str) {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'$');
        let needs_quotes = name.as_bytes().first().is_none_or(u8::is_ascii_digit) || !name.bytes().all(is_plain);
        if needs_quotes { self.quoted(name.as_bytes()) } else { self.text(name) }
    }

    /// A string in quotes.
    fn quoted(&mut self, text: &[u8]) {
        self.out.push('"');
        self.escaped(text);
        self.out.push('"');
    }

    fn escaped(&mut self, text: &[u8]) {
        for &byte in text {
            match byte {
                b'\\' => self.text("\\\\"),
                b' '..=b'~' if byte != b'"' => self.out.push(char::from(byte)),
                _ => self.print(format_args!("\\{byte:02X}")),
            }
        }
    }
}
