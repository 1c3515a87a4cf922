//! The parser interface for hand-written and declarative formats.

use rmlir_affine_maps::{AffineExpr, AffineMap, IntegerSet};
use rmlir_core::asm::{Argument, AsmParser, Delimiter, OpAsmParser, ParseError, Parsed, Unresolved};
use rmlir_core::dialect::{AttrDef, ParamsFormat, TypeDef};
use rmlir_core::{
    Attr, BlockId, Context, Ident, Loc, NamedAttr, OpId, OpName, OpState, RegionId, Rewriter, Type, Value,
};
use rmlir_num::{ApFloat, ApInt, FloatKind};

use super::ops::MAX_RESULTS;
use super::parser::Parser;
use crate::lex::Kind;

/// A limit on digits, more than any integer type needs in hand-written formats.
const MAX_DIGITS: usize = 20_000;

impl AsmParser for Parser<'_, '_> {
    fn cx(&self) -> &Context {
        self.cx
    }

    fn pos(&self) -> u32 {
        Parser::pos(self)
    }

    fn mnemonic_pos(&self) -> u32 {
        self.mnemonic.unwrap_or_else(|| self.name_pos())
    }

    fn error_at(&mut self, pos: u32, message: &str) -> ParseError {
        let message = match self.custom_ops.last() {
            Some(name) if self.depth == 0 => format!("custom op '{}' {message}", name.str(self.cx)),
            _ => message.to_owned(),
        };
        Parser::error_at(self, pos, message)
    }

    fn expected(&mut self, what: &str) -> ParseError {
        self.wrong_token(&format!("expected {what}"))
    }

    fn note_at(&mut self, pos: u32, message: &str) {
        Parser::note_at(self, pos, message);
    }

    fn at(&mut self, token: &str) -> bool {
        self.is(token)
    }

    fn at_hash(&mut self) -> bool {
        self.kind() == Kind::Hash
    }

    fn try_token(&mut self, token: &str) -> bool {
        self.accept(token)
    }

    fn try_any_keyword(&mut self) -> Option<Ident> {
        (self.kind() == Kind::Bare).then(|| {
            let token = self.bump();
            self.ident(token)
        })
    }

    fn try_string(&mut self) -> Parsed<Option<Box<[u8]>>> {
        Ok(Parser::try_string(self))
    }

    fn try_integer(&mut self) -> Parsed<Option<ApInt>> {
        let negative = self.is("-");
        if !negative && self.kind() != Kind::Integer {
            return Ok(None);
        }
        if negative {
            self.bump();
            if self.kind() != Kind::Integer {
                return Err(self.wrong_token("expected integer value"));
            }
        }
        let token = self.bump();
        if super::attrs::significant_digits(self.str(token)) > MAX_DIGITS {
            return Err(self.error("integer value too large"));
        }
        let magnitude = ApInt::parse_magnitude(self.str(token)).expect("an integer token is a number");
        let value = magnitude.zext(magnitude.width() + 1);
        Ok(Some(if negative { value.neg() } else { value }))
    }

    fn parse_float(&mut self, kind: FloatKind) -> Parsed<ApFloat> {
        let negative = self.accept("-");
        if !matches!(self.kind(), Kind::Float | Kind::Integer) {
            return Err(self.error("expected floating point literal"));
        }
        let token = self.bump();
        self.float_of(token, negative, kind)
    }

    fn try_symbol_name(&mut self) -> Parsed<Option<Ident>> {
        self.try_symbol()
    }

    fn parse_type(&mut self) -> Parsed<Type> {
        Parser::parse_type(self)
    }

    fn try_type(&mut self) -> Parsed<Option<Type>> {
        Parser::try_type(self)
    }

    fn parse_dimensions(&mut self, allow_dynamic: bool, trailing_x: bool) -> Parsed<Vec<i64>> {
        self.parse_dims(allow_dynamic, trailing_x)
    }

    fn parse_attr(&mut self, expected: Option<Type>) -> Parsed<Attr> {
        Parser::parse_attr(self, expected)
    }

    fn try_attr(&mut self, expected: Option<Type>) -> Parsed<Option<Attr>> {
        Parser::try_attr(self, expected)
    }

    fn parse_stripped_attr(&mut self, def: &'static AttrDef, expected: Option<Type>) -> Parsed<Attr> {
        if self.kind() == Kind::Hash {
            return Parser::parse_attr(self, expected);
        }
        // What is wrong with the parameters is reported where a hand-written syntax is named.
        let pos = match def.format {
            ParamsFormat::Custom(_) => self.mnemonic_pos(),
            ParamsFormat::Empty | ParamsFormat::Spec(_) => Parser::pos(self),
        };
        let params = self.parse_attr_params(def, expected)?;
        if let Some(Err(why)) = def.verify.map(|verify| verify(self.cx, &params)) {
            return Err(AsmParser::error_at(self, pos, &why));
        }
        self.make_attr(def, params, pos)
    }

    fn parse_stripped_type(&mut self, def: &'static TypeDef) -> Parsed<Type> {
        if self.kind() == Kind::Bang {
            return Parser::parse_type(self);
        }
        let pos = Parser::pos(self);
        let params = self.parse_type_params(def)?;
        self.make_type(def, params, pos)
    }

    fn parse_attr_dict(&mut self, attrs: &mut Vec<NamedAttr>) -> Parsed<()> {
        if self.is("{") { Parser::parse_attr_dict(self, attrs) } else { Ok(()) }
    }

