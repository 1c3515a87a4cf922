//! Operations, and the top level of a file.

use rmlir_core::asm::{ParseError, Parsed, Unresolved};
use rmlir_core::interfaces::AsmNames;
use rmlir_core::opdef::{OpDef, OpFormat, OpSyntax};
use rmlir_core::{BlockId, Body, Ident, Loc, LocData, NamedAttr, OpId, OpName, OpState, TraitSet, Type};
use rmlir_diag::Diagnostic;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::format_hook::parse_spec;
use super::locs::apply;
use super::options::{ParseOptions, ParsedText};
use super::parser::Parser;
use super::state::{LocTarget, OpFrame, ResultNames};
use crate::lex::{Kind, Token};

/// Bodies store the number of results of an operation in 16 bits.
pub(super) const MAX_RESULTS: usize = u16::MAX as usize;

/// The top level.
impl<'c> Parser<'_, 'c> {
    /// Parses the whole range.
    pub fn parse_top_level(&mut self, options: &ParseOptions) -> Parsed<ParsedText<'c>> {
        let module = self.cx.op_name("builtin.module");
        let loc = self.module_loc();
        self.bodies.push(Box::new(Body::new(self.cx, module, loc, 1)));
        self.push_scope();
        self.push_region_names();
        let root = self.body().root();
        let region = self.body().region(root, 0);
        let block = self.body().create_block(&[], &[]);
        self.body().append_block(region, block);
        while self.kind() != Kind::Eof {
            let read = self.parse_top_level_item(block);
            // With an index, an error was reported, and what it is in was skipped.
            if self.index.is_none() {
                read?;
            }
        }
        self.read_waiting()?;
        self.pop_region_names()?;
        self.pop_scope();
        self.report_undeclared()?;
        self.report_unregistered()?;
        self.resolve_deferred_locs()?;
        let body = self.bodies.pop().expect("pushed above");
        let body = self.without_implicit_module(body, options)?;
        Ok(ParsedText { body, external_resources: std::mem::take(&mut self.external_resources) })
    }

    fn module_loc(&self) -> Loc {
        let start = self.cursor.last_end;
        if start > 0 {
            return Loc::at(self.base + start);
        }
        let file = self.cx.ident(self.file.name());
        self.cx.loc(LocData::FileLineCol { file, line: 0, col: 0, end_line: 0, end_col: 0 })
    }

    fn parse_top_level_item(&mut self, block: BlockId) -> Parsed<()> {
        match self.kind() {
            Kind::Hash => self.or_recover(Self::parse_attr_alias_def),
            Kind::Bang => self.or_recover(Self::parse_type_alias_def),
            Kind::Punctuation if self.is("{-#") => self.or_recover(Self::parse_resources),
            _ => self.parse_operation_or_recover(block),
        }
    }

    fn parse_attr_alias_def(&mut self) -> Parsed<()> {
        self.read_waiting()?;
        let name = &self.text()[1..];
        if self.attr_aliases.contains_key(name) {
            let name = String::from_utf8_lossy(name).into_owned();
            return Err(self.error(format!("redefinition of attribute alias id '{name}'")));
        }
        if name.contains(&b'.') {
            return Err(self.error("attribute names with a '.' are reserved for dialect-defined names"));
        }
        self.bump();
        if !self.accept("=") {
            return Err(self.wrong_token("expected '=' in attribute alias definition"));
        }
        let attr = self.parse_attr(None)?;
        self.attr_aliases.insert(name, attr);
        Ok(())
    }

    fn parse_type_alias_def(&mut self) -> Parsed<()> {
        self.read_waiting()?;
        let name = &self.text()[1..];
        if self.type_aliases.contains_key(name) {
            let name = String::from_utf8_lossy(name).into_owned();
            return Err(self.error(format!("redefinition of type alias id '{name}'")));
        }
        if name.contains(&b'.') {
            return Err(self.error("type names with a '.' are reserved for dialect-defined names"));
        }
        self.bump();
        if !self.accept("=") {
            return Err(self.wrong_token("expected '=' in type alias definition"));
        }
        let ty = self.parse_type()?;
        self.type_aliases.insert(name, ty);
        Ok(())
    }

    fn report_undeclared(&mut self) -> Parsed<()> {
        let mut uses = std::mem::take(&mut self.undeclared);
        uses.sort_unstable();
        let mut read = Ok(());
        for pos in uses {
            read = Err(self.error_at(pos, "use of undeclared SSA value name"));
        }
        read
    }

    fn resolve_deferred_locs(&mut self) -> Parsed<()> {
        let mut locs: FxHashMap<u32, Vec<(LocTarget, Loc)>> = FxHashMap::default();
        for deferred in std::mem::take(&mut self.deferred_locs) {
            let Some(&attr) = self.attr_aliases.get(deferred.alias) else {
                return Err(self.error_at(deferred.pos, "operation location alias was never defined"));
            };
            let Some(loc) = Loc::from_attr(self.cx, attr) else {
                let shown = self.cx.show_attr(attr);
                return Err(self.error_at(deferred.pos, format!("expected location, but found '{shown}'")));
            };
            let (LocTarget::Op { body, .. } | LocTarget::Arg { body, .. }) = deferred.target;
            locs.entry(body).or_default().push((deferred.target, loc));
            self.sync_locs = true;
        }
        if self.sync_locs {
            let top = self.bodies.last_mut().expect("the top-level body is there until the end");
            set_locs(top, &locs);
        }
        Ok(())
    }

    fn without_implicit_module(&mut self, top: Box<Body<'c>>, options: &ParseOptions) -> Parsed<Box<Body<'c>>> {
        top_level(top, options.no_implicit_module).map_err(|n| {
            let text = format!("source must contain a single top-level operation, found: {n}");
            let place = rmlir_diag::Place::line_col(self.file.name(), 0, 0);
            self.diagnose(Diagnostic::error(place, text))
        })
    }
}

