//! A minimal parser and printer for formats: one operation, a few types and attributes, values created on first use.

#![allow(dead_code, unused_imports)]

mod printer;

use std::collections::BTreeMap;

use rmlir_affine_maps::{AffineExpr, AffineMap, IntegerSet};
use rmlir_core::asm::{Argument, AsmParser, Delimiter, OpAsmParser, ParseError, Parsed, Unresolved};
use rmlir_core::dialect::{AttrDef, TypeDef};
use rmlir_core::loc::Loc;
use rmlir_core::{Attr, BlockId, Body, Context, Ident, NamedAttr, OpId, OpName, OpState, Type, TypeData, Value};
use rmlir_num::{ApFloat, ApInt, FloatKind};

pub use printer::{print, print_params, type_text};

pub struct Parser<'c> {
    text: String,
    spelled: Vec<String>,
    at: usize,
    pub body: Body<'c>,
    values: BTreeMap<String, Value>,
    pub names: BTreeMap<Value, String>,
    blocks: BTreeMap<String, BlockId>,
    pub block_names: BTreeMap<BlockId, String>,
    pub errors: Vec<String>,
    last_region_is_empty: bool,
}

const PUNCTUATION: &[&str] = &["->", "::", "..."];

impl<'c> Parser<'c> {
    pub fn new(cx: &'c Context, text: &str) -> Self {
        let body = Body::new(cx, cx.op_name("builtin.module"), Loc::UNKNOWN, 1);
        let (values, names) = (BTreeMap::new(), BTreeMap::new());
        let (blocks, block_names) = (BTreeMap::new(), BTreeMap::new());
        Self {
            text: text.to_owned(),
            spelled: Vec::new(),
            at: 0,
            body,
            values,
            names,
            blocks,
            block_names,
            errors: Vec::new(),
            last_region_is_empty: false,
        }
    }

    /// The next token and its position.
    fn peek(&self) -> (usize, &str) {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else { return (start, "") };
        let word = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
        let len = if first.is_ascii_alphabetic() || first == '_' || "%@^!#".contains(first) {
            1 + rest[1..].find(|c| !word(c)).unwrap_or(rest.len() - 1)
        } else if first.is_ascii_digit() {
            rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len())
        } else if first == '"' {
            2 + rest[1..].find('"').unwrap_or(rest.len() - 2)
        } else {
            PUNCTUATION.iter().find(|p| rest.starts_with(**p)).map_or(first.len_utf8(), |p| p.len())
        };
        (start, &rest[..len])
    }

    fn next(&mut self) -> String {
        let (start, token) = self.peek();
        let token = token.to_owned();
        self.at = start + token.len();
        token
    }

    pub fn rest(&self) -> &str {
        self.text[self.at..].trim()
    }

    fn shaped(&mut self) -> Parsed<(Vec<i64>, Type)> {
        self.next();
        let rest = &self.text[self.at..];
        let end = rest.find('>').expect("a closing bracket");
        let inner = rest[..end].to_owned();
        self.at += end + 1;
        let mut parts: Vec<&str> = inner.split('x').collect();
        let element = parts.pop().expect("an element type");
        let shape = parts.iter().map(|part| part.parse().unwrap_or(rmlir_core::DYNAMIC)).collect();
        let mut inner = Parser::new(self.body.cx(), element);
        Ok((shape, inner.parse_type()?))
    }
}

