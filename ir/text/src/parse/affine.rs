//! Affine maps, sets and expressions.

use rmlir_affine_maps::{
    AffineExpr, AffineMap, Constraint, ExprStack, IntegerSet, ProductOp, SumOp, constraint_eq, constraint_ge,
    constraint_le,
};
use rmlir_core::asm::{Delimiter, Parsed, Unresolved};
use rmlir_core::{Attr, AttrData};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::parser::Parser;
use crate::lex::Kind;

/// The meanings of identifiers in an expression.
#[derive(Default)]
pub(crate) struct Names {
    list: SmallVec<[(Name, AffineExpr); 4]>,
    /// The indices in the list, once it is long.
    places: FxHashMap<Name, usize>,
    /// Values as dimensions and symbols, if they are allowed.
    ssa: Option<SsaNames>,
}

/// Values encountered in an expression over operands.
#[derive(Default)]
pub(crate) struct SsaNames {
    pub dims: Vec<Unresolved>,
    pub symbols: Vec<Unresolved>,
}

/// The spelling; few have more letters than the inline capacity.
type Name = SmallVec<[u8; 16]>;

/// The number of names up to which the search is linear.
const N_SEARCHED: usize = 16;

impl Names {
    fn get(&self, name: &[u8]) -> Option<AffineExpr> {
        let place = match self.list.len() <= N_SEARCHED {
            true => self.list.iter().position(|(known, _)| known[..] == *name),
            false => self.places.get(name).copied(),
        };
        place.map(|place| self.list[place].1.clone())
    }

    fn insert(&mut self, name: &[u8], expr: AffineExpr) {
        self.list.push((Name::from_slice(name), expr));
        match self.list.len().checked_sub(N_SEARCHED) {
            None | Some(0) => {}
            Some(1) => {
                self.places = self.list.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)).collect()
            }
            Some(_) => _ = self.places.insert(Name::from_slice(name), self.list.len() - 1),
        }
    }
}

impl Parser<'_, '_> {
    pub(super) fn parse_affine_map_attr(&mut self) -> Parsed<Attr> {
        self.bump();
        if !self.accept("<") {
            return Err(self.wrong_token("expected '<' in affine map"));
        }
        let map = match self.parse_map_or_set()? {
            Ok(map) => map,
            Err(_) => return Err(self.error("expected AffineMap, but got IntegerSet")),
        };
        if !self.accept(">") {
            return Err(self.wrong_token("expected '>' in affine map"));
        }
        Ok(self.cx.attr(AttrData::AffineMap(map)))
    }

    pub(super) fn parse_affine_set_attr(&mut self) -> Parsed<Attr> {
        self.bump();
        if !self.accept("<") {
            return Err(self.wrong_token("expected '<' in integer set"));
        }
        let set = match self.parse_map_or_set()? {
            Err(set) => set,
            Ok(_) => return Err(self.error("expected IntegerSet, but got AffineMap")),
        };
        if !self.accept(">") {
            return Err(self.wrong_token("expected '>' in integer set"));
        }
        Ok(self.cx.attr(AttrData::IntegerSet(set)))
    }

    /// `(d0)[s0] -> (..)` or `(d0)[s0] : (..)`
    pub(super) fn parse_map_or_set(&mut self) -> Parsed<Result<AffineMap, IntegerSet>> {
        let mut names = Names::default();
        let n_dims = self.parse_affine_ids(&mut names, "(", ")", AffineExpr::dim)?;
        let mut n_symbols = 0;
        if self.is("[") {
            n_symbols = self.parse_affine_ids(&mut names, "[", "]", AffineExpr::symbol)?;
        }
        if self.accept("->") {
            let results = self.parse_affine_results(&mut names)?;
            return Ok(Ok(AffineMap::new(n_dims, n_symbols, results)));
        }
        if !self.accept(":") {
            return Err(self.wrong_token("expected '->' or ':'"));
        }
        let constraints = self.parse_constraints(&mut names)?;
        Ok(Err(IntegerSet::new(n_dims, n_symbols, constraints)))
    }