/// Replaces the implicit module `top` by its only top-level operation where requested: if that is a module itself, and
/// always with `no_implicit_module`, when `Err` is the number of operations if it is not one.
pub fn top_level(mut top: Box<Body>, no_implicit_module: bool) -> Result<Box<Body>, usize> {
    let region = top.region(top.root(), 0);
    let block = top.entry(region).expect("an implicit module has a block");
    let ops: Vec<OpId> = top.ops(block).collect();
    if let [only] = ops[..] {
        let is_module = top.name(only).str(top.cx()) == "builtin.module";
        if (is_module || no_implicit_module) && top.nested(only).is_some() {
            return Ok(top.detach(only));
        }
        if no_implicit_module {
            return Ok(as_root(&top, only));
        }
    }
    if no_implicit_module { Err(ops.len()) } else { Ok(top) }
}

/// Creates a body whose root is a copy of `op`, which is not isolated.
fn as_root<'c>(top: &Body<'c>, op: OpId) -> Box<Body<'c>> {
    let mut body = Box::new(Body::new(top.cx(), top.name(op), top.loc(op), 0));
    let root = body.root();
    let props = top.props(op).to_vec();
    body.become_op(top.name(op), &props);
    body.set_attr_dict(root, top.attr_dict(op));
    body.set_root_results(&top.result_types(op).collect::<Vec<_>>());
    let mut map = rmlir_core::clone::CloneMap::default();
    map.values.extend(top.results(op).iter().copied().zip(body.results(root).iter().copied()));
    // It has no enclosing operations, so it can use only its own results.
    let operands: Vec<_> = top.operands(op).map(|operand| map.value(operand)).collect();
    body.set_operands(root, &operands);
    for &region in top.regions(op) {
        let new = body.add_region(root);
        body.clone_region_from(top, region, new, &mut map);
    }
    body
}