impl AsmParser for Parser<'_> {
    fn cx(&self) -> &Context {
        self.body.cx()
    }
    fn pos(&self) -> u32 {
        self.peek().0 as u32
    }
    /// There is no operation, and no text before the parameters.
    fn mnemonic_pos(&self) -> u32 {
        0
    }
    fn error_at(&mut self, pos: u32, message: &str) -> ParseError {
        self.errors.push(format!("{pos}: {message}"));
        ParseError
    }
    fn note_at(&mut self, pos: u32, message: &str) {
        self.errors.push(format!("{pos}: note: {message}"));
    }
    fn at(&mut self, token: &str) -> bool {
        let next = self.peek().1;
        next == token || (token == "^" && next.starts_with('^'))
    }
    fn try_token(&mut self, token: &str) -> bool {
        let found = self.peek().1 == token;
        if found {
            self.next();
        }
        found
    }
    fn try_any_keyword(&mut self) -> Option<Ident> {
        let word = self.peek().1.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        word.then(|| self.next()).map(|word| self.cx().ident(&word))
    }
    fn try_string(&mut self) -> Parsed<Option<Box<[u8]>>> {
        let is_string = self.peek().1.starts_with('"');
        Ok(is_string.then(|| self.next()).map(|text| text.as_bytes()[1..text.len() - 1].into()))
    }
    fn try_integer(&mut self) -> Parsed<Option<ApInt>> {
        let negative = self.try_token("-");
        match self.peek().1.parse::<i64>() {
            Ok(value) => {
                self.next();
                Ok(Some(ApInt::from_i64(64, if negative { -value } else { value })))
            }
            Err(_) => Ok(None),
        }
    }
    fn parse_float(&mut self, _: FloatKind) -> Parsed<ApFloat> {
        unimplemented!()
    }
    fn try_symbol_name(&mut self) -> Parsed<Option<Ident>> {
        let is_symbol = self.peek().1.starts_with('@');
        Ok(is_symbol.then(|| self.next()).map(|text| self.cx().ident(&text[1..])))
    }
    fn parse_type(&mut self) -> Parsed<Type> {
        match self.try_type()? {
            Some(ty) => Ok(ty),
            None => Err(self.expected("type")),
        }
    }
    fn try_type(&mut self) -> Parsed<Option<Type>> {
        let token = self.peek().1.to_owned();
        let ty = match token.as_str() {
            "index" => Type::INDEX,
            "f32" => Type::F32,
            "memref" | "vector" => {
                self.next();
                let (shape, element) = self.shaped()?;
                if token == "vector" {
                    return Ok(Some(self.cx().vector_type(&shape, element)));
                }
                let data = TypeData::MemRef { shape: shape.into(), element, layout: None, space: None };
                return Ok(Some(self.cx().ty(data)));
            }
            "(" => {
                self.next();
                let inputs = match self.at(")") {
                    true => Vec::new(),
                    false => (self as &mut dyn AsmParser).type_list()?,
                };
                (self as &mut dyn AsmParser).token(")")?;
                (self as &mut dyn AsmParser).token("->")?;
                let results = match self.try_token("(") {
                    true if self.try_token(")") => Vec::new(),
                    true => {
                        let types = (self as &mut dyn AsmParser).type_list()?;
                        (self as &mut dyn AsmParser).token(")")?;
                        types
                    }
                    false => vec![self.parse_type()?],
                };
                return Ok(Some(self.cx().function_type(&inputs, &results)));
            }
            _ => match token.strip_prefix('i').and_then(|width| width.parse().ok()) {
                Some(width) => self.cx().int_type(width),
                None => return Ok(None),
            },
        };
        self.next();
        Ok(Some(ty))
    }
    fn parse_dimensions(&mut self, _: bool, _: bool) -> Parsed<Vec<i64>> {
        unimplemented!()
    }
    fn parse_attr(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        match self.try_attr(expected)? {
            Some(attr) => Ok(attr),
            None => Err(self.expected("attribute value")),
        }
    }
    fn try_attr(&mut self, expected: Option<Type>) -> Parsed<Option<Attr>> {
        if let Some(text) = self.try_string()? {
            return Ok(Some(self.cx().str_attr(std::str::from_utf8(&text).expect("UTF-8"))));
        }
        if let Some(name) = self.try_symbol_name()? {
            return Ok(Some(self.cx().symbol_ref(name)));
        }
        if self.try_token("[") {
            let mut elements = Vec::new();
            while !self.try_token("]") {
                elements.push(self.parse_attr(None)?);
                self.try_token(",");
            }
            return Ok(Some(self.cx().array_attr(&elements)));
        }
        if self.try_token("true") {
            return Ok(Some(Attr::TRUE));
        }
        if self.try_token("unit") {
            return Ok(Some(Attr::UNIT));
        }
        if let Some(value) = self.try_integer()? {
            let value = value.sext_value().expect("it is small");
            let ty = match expected {
                Some(ty) => ty,
                None if self.try_token(":") => self.parse_type()?,
                None => Type::I64,
            };
            return Ok(Some(self.cx().int_attr(ty, value)));
        }
        Ok(self.try_type()?.map(|ty| self.cx().type_attr(ty)))
    }
    fn parse_stripped_attr(&mut self, def: &'static AttrDef, _: Option<Type>) -> Parsed<Attr> {
        (self as &mut dyn AsmParser).token("<")?;
        let name = (self as &mut dyn AsmParser).any_keyword()?;
        (self as &mut dyn AsmParser).token(">")?;
        let name = self.cx().str_attr(name.str(self.cx()));
        Ok(self.cx().attr(rmlir_core::AttrData::Dialect { def, params: Box::from([name]) }))
    }
    fn parse_stripped_type(&mut self, _: &'static TypeDef) -> Parsed<Type> {
        unimplemented!()
    }
    fn parse_attr_dict(&mut self, attrs: &mut Vec<NamedAttr>) -> Parsed<()> {
        if !self.try_token("{") {
            return Ok(());
        }
        while !self.try_token("}") {
            let name = (self as &mut dyn AsmParser).any_keyword()?;
            let value = if self.try_token("=") { self.parse_attr(None)? } else { Attr::UNIT };
            attrs.push(NamedAttr { name, value });
            self.try_token(",");
        }
        Ok(())
    }
    fn parse_affine_map_or_set(&mut self) -> Parsed<Result<AffineMap, IntegerSet>> {
        unimplemented!()
    }
    fn parse_affine_expr(&mut self, _: &[(Ident, AffineExpr)]) -> Parsed<AffineExpr> {
        unimplemented!()
    }
    fn try_location(&mut self) -> Parsed<Option<Loc>> {
        Ok(None)
    }
    fn raw_balanced_text(&mut self) -> Parsed<String> {
        unimplemented!()
    }
}