    fn parse_affine_map_or_set(&mut self) -> Parsed<Result<AffineMap, IntegerSet>> {
        self.parse_map_or_set()
    }

    fn parse_affine_expr(&mut self, symbols: &[(Ident, AffineExpr)]) -> Parsed<AffineExpr> {
        let named: Vec<(String, AffineExpr)> =
            symbols.iter().map(|(name, expr)| (name.str(self.cx).to_owned(), expr.clone())).collect();
        self.parse_affine_expr_named(&named)
    }

    fn try_location(&mut self) -> Parsed<Option<Loc>> {
        match self.try_trailing_loc()? {
            None => Ok(None),
            Some(Ok(loc)) => Ok(Some(loc)),
            Some(Err((alias, pos))) => {
                // Hand-written formats cannot be deferred to the end of the file, so the alias is searched for there.
                match self.find_loc_alias(alias) {
                    Some(loc) => Ok(Some(loc)),
                    None => Err(Parser::error_at(self, pos, "operation location alias was never defined")),
                }
            }
        }
    }

    fn raw_balanced_text(&mut self) -> Parsed<String> {
        self.raw_until_close()
    }
}

impl OpAsmParser for Parser<'_, '_> {
    fn asm(&mut self) -> &mut dyn AsmParser {
        self
    }

    /// More than an operation may have count as one too many.
    fn n_result_names(&self) -> usize {
        let named = self.frames.last().map_or(0, |frame| frame.results.iter().map(|(_, n)| *n as usize).sum());
        named.min(MAX_RESULTS + 1)
    }

    fn result_name(&self, index: usize) -> Option<Ident> {
        self.name_of_result(index)
    }

    fn name_pos(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.name_pos)
    }

    fn try_operand(&mut self) -> Parsed<Option<Unresolved>> {
        if self.kind() == Kind::Percent { self.parse_unresolved().map(Some) } else { Ok(None) }
    }

    fn try_argument_name(&mut self) -> Parsed<Option<Unresolved>> {
        if self.kind() != Kind::Percent {
            return Ok(None);
        }
        let pos = Parser::pos(self);
        let token = self.bump();
        if self.kind() == Kind::Hash {
            return Err(self.error("result number not allowed in argument list"));
        }
        let name = self.name_id(token);
        Ok(Some(Unresolved { name, number: 0, pos }))
    }

    fn resolve(&mut self, operand: Unresolved, ty: Type) -> Parsed<Value> {
        self.resolve_value(operand, ty)
    }

    fn parse_region(&mut self, state: &mut OpState, args: &[Argument]) -> Parsed<()> {
        let empty = self.parse_region_of(state, args, true)?;
        let frame = self.frames.last_mut().expect("a region belongs to an operation that is being read");
        frame.last_region_empty = empty;
        Ok(())
    }

    fn parse_full_region(&mut self, state: &mut OpState, args: &[Argument]) -> Parsed<()> {
        self.parse_region_of(state, args, false).map(|_| ())
    }

    fn last_region_is_empty(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.last_region_empty)
    }

    fn add_empty_region(&mut self, state: &mut OpState) {
        self.add_empty_region_of(state);
    }

    fn add_block_to_last_region(&mut self, state: &mut OpState) {
        self.add_block_to_last_region_of(state);
    }

    fn build_region(&mut self, state: &mut OpState, fill: &mut dyn FnMut(&mut Rewriter, RegionId)) {
        self.add_empty_region_of(state);
        let &region = state.regions.last().expect("the operation that is read is not isolated");
        fill(&mut Rewriter::new(self.body()), region);
    }

    fn parse_successor(&mut self) -> Parsed<BlockId> {
        self.parse_block_name()
    }

    fn try_successor(&mut self) -> Parsed<Option<BlockId>> {
        if self.kind() == Kind::Caret { self.parse_block_name().map(Some) } else { Ok(None) }
    }

    fn parse_affine_of_ssa(
        &mut self,
        delimiter: Delimiter,
    ) -> Parsed<(Vec<AffineExpr>, Vec<Unresolved>, Vec<Unresolved>)> {
        let (exprs, values) = self.parse_affine_over_values(delimiter)?;
        Ok((exprs, values.dims, values.symbols))
    }

    fn parse_generic_op(&mut self) -> Parsed<OpId> {
        self.parse_detached_generic_op()
    }

    fn parse_op_name(&mut self) -> Parsed<OpName> {
        self.parse_bare_op_name()
    }

    fn parse_generic_rest(&mut self, state: &mut OpState, operands: &[Unresolved]) -> Parsed<()> {
        let pos = Parser::pos(self);
        self.parse_generic_tail(state, pos, operands)
    }
}

impl Parser<'_, '_> {
    /// The location defined by `#alias = loc(..)` further down in the file.
    fn find_loc_alias(&mut self, alias: &[u8]) -> Option<Loc> {
        let bytes = self.cursor.bytes();
        let mut wanted = Vec::from(&b"\n#"[..]);
        wanted.extend_from_slice(alias);
        wanted.extend_from_slice(b" = ");
        let start = self.cursor.last_end as usize;
        let found = start + bytes[start..].windows(wanted.len()).position(|window| window == wanted)?;
        let end = bytes[found + 1..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |n| found + 1 + n);
        let saved = std::mem::replace(&mut self.cursor, super::cursor::Cursor::new(bytes, found + wanted.len(), end));
        let attr = Parser::parse_attr(self, None);
        self.cursor = saved;
        Loc::from_attr(self.cx, attr.ok()?)
    }
}