/// Sets the locations of operations and arguments by their bodies in `locs`; roots get those of their proxies.
fn set_locs<'c>(top: &mut Body<'c>, locs: &FxHashMap<u32, Vec<(LocTarget, Loc)>>) {
    let mut bodies = vec![top];
    while let Some(body) = bodies.pop() {
        for &(target, loc) in locs.get(&body.number()).into_iter().flatten() {
            apply(body, target, loc);
        }
        for proxy in body.proxies() {
            let loc = body.loc(proxy);
            body.set_loc(proxy, loc);
        }
        bodies.extend(body.nested_bodies_mut());
    }
}

/// Operations.
impl<'c> Parser<'_, 'c> {
    /// Parses an operation and appends it to `block`.
    pub fn parse_operation(&mut self, block: BlockId) -> Parsed<OpId> {
        let start = self.pos();
        let results = self.parse_result_names()?;
        if let Some(index) = &mut self.index {
            index.name_op(self.cursor.peek().start as usize);
        }
        let op = match self.kind() {
            Kind::Bare => self.parse_custom_op(results)?,
            Kind::String => self.parse_generic_op(results)?,
            _ => return Err(self.wrong_token("expected operation name in quotes")),
        };
        let (op, results) = op;
        self.body().append_op(block, op);
        self.name_results(op, &results, start)?;
        Ok(op)
    }

    fn parse_result_names(&mut self) -> Parsed<ResultNames> {
        let mut results = ResultNames::new();
        if self.kind() != Kind::Percent {
            return Ok(results);
        }
        loop {
            let pos = self.pos();
            if self.kind() != Kind::Percent {
                return Err(self.wrong_token("expected valid ssa identifier"));
            }
            let token = self.bump();
            let mut n = 1;
            if self.accept(":") {
                if self.kind() != Kind::Integer {
                    return Err(self.wrong_token("expected integer number of results"));
                }
                n = match self.next_str().parse::<u32>() {
                    Ok(n) if n >= 1 => n,
                    _ => return Err(self.error("expected named operation to have at least 1 result")),
                };
                self.bump();
            }
            results.push((Unresolved { name: self.name_id(token), number: 0, pos }, n));
            if !self.accept(",") {
                break;
            }
        }
        if self.accept("=") { Ok(results) } else { Err(self.wrong_token("expected '=' after SSA name")) }
    }

    fn name_results(&mut self, op: OpId, names: &ResultNames, start: u32) -> Parsed<()> {
        if names.is_empty() {
            return Ok(());
        }
        let n_results = self.body().n_results(op);
        if n_results == 0 {
            return Err(self.error_at(start, "cannot name an operation with no results"));
        }
        let n_named: u64 = names.iter().map(|(_, n)| u64::from(*n)).sum();
        if n_named != n_results as u64 {
            let text = format!("operation defines {n_results} results but was provided {n_named} to bind");
            return Err(self.error_at(start, text));
        }
        let mut index = 0;
        for &(name, n) in names {
            for number in 0..n {
                let value = self.body().result(op, index);
                self.define_value(Unresolved { number, ..name }, value)?;
                index += 1;
            }
        }
        Ok(())
    }

    /// Creates the operation of `state`, with its parsed body.
    #[inline]
    fn create(&mut self, state: OpState) -> Parsed<OpId> {
        let frame = self.frames.pop().expect("pushed when the operation was started");
        if state.result_types.len() > MAX_RESULTS {
            let text = format!("operations with more than {MAX_RESULTS} results are not supported");
            return Err(self.error_at(frame.name_pos, text));
        }
        Ok(match frame.nested {
            Some(nested) => self.body().create_isolated(state, nested),
            None => self.body().create_op(state),
        })
    }

    fn parse_op_loc(&mut self, op: OpId) -> Parsed<()> {
        if let Some(found) = self.try_trailing_loc()? {
            let body = self.body().number();
            self.set_loc(LocTarget::Op { body, op }, found);
        }
        Ok(())
    }
}