    fn parse_affine_ids(
        &mut self,
        names: &mut Names,
        open: &str,
        close: &str,
        make: impl Fn(u32) -> AffineExpr,
    ) -> Parsed<u32> {
        let context = if open == "(" { " in dimensional identifier list" } else { " in symbol list" };
        if !self.accept(open) {
            return Err(self.wrong_token(&format!("expected '{open}'{context}")));
        }
        let mut n = 0;
        if self.accept(close) {
            return Ok(n);
        }
        loop {
            if self.kind() != Kind::Bare {
                return Err(self.wrong_token("expected bare identifier"));
            }
            let name = self.next_str();
            if names.get(name.as_bytes()).is_some() {
                return Err(self.error(format!("redefinition of identifier '{name}'")));
            }
            names.insert(name.as_bytes(), make(n));
            self.bump();
            n += 1;
            if !self.accept(",") {
                break;
            }
        }
        if self.accept(close) { Ok(n) } else { Err(self.wrong_token(&format!("expected '{close}'{context}"))) }
    }

    fn parse_affine_results(&mut self, names: &mut Names) -> Parsed<Vec<AffineExpr>> {
        if !self.accept("(") {
            return Err(self.wrong_token("expected '(' in affine map range"));
        }
        let mut results = Vec::new();
        if self.accept(")") {
            return Ok(results);
        }
        loop {
            results.push(self.parse_affine_expr_in(names)?);
            if !self.accept(",") {
                break;
            }
        }
        if self.accept(")") { Ok(results) } else { Err(self.wrong_token("expected ')' in affine map range")) }
    }

    fn parse_constraints(&mut self, names: &mut Names) -> Parsed<Vec<Constraint>> {
        if !self.accept("(") {
            return Err(self.wrong_token("expected '(' in integer set constraint list"));
        }
        let mut constraints = Vec::new();
        if self.accept(")") {
            return Ok(constraints);
        }
        loop {
            constraints.push(self.parse_constraint(names)?);
            if !self.accept(",") {
                break;
            }
        }
        if self.accept(")") {
            return Ok(constraints);
        }
        Err(self.wrong_token("expected ')' in integer set constraint list"))
    }

    /// `expr == expr`, `expr >= expr`, `expr <= expr`
    fn parse_constraint(&mut self, names: &mut Names) -> Parsed<Constraint> {
        let lhs = self.parse_affine_expr_in(names)?;
        let make = match self.text() {
            b">" => constraint_ge,
            b"<" => constraint_le,
            b"=" => constraint_eq,
            _ => return Err(self.error("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")),
        };
        let token = self.bump();
        if !self.accept("=") {
            let first = self.str(token);
            return Err(self.wrong_token(&format!("expected '=' after '{first}'")));
        }
        let rhs = self.parse_affine_expr_in(names)?;
        Ok(make(&lhs, &rhs))
    }

    /// An expression over named dimensions and symbols.
    pub(super) fn parse_affine_expr_named(&mut self, symbols: &[(String, AffineExpr)]) -> Parsed<AffineExpr> {
        let mut names = Names::default();
        symbols.iter().for_each(|(name, expr)| names.insert(name.as_bytes(), expr.clone()));
        self.parse_affine_expr_in(&mut names)
    }

    /// A list of expressions over operands.
    pub(super) fn parse_affine_over_values(&mut self, delimiter: Delimiter) -> Parsed<(Vec<AffineExpr>, SsaNames)> {
        let mut names = Names { ssa: Some(SsaNames::default()), ..Names::default() };
        let (open, close) = match delimiter {
            Delimiter::Paren | Delimiter::OptionalParen => ("(", ")"),
            Delimiter::Square | Delimiter::OptionalSquare => ("[", "]"),
            Delimiter::None => ("", ""),
            _ => ("<", ">"),
        };
        let mut exprs = Vec::new();
        if !open.is_empty() && !self.accept(open) {
            return Err(self.wrong_token(&format!("expected '{open}' in affine map")));
        }
        if close.is_empty() || !self.accept(close) {
            loop {
                exprs.push(self.parse_affine_expr_in(&mut names)?);
                if close.is_empty() || !self.accept(",") {
                    break;
                }
            }
            if !close.is_empty() && !self.accept(close) {
                return Err(self.wrong_token(&format!("expected '{close}' in affine map")));
            }
        }
        Ok((exprs, names.ssa.expect("set above")))
    }

    fn parse_affine_expr_in(&mut self, names: &mut Names) -> Parsed<AffineExpr> {
        let mut stack: ExprStack<u32> = ExprStack::new();
        let read = self.parse_affine_expr_onto(&mut stack, names);
        if read.is_err() {
            for _ in 0..stack.n_open_negations() {
                self.error("missing operand of negation");
            }
        }
        read
    }