impl OpAsmParser for Parser<'_> {
    fn asm(&mut self) -> &mut dyn AsmParser {
        self
    }
    fn n_result_names(&self) -> usize {
        0
    }
    fn result_name(&self, _: usize) -> Option<Ident> {
        None
    }
    fn name_pos(&self) -> u32 {
        0
    }
    fn try_argument_name(&mut self) -> Parsed<Option<Unresolved>> {
        self.try_operand()
    }
    fn try_operand(&mut self) -> Parsed<Option<Unresolved>> {
        if !self.peek().1.starts_with('%') {
            return Ok(None);
        }
        let pos = self.pos();
        let name = self.next();
        let id = self.spelled.iter().position(|known| *known == name).unwrap_or(self.spelled.len());
        if id == self.spelled.len() {
            self.spelled.push(name);
        }
        Ok(Some(Unresolved { name: id as u32, number: 0, pos }))
    }
    fn resolve(&mut self, operand: Unresolved, ty: Type) -> Parsed<Value> {
        let name = self.spelled[operand.name as usize].clone();
        if let Some(&value) = self.values.get(&name) {
            if self.body.ty(value) != ty {
                return Err(self.error_at(operand.pos, &format!("use of value '{name}' expects different type")));
            }
            return Ok(value);
        }
        let block = self.body.create_block(&[ty], &[]);
        let value = self.body.args(block)[0];
        self.names.insert(value, name.clone());
        self.values.insert(name, value);
        Ok(value)
    }
    fn parse_region(&mut self, state: &mut OpState, _: &[Argument]) -> Parsed<()> {
        (self as &mut dyn AsmParser).token("{")?;
        let region = self.body.detached_region();
        if self.try_token("block") {
            let block = self.body.create_block(&[], &[]);
            self.body.append_block(region, block);
        }
        (self as &mut dyn AsmParser).token("}")?;
        self.last_region_is_empty = self.body.is_region_empty(region);
        state.regions.push(region);
        Ok(())
    }
    fn last_region_is_empty(&self) -> bool {
        self.last_region_is_empty
    }
    fn parse_full_region(&mut self, state: &mut OpState, args: &[Argument]) -> Parsed<()> {
        self.parse_region(state, args)
    }
    fn add_block_to_last_region(&mut self, state: &mut OpState) {
        let &region = state.regions.last().expect("a region was read or added");
        let block = self.body.create_block(&[], &[]);
        self.body.append_block(region, block);
    }
    fn add_empty_region(&mut self, state: &mut OpState) {
        state.regions.push(self.body.detached_region());
    }
    fn build_region(&mut self, _: &mut OpState, _: &mut dyn FnMut(&mut rmlir_core::Rewriter, rmlir_core::RegionId)) {
        unimplemented!()
    }
    fn parse_successor(&mut self) -> Parsed<BlockId> {
        if !self.peek().1.starts_with('^') {
            return Err(self.expected("block name"));
        }
        let name = self.next();
        if let Some(&block) = self.blocks.get(&name) {
            return Ok(block);
        }
        let block = self.body.create_block(&[], &[]);
        self.block_names.insert(block, name.clone());
        self.blocks.insert(name, block);
        Ok(block)
    }
    fn parse_affine_of_ssa(&mut self, _: Delimiter) -> Parsed<(Vec<AffineExpr>, Vec<Unresolved>, Vec<Unresolved>)> {
        unimplemented!()
    }
    fn parse_generic_op(&mut self) -> Parsed<OpId> {
        unimplemented!()
    }
    fn parse_op_name(&mut self) -> Parsed<OpName> {
        unimplemented!()
    }
    fn parse_generic_rest(&mut self, _: &mut OpState, _: &[Unresolved]) -> Parsed<()> {
        unimplemented!()
    }
}