/// The generic form.
impl Parser<'_, '_> {
    fn parse_generic_op(&mut self, results: ResultNames) -> Parsed<(OpId, ResultNames)> {
        let pos = self.pos();
        let name = self.parse_quoted_op_name(pos)?;
        let mut state = OpState::new(name).at(Loc::at(pos));
        state.no_inference = true;
        self.frames.push(OpFrame { name_pos: pos, results, nested: None, last_region_empty: false });
        let operands = self.parse_generic_operands()?;
        self.parse_generic_tail(&mut state, pos, &operands)?;
        let results = std::mem::take(&mut self.frames.last_mut().expect("pushed above").results);
        let op = self.create(state)?;
        self.parse_op_loc(op)?;
        Ok((op, results))
    }

    fn parse_quoted_op_name(&mut self, pos: u32) -> Parsed<OpName> {
        let text = self.text();
        if let Some(&name) = self.op_names.get(text) {
            self.bump();
            return Ok(name);
        }
        let name = super::strings::unescape(text);
        if name.is_empty() {
            return Err(self.error_at(pos, "empty operation name is invalid"));
        }
        if name.contains(&0) {
            return Err(self.error_at(pos, "null character not allowed in operation name"));
        }
        let name = self.cx.op_name(self.ident_of(&name)?.str(self.cx));
        self.bump();
        self.check_registered(name);
        self.op_names.insert(text, name);
        Ok(name)
    }

    /// Checks that operations of unknown dialects are allowed. Unlike upstream, the parser continues: errors in the
    /// text itself are more useful.
    fn check_registered(&mut self, name: OpName) {
        if name.def(self.cx).is_some() || self.cx.allows_unregistered() {
            return;
        }
        let spelled = name.str(self.cx);
        let dialect = spelled.split_once('.').map_or(spelled, |(dialect, _)| dialect);
        if self.cx.dialect(dialect).is_none() {
            self.unregistered.get_or_insert(self.pos());
        }
    }

    fn report_unregistered(&mut self) -> Parsed<()> {
        let Some(pos) = self.unregistered else { return Ok(()) };
        Err(self.error_at(
            pos,
            "operation being parsed with an unregistered dialect. If this is intended, please use \
             -allow-unregistered-dialect with the MLIR tool used",
        ))
    }

    /// Parses the components after the operands, given that those are `operands`; errors about attributes are reported
    /// at `pos`.
    pub fn parse_generic_tail(&mut self, state: &mut OpState, pos: u32, operands: &[Unresolved]) -> Parsed<()> {
        self.parse_generic_successors(state)?;
        let props = self.parse_props()?;
        if self.is("(") {
            self.parse_generic_regions(state)?;
        }
        let mut attrs: Vec<NamedAttr> = Vec::new();
        if self.is("{") {
            self.parse_attr_dict(&mut attrs)?;
        }
        self.parse_generic_type(state, operands)?;
        self.set_attrs(state, pos, props, attrs)
    }

    fn parse_generic_operands(&mut self) -> Parsed<SmallVec<[Unresolved; 4]>> {
        let mut operands = SmallVec::new();
        if !self.accept("(") {
            return Err(self.wrong_token("expected '(' to start operand list"));
        }
        if self.accept(")") {
            return Ok(operands);
        }
        if self.kind() == Kind::Percent {
            loop {
                operands.push(self.parse_unresolved()?);
                if !self.accept(",") {
                    break;
                }
            }
        }
        if self.accept(")") { Ok(operands) } else { Err(self.wrong_token("expected ')' to end operand list")) }
    }

    fn parse_generic_successors(&mut self, state: &mut OpState) -> Parsed<()> {
        if !self.is("[") {
            return Ok(());
        }
        let can_end = state.name.def(self.cx).is_none_or(|def| def.has(TraitSet::TERMINATOR));
        if !can_end {
            return Err(self.error("successors in non-terminator"));
        }
        self.bump();
        self.parse_list_until("]", |parser| {
            let block = parser.parse_block_name()?;
            state.successors.push(block);
            Ok(())
        })
    }

