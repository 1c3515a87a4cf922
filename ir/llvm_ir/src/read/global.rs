//! Top-level entities of a module.

use super::Reader;
use super::failure::Read;
use super::lexer::TokenKind;
use super::types::{ARGUMENT, GLOBAL, RESULT};
use crate::model::attribute::{AttributeSet, Value};
use crate::model::types::Ty;
use crate::model::{Function, Global, GlobalId, GlobalKind, Variable};
use crate::write::CONVENTIONS;

const LINKAGES: &[&str] = &[
    "available_externally",
    "linkonce_odr",
    "linkonce",
    "weak_odr",
    "weak",
    "appending",
    "internal",
    "private",
    "extern_weak",
    "common",
];

const COMDATS: &[&str] = &["any", "exactmatch", "largest", "nodeduplicate", "samesize"];

const TLS_MODELS: &[&str] = &["localdynamic", "initialexec", "localexec"];

/// The keywords before the kind of a global.
struct Prefix {
    linkage: &'static str,
    is_external: bool,
    dso_local: bool,
    visibility: &'static str,
    thread_local: Option<&'static str>,
    unnamed_addr: &'static str,
}

impl Reader {
    pub(super) fn module(&mut self) -> Read<()> {
        self.first_pass()?;
        loop {
            let token = self.peek().clone();
            let text = String::from_utf8_lossy(&token.text).into_owned();
            match (token.kind, &text[..]) {
                (TokenKind::End, _) => return Ok(()),
                (TokenKind::Word, "source_filename") => {
                    self.advance();
                    self.sign("=")?;
                    self.module.source = self.string()?;
                }
                (TokenKind::Word, "target") => self.target_line()?,
                (TokenKind::Word, "module") => {
                    self.advance();
                    self.word("asm")?;
                    let line = self.string()?;
                    self.module.asm.push_str(&line);
                    self.module.asm.push('\n');
                }
                (TokenKind::Word, "define" | "declare") => self.function()?,
                (TokenKind::Word, "attributes") => self.group_definition()?,
                (TokenKind::Local, _) => self.struct_definition()?,
                (TokenKind::Global, _) => self.global()?,
                (TokenKind::Metadata, _) => self.metadata_definition()?,
                (TokenKind::Sign, "^") => self.summary_entry()?,
                (TokenKind::Comdat, _) => {
                    self.advance();
                    self.sign("=")?;
                    self.word("comdat")?;
                    let kind = self.one_of(COMDATS).unwrap_or("any");
                    self.module.comdats.push((text, kind));
                }
                _ => return self.fail("expected top-level entity"),
            }
        }
    }