    fn parse_affine_expr_onto(&mut self, stack: &mut ExprStack<u32>, names: &mut Names) -> Parsed<AffineExpr> {
        loop {
            if stack.is_operand_due() {
                self.parse_affine_operand(stack, names)?;
                continue;
            }
            let at = self.pos();
            let product = match self.text() {
                b"*" => Some(ProductOp::Mul),
                b"floordiv" => Some(ProductOp::FloorDiv),
                b"ceildiv" => Some(ProductOp::CeilDiv),
                b"mod" => Some(ProductOp::Mod),
                _ => None,
            };
            let step = if let Some(op) = product {
                self.bump();
                stack.product_op(op, at)
            } else if self.accept("+") {
                stack.sum_op(SumOp::Add)
            } else if self.accept("-") {
                stack.sum_op(SumOp::Sub)
            } else if stack.open_depth() > 0 {
                let step = stack.close();
                self.expect(")")?;
                step
            } else {
                return std::mem::take(stack).finish().map_err(|(error, at)| self.error_at(at, error.to_string()));
            };
            if let Err((error, at)) = step {
                return Err(self.error_at(at, error.to_string()));
            }
        }
    }

    fn parse_affine_operand(&mut self, stack: &mut ExprStack<u32>, names: &mut Names) -> Parsed<()> {
        match self.kind() {
            Kind::Integer => {
                let value = self.next_str();
                let value = match value.strip_prefix("0x") {
                    Some(digits) => u64::from_str_radix(digits, 16).ok(),
                    None => value.parse::<u64>().ok(),
                };
                match AffineExpr::from_literal(value) {
                    Ok(expr) => {
                        self.bump();
                        stack.operand(expr);
                        Ok(())
                    }
                    Err(error) => Err(self.error(error.to_string())),
                }
            }
            Kind::Percent => {
                let expr = self.parse_affine_value(names, false)?;
                stack.operand(expr);
                Ok(())
            }
            Kind::Bare if self.is("symbol") && names.ssa.is_some() => {
                self.bump();
                if !self.accept("(") {
                    return Err(self.wrong_token("expected '(' at start of SSA symbol"));
                }
                let expr = self.parse_affine_value(names, true)?;
                if !self.accept(")") {
                    return Err(self.wrong_token("expected ')' at end of SSA symbol"));
                }
                stack.operand(expr);
                Ok(())
            }
            Kind::Bare => match names.get(self.next_str().as_bytes()) {
                Some(expr) => {
                    self.bump();
                    stack.operand(expr);
                    Ok(())
                }
                None => Err(self.wrong_token("use of undeclared identifier")),
            },
            Kind::Punctuation if self.is("-") => {
                self.bump();
                // The least integer has no positive counterpart that could be negated.
                if stack.n_open_negations() == 0 && self.text() == b"9223372036854775808" {
                    self.bump();
                    stack.operand(AffineExpr::constant(i64::MIN));
                } else {
                    stack.negate();
                }
                Ok(())
            }
            Kind::Punctuation if self.is("(") => {
                self.bump();
                if self.is(")") {
                    return Err(self.error("no expression inside parentheses"));
                }
                stack.open();
                Ok(())
            }
            _ if stack.has_left_operand() => Err(self.error("missing right operand of binary operator")),
            Kind::Punctuation if matches!(self.text(), b"*" | b"+") => {
                Err(self.error("missing left operand of binary operator"))
            }
            _ => Err(self.error("expected affine expression")),
        }
    }

    fn parse_affine_value(&mut self, names: &mut Names, is_symbol: bool) -> Parsed<AffineExpr> {
        if names.ssa.is_none() {
            return Err(self.wrong_token("unexpected ssa identifier"));
        }
        if self.kind() != Kind::Percent {
            return Err(self.wrong_token("expected ssa identifier"));
        }
        let start = self.cursor.peek().start as usize;
        let operand = self.parse_unresolved()?;
        let end = self.cursor.last_end as usize;
        let spelled = &self.cursor.bytes()[start..end];
        if let Some(expr) = names.get(spelled) {
            return Ok(expr);
        }
        let ssa = names.ssa.as_mut().expect("checked above");
        let list = if is_symbol { &mut ssa.symbols } else { &mut ssa.dims };
        let number = list.len() as u32;
        list.push(operand);
        let expr = if is_symbol { AffineExpr::symbol(number) } else { AffineExpr::dim(number) };
        names.insert(spelled, expr.clone());
        Ok(expr)
    }
}