    /// Parses `^name`.
    pub fn parse_block_name(&mut self) -> Parsed<BlockId> {
        if self.kind() != Kind::Caret {
            return Err(self.wrong_token("expected block name"));
        }
        let pos = self.pos();
        let token = self.bump();
        Ok(self.block_named(self.cursor.text(token), pos))
    }

    fn parse_generic_regions(&mut self, state: &mut OpState) -> Parsed<()> {
        self.expect("(")?;
        loop {
            self.parse_region_of(state, &[], false)?;
            if !self.accept(",") {
                break;
            }
        }
        self.expect_in(")", " to end region list")
    }

    fn parse_generic_type(&mut self, state: &mut OpState, operands: &[Unresolved]) -> Parsed<()> {
        if !self.accept(":") {
            return Err(self.wrong_token("expected ':' followed by operation type"));
        }
        let pos = self.pos();
        if !self.is("(") {
            self.parse_type()?;
            return Err(self.error_at(pos, "expected function type"));
        }
        let mut types: SmallVec<[Type; 4]> = SmallVec::new();
        self.parse_types_into(&mut types)?;
        self.expect_in("->", " in function type")?;
        if self.is("(") {
            let mut results: SmallVec<[Type; 4]> = SmallVec::new();
            self.parse_types_into(&mut results)?;
            state.result_types.extend(results);
        } else {
            state.result_types.push(self.parse_non_function_type()?);
        }
        if types.len() != operands.len() {
            let text =
                format!("expected {} operand type{} but had {}", operands.len(), plural(operands.len()), types.len());
            return Err(self.error_at(pos, text));
        }
        for (&operand, &ty) in operands.iter().zip(&types) {
            let value = self.resolve_value(operand, ty)?;
            state.operands.push(value);
        }
        Ok(())
    }
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

/// The custom form.
impl<'s> Parser<'s, '_> {
    fn parse_custom_op(&mut self, results: ResultNames) -> Parsed<(OpId, ResultNames)> {
        let pos = self.pos();
        let token = self.bump();
        let Some((name, def)) = self.custom_op_name(token) else {
            if super::types::int_type(self.str(token)).is_some() {
                return Err(self.wrong_token_at(token, "expected operation name in quotes"));
            }
            return Err(self.unknown_op(self.str(token), pos));
        };
        let mut state = OpState::new(name).at(Loc::at(pos));
        self.frames.push(OpFrame { name_pos: pos, results, nested: None, last_region_empty: false });
        self.custom_ops.push(name);
        let dialect = def.interface::<dyn AsmNames>().and_then(|names| {
            names.default_dialect(rmlir_core::OpRef::root(self.bodies.last().expect("inside a body")))
        });
        self.default_dialects.push(dialect.unwrap_or(""));
        let read = match def.format {
            OpFormat::Spec(_) => parse_spec(def, self, &mut state),
            OpFormat::Custom(syntax) => (syntax.expect::<OpSyntax>().parse)(self, &mut state),
            OpFormat::Generic => Err(self.error_at(pos, format!("'{}' has no custom assembly form", self.str(token)))),
        };
        self.default_dialects.pop();
        self.custom_ops.pop();
        read?;
        state.no_inference = true;
        let results = std::mem::take(&mut self.frames.last_mut().expect("pushed above").results);
        let op = self.create(state)?;
        self.parse_op_loc(op)?;
        Ok((op, results))
    }

    /// The operation that `spelled` refers to here, prefixed with the default dialect if necessary.
    #[inline]
    fn custom_op_name(&mut self, token: Token) -> Option<(OpName, &'static OpDef)> {
        match self.op_names.get(self.cursor.text(token)) {
            Some(&name) => name.def(self.cx).map(|def| (name, def)),
            None => self.find_custom_op(self.str(token)),
        }
    }