    /// Skips an entry of the summary that clang appends for link-time optimization: it repeats what the module says.
    fn summary_entry(&mut self) -> Read<()> {
        self.sign("^")?;
        self.advance();
        self.sign("=")?;
        self.advance();
        let mut depth = 0i64;
        loop {
            let token = self.peek();
            match (token.kind, &token.text[..]) {
                (TokenKind::End, _) => return self.fail("expected the end of a summary entry"),
                (TokenKind::Sign, b"(") => depth += 1,
                (TokenKind::Sign, b")") => depth -= 1,
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Creates all globals, and parses the attribute groups.
    fn first_pass(&mut self) -> Read<()> {
        let mut depth = 0i64;
        while self.peek().kind != TokenKind::End {
            let token = self.peek().clone();
            match token.kind {
                TokenKind::Sign if matches!(&token.text[..], b"{" | b"(" | b"[") => depth += 1,
                TokenKind::Sign if matches!(&token.text[..], b"}" | b")" | b"]") => depth -= 1,
                TokenKind::Word if depth == 0 && token.text == b"attributes" => {
                    self.group_definition()?;
                    continue;
                }
                TokenKind::Word if depth == 0 && matches!(&token.text[..], b"define" | b"declare") => {
                    let rest = &self.tokens[self.next..];
                    let name = rest.iter().find(|token| token.kind == TokenKind::Global);
                    if let Some(name) = name {
                        let name = String::from_utf8_lossy(&name.text).into_owned();
                        let kind = GlobalKind::Function(Box::default());
                        self.place(&name, kind, token.at)?;
                    }
                }
                TokenKind::Global if depth == 0 => {
                    let next = self.peek_at(1);
                    if next.kind == TokenKind::Sign && next.text == b"=" {
                        let name = String::from_utf8_lossy(&token.text).into_owned();
                        self.place(&name, GlobalKind::Variable(Variable::default()), token.at)?;
                    }
                }
                _ => {}
            }
            self.advance();
        }
        self.next = 0;
        Ok(())
    }

    fn place(&mut self, name: &str, kind: GlobalKind, at: usize) -> Read<()> {
        if self.module.lookup(name).is_some() {
            return Err(super::Failure { at, message: format!("redefinition of global '@{name}'") });
        }
        self.module.add(Global::new(name, Ty::VOID, kind));
        self.declared.insert(name.to_owned());
        Ok(())
    }

    /// The global whose name is next.
    pub(super) fn global_name(&mut self) -> Read<GlobalId> {
        let name = self.peek().text.clone();
        let name = String::from_utf8_lossy(&name).into_owned();
        if self.peek().kind != TokenKind::Global {
            return self.fail("expected global name");
        }
        if self.at_undeclared() {
            return self.fail("intrinsic can only be used as callee");
        }
        match self.module.lookup(&name) {
            Some(id) => {
                self.advance();
                Ok(id)
            }
            None => self.fail(format!("use of undefined value '@{name}'")),
        }
    }

    fn target_line(&mut self) -> Read<()> {
        self.advance();
        let is_layout = self.at_word("datalayout");
        if !is_layout && !self.at_word("triple") {
            return self.fail("unknown target property");
        }
        self.advance();
        self.sign("=")?;
        let text = self.string()?;
        *(if is_layout { &mut self.module.layout } else { &mut self.module.triple }) = text;
        Ok(())
    }

    fn prefix(&mut self) -> Read<Prefix> {
        let linkage = self.one_of(LINKAGES).unwrap_or("");
        let is_external = self.try_word("external");
        let dso_local = self.one_of(&["dso_local", "dso_preemptable"]) == Some("dso_local");
        let visibility = match self.one_of(&["default", "hidden", "protected"]) {
            Some("default") | None => "",
            Some(visibility) => visibility,
        };
        self.one_of(&["dllimport", "dllexport"]);
        let mut thread_local = None;
        if self.try_word("thread_local") {
            thread_local = Some("");
            if self.try_sign("(") {
                thread_local = self.one_of(TLS_MODELS);
                self.sign(")")?;
            }
        }
        let unnamed_addr = self.one_of(&["unnamed_addr", "local_unnamed_addr"]).unwrap_or("");
        Ok(Prefix { linkage, is_external, dso_local, visibility, thread_local, unnamed_addr })
    }

    fn set_prefix(&mut self, id: GlobalId, prefix: &Prefix) {
        let global = self.module.global_mut(id);
        global.linkage = prefix.linkage;
        global.visibility = prefix.visibility;
        global.thread_local = prefix.thread_local;
        global.unnamed_addr = prefix.unnamed_addr;
        let is_local = matches!(prefix.linkage, "internal" | "private");
        let is_hidden = !prefix.visibility.is_empty() && prefix.linkage != "extern_weak";
        global.dso_local = prefix.dso_local || is_local || is_hidden;
    }

    fn global(&mut self) -> Read<()> {
        let id = self.global_name()?;
        self.sign("=")?;
        let prefix = self.prefix()?;
        self.set_prefix(id, &prefix);
        if self.try_word("addrspace") {
            self.module.global_mut(id).space = self.number_in_parens()? as u32;
        }
        let externally_initialized = self.try_word("externally_initialized");
        let Some(keyword) = self.one_of(&["global", "constant", "alias", "ifunc"]) else {
            return self.fail("expected 'global' or 'constant'");
        };
        let ty = match keyword {
            "alias" | "ifunc" => self.any_ty()?,
            _ => self.ty_for(&GLOBAL)?,
        };
        self.module.global_mut(id).ty = ty;
        match keyword {
            "alias" | "ifunc" => {
                self.sign(",")?;
                let target = if self.at_type() { self.typed_constant()? } else { self.constant(Ty::PTR)? };
                let kind = if keyword == "alias" { GlobalKind::Alias(Some(target)) } else { GlobalKind::IFunc(target) };
                self.module.global_mut(id).kind = kind;
            }
            _ => {
                let is_declared = prefix.is_external || prefix.linkage == "extern_weak";
                let initializer = if is_declared { None } else { Some(self.constant(ty)?) };
                let variable = Variable {
                    constant: keyword == "constant",
                    externally_initialized,
                    initializer,
                    attrs: AttributeSet::default(),
                };
                self.module.global_mut(id).kind = GlobalKind::Variable(variable);
            }
        }
        self.trailer(id)
    }

    /// The clauses after a variable, alias or ifunc.
    fn trailer(&mut self, id: GlobalId) -> Read<()> {
        while self.at_sign(",") {
            if self.peek_at(1).kind == TokenKind::Metadata {
                self.module.global_mut(id).attachments = self.attachments(true)?;
                continue;
            }
            self.advance();
            if !self.placement(id)? {
                return self.fail("unknown global variable property!");
            }
        }
        let attrs = self.attrs()?;
        if let GlobalKind::Variable(variable) = &mut self.module.global_mut(id).kind {
            variable.attrs = attrs;
        }
        Ok(())
    }

    /// A section, comdat or alignment, if one is next.
    fn placement(&mut self, id: GlobalId) -> Read<bool> {
        if self.try_word("section") {
            self.module.global_mut(id).section = Some(self.string()?);
        } else if self.try_word("partition") {
            self.string()?;
        } else if self.try_word("align") {
            self.module.global_mut(id).align = self.number()?;
        } else if self.try_word("comdat") {
            let mut name = self.module.global(id).name.clone();
            if self.try_sign("(") {
                name = self.text(TokenKind::Comdat, "the name of a comdat")?;
                self.sign(")")?;
            }
            self.module.global_mut(id).comdat = Some(name);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// The encoding of a calling convention, C's if there is none.
    pub(super) fn calling_convention(&mut self) -> Read<u32> {
        if self.try_word("ccc") {
            return Ok(0);
        }
        if self.try_word("cc") {
            return Ok(self.number()? as u32);
        }
        let word = String::from_utf8_lossy(&self.peek().text).into_owned();
        let known = CONVENTIONS.iter().find(|(_, name)| *name == word).map(|(number, _)| *number);
        let number = known.or_else(|| word.strip_prefix("cc").and_then(|digits| digits.parse().ok()));
        if self.peek().kind == TokenKind::Word
            && let Some(number) = number
        {
            self.advance();
            return Ok(number);
        }
        Ok(0)
    }

    fn function(&mut self) -> Read<()> {
        let is_definition = self.at_word("define");
        self.advance();
        let early = self.attachments(false)?;
        let prefix = self.prefix()?;
        let convention = self.calling_convention()?;
        let result_attrs = self.attrs()?;
        let result = self.ty_for(&RESULT)?;
        let id = self.global_name()?;
        self.set_prefix(id, &prefix);
        let (params, variadic, param_attrs, names) = self.params()?;
        let ty = self.module.types.function(result, params, variadic);
        let global = self.module.global_mut(id);
        global.ty = ty;
        global.attachments = early;
        let mut function =
            Function { convention, result_attrs, param_attrs, param_names: names, ..Function::default() };
        self.function_trailer(id, &mut function)?;
        crate::signature::add_known(&self.module.global(id).name.clone(), &self.module.types, result, &mut function);
        self.module.global_mut(id).kind = GlobalKind::Function(Box::new(function));
        if is_definition {
            let attachments = self.attachments(false)?;
            self.module.global_mut(id).attachments = attachments;
            self.function_body(id)?;
        }
        Ok(())
    }

    #[allow(clippy::type_complexity)] // Four parallel lists.
    fn params(&mut self) -> Read<(Vec<Ty>, bool, Vec<AttributeSet>, Vec<Option<String>>)> {
        self.sign("(")?;
        let (mut types, mut variadic, mut attrs, mut names) = (Vec::new(), false, Vec::new(), Vec::new());
        while !self.at_sign(")") {
            if self.try_sign("...") {
                variadic = true;
                break;
            }
            types.push(self.ty_for(&ARGUMENT)?);
            attrs.push(self.attrs()?);
            names.push(match self.peek().kind {
                TokenKind::Local => Some(self.text(TokenKind::Local, "a name")?),
                _ => None,
            });
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign(")")?;
        Ok((types, variadic, attrs, names))
    }

    fn function_trailer(&mut self, id: GlobalId, function: &mut Function) -> Read<()> {
        loop {
            if let Some(word) = self.one_of(&["unnamed_addr", "local_unnamed_addr"]) {
                self.module.global_mut(id).unnamed_addr = word;
            } else if self.try_word("addrspace") {
                self.module.global_mut(id).space = self.number_in_parens()? as u32;
            } else if self.at_word("align") {
                self.advance();
                self.module.global_mut(id).align = self.number()?;
            } else if self.try_word("gc") {
                function.gc = Some(self.string()?);
            } else if self.one_of(&["prefix", "prologue"]).is_some() {
                self.typed_constant()?;
            } else if self.try_word("personality") {
                function.personality = Some(self.typed_constant()?);
            } else if !self.placement(id)? {
                let attrs = self.function_attrs()?;
                if attrs.is_empty() {
                    return Ok(());
                }
                for attribute in attrs.iter() {
                    match (attribute.name(), &attribute.value) {
                        // It is parsed among the attributes, but is a property of the global.
                        ("align", Value::Int(align)) => self.module.global_mut(id).align = *align,
                        _ => function.attrs.add(attribute.clone()),
                    }
                }
            }
        }
    }
}