    /// Whether `token` is the name of an operation with a custom form.
    pub fn is_custom_op(&mut self, token: Token) -> bool {
        self.custom_op_name(token).is_some()
    }

    fn find_custom_op(&mut self, spelled: &'s str) -> Option<(OpName, &'static OpDef)> {
        let name = self.cx.op_def(spelled).map(|def| (self.cx.op_name(spelled), def));
        if let Some((name, _)) = name {
            self.op_names.insert(spelled.as_bytes(), name);
        }
        name.or_else(|| {
            let dialect = self.default_dialects.last().copied().unwrap_or("");
            if spelled.contains('.') {
                return None;
            }
            let full = format!("{dialect}.{spelled}");
            self.cx.op_def(&full).map(|def| (self.cx.op_name(&full), def))
        })
    }

    #[cold]
    fn unknown_op(&mut self, spelled: &str, pos: u32) -> ParseError {
        let dialect = self.default_dialects.last().copied().unwrap_or("");
        let full = if spelled.contains('.') { spelled.to_owned() } else { format!("{dialect}.{spelled}") };
        let namespace = full.split_once('.').map_or("", |(dialect, _)| dialect).to_owned();
        let tried = if full == spelled { String::new() } else { format!(" (tried '{full}' as well)") };
        let known = self.cx.dialect(&namespace);
        let error = match known {
            Some(_) => Diagnostic::error(self.place(pos), format!("custom op '{spelled}' is unknown{tried}")),
            None => {
                let text = format!("Dialect `{namespace}' not found for custom op '{spelled}' {tried}");
                let mut names: Vec<&str> = self.cx.dialects().iter().map(|dialect| dialect.name).collect();
                names.sort_unstable();
                let note = format!(
                    "Available dialects: {} ; for more info on dialect registration see \
                     https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management",
                    names.join(", ")
                );
                Diagnostic::error(self.place(pos), text).note(self.place(pos), note)
            }
        };
        let error = match self.near_op(full) {
            Some(near) => error.help(format!("an operation with a similar name exists: '{near}'")),
            None => error,
        };
        self.diagnose(error)
    }

    /// The registered operation with a name similar to one that is not registered.
    fn near_op(&mut self, name: String) -> Option<&'static str> {
        if let Some(&known) = self.near_ops.get(&name) {
            return known;
        }
        let all: Vec<&str> = self.cx.dialects().iter().flat_map(|dialect| dialect.ops).map(|op| op.name).collect();
        let near = rmlir_diag::near_name(&name, all);
        self.near_ops.insert(name, near);
        near
    }

    /// Parses an operation name at the start of its custom form, registered or not.
    pub fn parse_bare_op_name(&mut self) -> Parsed<OpName> {
        if self.kind() != Kind::Bare {
            return Err(self.wrong_token("expected bare identifier or keyword"));
        }
        let token = self.bump();
        if let Some((name, _)) = self.custom_op_name(token) {
            return Ok(name);
        }
        let spelled = self.str(token);
        let dialect = self.default_dialects.last().copied().unwrap_or("");
        let full = if spelled.contains('.') { spelled.to_owned() } else { format!("{dialect}.{spelled}") };
        Ok(self.cx.op_name(&full))
    }

    /// Parses one operation in generic form, detached.
    pub fn parse_detached_generic_op(&mut self) -> Parsed<OpId> {
        if self.kind() != Kind::String {
            return Err(self.wrong_token("expected operation name in quotes"));
        }
        self.parse_generic_op(ResultNames::new()).map(|(op, _)| op)
    }

    /// The name of result `index` before `=`, without `%`: that of its group.
    pub fn name_of_result(&self, index: usize) -> Option<Ident> {
        let mut end = 0;
        let is_in = |&&(_, n): &&(Unresolved, u32)| {
            end += u64::from(n);
            (index as u64) < end
        };
        let &(group, _) = self.frames.last()?.results.iter().find(is_in)?;
        Some(self.cx.ident(&self.spelled(group)[1..]))
    }
}
