//! The interfaces of the parser and the printer for dialects. The text layer implements them; hand-written assembly
//! formats call them.

use rmlir_affine_maps::{AffineExpr, AffineMap, IntegerSet};
use rmlir_num::{ApFloat, ApInt};

use crate::arena::{BlockId, RegionId, Value};
use crate::attrs::{Attr, NamedAttr};
use crate::builder::OpState;
use crate::context::Context;
use crate::loc::Loc;
use crate::name::{Ident, OpName};
use crate::opref::{BlockRef, OpRef, RegionRef, ValueRef};
use crate::rewriter::Rewriter;
use crate::tables::{AttrDef, EnumDef, TypeDef};
use crate::types::Type;

/// Reading failed; the reason has been reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseError;

/// The result of a `parse_*` method.
pub type Parsed<T> = Result<T, ParseError>;

/// Brackets around a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delimiter {
    /// No brackets: zero or more, as long as there is a first element.
    None,
    /// `( )`
    Paren,
    /// `[ ]`
    Square,
    /// `< >`
    LessGreater,
    /// `{ }`
    Braces,
    /// `( )` or absent
    OptionalParen,
    /// `[ ]` or absent
    OptionalSquare,
    /// `< >` or absent
    OptionalLessGreater,
    /// `{ }` or absent
    OptionalBraces,
}

/// A value name such as `%a` or `%0#1` that has been parsed but not resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unresolved {
    /// The parser's id of the name, without the `#` suffix; 0 for none.
    pub name: u32,
    /// The integer after `#`, or 0.
    pub number: u32,
    /// The source position.
    pub pos: u32,
}

/// A region argument that has been parsed: `%name : type {attrs} loc(..)`.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The name.
    pub name: Unresolved,
    /// The type; [`Type::NONE`] when it is not written there.
    pub ty: Type,
    /// The attributes, a dictionary.
    pub attrs: Attr,
    /// The location.
    pub loc: Loc,
}

/// Region arguments without types, and their initial values.
#[derive(Default)]
pub struct Assignments {
    /// The arguments.
    pub args: Vec<Argument>,
    /// The initial value of each argument.
    pub inits: Vec<Unresolved>,
}

/// Parses tokens, types and attributes. Every `parse_*` that fails has emitted a diagnostic; every `try_*` consumes no
/// token when the construct is absent.
pub trait AsmParser {
    /// The context.
    fn cx(&self) -> &Context;
    /// The position of the next token, for [`Self::error_at`] and [`Loc::at`].
    fn pos(&self) -> u32;
    /// The source position of the mnemonic of the type or attribute whose parameters are being parsed; elsewhere, of the
    /// name of the operation.
    fn mnemonic_pos(&self) -> u32;
    /// Reports an error at `pos`.
    fn error_at(&mut self, pos: u32, message: &str) -> ParseError;
    /// Reports that `what` (such as `':'`) is expected before the next token: right after the last token consumed, and
    /// without naming the operation.
    fn expected(&mut self, what: &str) -> ParseError {
        let pos = self.pos();
        self.error_at(pos, &format!("expected {what}"))
    }
    /// Attaches a note at `pos` to the last error reported.
    fn note_at(&mut self, pos: u32, message: &str);

    /// Returns whether the next token is `token` (punctuation, `->`, or a keyword).
    fn at(&mut self, token: &str) -> bool;
    /// Returns whether the next token is `#name`: an attribute alias or a dialect attribute in its full form.
    fn at_hash(&mut self) -> bool {
        self.at("#")
    }
    /// Parses `token` if it is next.
    fn try_token(&mut self, token: &str) -> bool;
    /// Parses any keyword (bare identifier).
    fn try_any_keyword(&mut self) -> Option<Ident>;
    /// Parses a string literal; escapes are resolved.
    fn try_string(&mut self) -> Parsed<Option<Box<[u8]>>>;
    /// Parses an integer literal with optional `-`: the magnitude in its minimal width plus a zero bit, negated if
    /// negative.
    fn try_integer(&mut self) -> Parsed<Option<ApInt>>;
    /// Parses a float literal (or an integer one as a float).
    fn parse_float(&mut self, kind: rmlir_num::FloatKind) -> Parsed<ApFloat>;
    /// Parses `@name` and returns the name.
    fn try_symbol_name(&mut self) -> Parsed<Option<Ident>>;

    /// Parses a type.
    fn parse_type(&mut self) -> Parsed<Type>;
    /// Parses a type if one is next.
    fn try_type(&mut self) -> Parsed<Option<Type>>;
    /// Parses `2x?x`: dimensions each followed by `x`, or only separated by `x`.
    fn parse_dimensions(&mut self, allow_dynamic: bool, trailing_x: bool) -> Parsed<Vec<i64>>;
    /// Parses an attribute; an untyped literal gets the type `expected`.
    fn parse_attr(&mut self, expected: Option<Type>) -> Parsed<Attr>;
    /// Parses an attribute if one is next.
    fn try_attr(&mut self, expected: Option<Type>) -> Parsed<Option<Attr>>;
    /// Parses the parameters of the attribute `def` without `#dialect.mnemonic`,
    /// or the attribute in full.
    fn parse_stripped_attr(&mut self, def: &'static AttrDef, expected: Option<Type>) -> Parsed<Attr>;
    /// Parses the parameters of the type `def` without `!dialect.mnemonic`, or
    /// the type in full.
    fn parse_stripped_type(&mut self, def: &'static TypeDef) -> Parsed<Type>;
    /// Parses `{a = 1, b}` if a brace is next, adding to `attrs`.
    fn parse_attr_dict(&mut self, attrs: &mut Vec<NamedAttr>) -> Parsed<()>;
    /// Parses `(d0, d1)[s0] -> (d0 + s0)` or the set form.
    fn parse_affine_map_or_set(&mut self) -> Parsed<Result<AffineMap, IntegerSet>>;
    /// Parses an affine expression over named symbols.
    fn parse_affine_expr(&mut self, symbols: &[(Ident, AffineExpr)]) -> Parsed<AffineExpr>;
    /// Parses an optional `loc(..)`.
    fn try_location(&mut self) -> Parsed<Option<Loc>>;
    /// The raw text up to the end of the current balanced `<..>`, for dialects
    /// with a syntax of their own; stops before the closing bracket.
    fn raw_balanced_text(&mut self) -> Parsed<String>;
}

/// Methods built on the primitives.
impl dyn AsmParser + '_ {
    /// Reports an error at the next token.
    pub fn error(&mut self, message: impl AsRef<str>) -> ParseError {
        let pos = self.pos();
        self.error_at(pos, message.as_ref())
    }

    /// Parses `token` or reports that it was expected.
    pub fn token(&mut self, token: &str) -> Parsed<()> {
        if self.try_token(token) { Ok(()) } else { Err(self.expected(&format!("'{token}'"))) }
    }

    /// Parses the keyword `keyword`.
    pub fn keyword(&mut self, keyword: &str) -> Parsed<()> {
        if self.try_token(keyword) { Ok(()) } else { Err(self.error(format!("expected '{keyword}'"))) }
    }

    /// Parses any keyword.
    pub fn any_keyword(&mut self) -> Parsed<Ident> {
        match self.try_any_keyword() {
            Some(keyword) => Ok(keyword),
            None => Err(self.error("expected valid keyword")),
        }
    }

    /// Parses a string literal.
    pub fn string(&mut self) -> Parsed<Box<[u8]>> {
        match self.try_string()? {
            Some(text) => Ok(text),
            None => Err(self.error("expected string")),
        }
    }

    /// Parses `@name`.
    pub fn symbol_name(&mut self) -> Parsed<Ident> {
        match self.try_symbol_name()? {
            Some(name) => Ok(name),
            None => Err(self.error("expected valid '@'-identifier for symbol name")),
        }
    }

    /// Parses an integer representable in 64 bits.
    pub fn integer(&mut self) -> Parsed<i64> {
        let pos = self.pos();
        match self.try_integer()? {
            Some(value) => match value.sext_value() {
                Some(value) => Ok(value),
                None => Err(self.error_at(pos, "integer value too large")),
            },
            None => Err(self.error("expected integer value")),
        }
    }

    /// Parses `: type`.
    pub fn colon_type(&mut self) -> Parsed<Type> {
        self.token(":")?;
        self.parse_type()
    }

    /// Parses a list of elements separated by commas inside `delimiter`.
    pub fn list(
        &mut self,
        delimiter: Delimiter,
        mut element: impl FnMut(&mut dyn AsmParser) -> Parsed<()>,
    ) -> Parsed<()> {
        use Delimiter as D;
        let (open, close, optional) = match delimiter {
            D::None => ("", "", false),
            D::Paren => ("(", ")", false),
            D::Square => ("[", "]", false),
            D::LessGreater => ("<", ">", false),
            D::Braces => ("{", "}", false),
            D::OptionalParen => ("(", ")", true),
            D::OptionalSquare => ("[", "]", true),
            D::OptionalLessGreater => ("<", ">", true),
            D::OptionalBraces => ("{", "}", true),
        };
        if !open.is_empty() {
            if optional && !self.at(open) {
                return Ok(());
            }
            self.token(open)?;
            if self.try_token(close) {
                return Ok(());
            }
        }
        element(self)?;
        while self.try_token(",") {
            element(self)?;
        }
        if close.is_empty() { Ok(()) } else { self.token(close) }
    }

    /// Parses types separated by commas.
    pub fn type_list(&mut self) -> Parsed<Vec<Type>> {
        let mut types = Vec::new();
        self.list(Delimiter::None, |parser| {
            let _: () = types.push(parser.parse_type()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// Parses `-> type` or `-> (types)` if an arrow is next.
    pub fn optional_arrow_types(&mut self) -> Parsed<Vec<Type>> {
        if !self.try_token("->") {
            return Ok(Vec::new());
        }
        self.type_or_types()
    }

    /// Parses `type` or `(types)`, as function results are written.
    pub fn type_or_types(&mut self) -> Parsed<Vec<Type>> {
        let mut types = Vec::new();
        if self.at("(") {
            self.list(Delimiter::Paren, |parser| {
                let _: () = types.push(parser.parse_type()?);
                Ok(())
            })?;
        } else {
            types.push(self.parse_type()?);
        }
        Ok(types)
    }

    /// Parses one of the keywords of `of`.
    pub fn enum_keyword(&mut self, of: &EnumDef) -> Parsed<u64> {
        let pos = self.pos();
        let keyword = self.try_any_keyword().map(|keyword| keyword.str(self.cx()).to_owned());
        match keyword.as_deref().and_then(|keyword| of.value(keyword)) {
            Some(value) => Ok(value),
            None => {
                let cases: Vec<&str> = of.cases.iter().map(|(name, _)| *name).collect();
                let message = format!("expected {} to be one of: {}", of.name, cases.join(", "));
                Err(self.error_at(pos, &message))
            }
        }
    }
}

/// Parses the components of an operation.
pub trait OpAsmParser: AsmParser {
    /// This parser without the operation-level methods.
    fn asm(&mut self) -> &mut dyn AsmParser;
    /// The number of results named before `=`.
    fn n_result_names(&self) -> usize;
    /// The name without `%` of result `index` as written before `=`, if any: the name of its group.
    fn result_name(&self, index: usize) -> Option<Ident>;
    /// The source position of the operation name.
    fn name_pos(&self) -> u32;

    /// Parses an optional `%name` or `%name#n`.
    fn try_operand(&mut self) -> Parsed<Option<Unresolved>>;
    /// Parses an optional value name `%name`, which must have no `#` suffix.
    fn try_argument_name(&mut self) -> Parsed<Option<Unresolved>>;
    /// Resolves `operand` to a value of type `ty`; forward references are valid.
    fn resolve(&mut self, operand: Unresolved, ty: Type) -> Parsed<Value>;
    /// Parses a region and adds it to `state`; `args` are the arguments of its entry block, if there are any.
    fn parse_region(&mut self, state: &mut OpState, args: &[Argument]) -> Parsed<()>;
    /// Parses a region as [`Self::parse_region`] does, but adds no implicit terminator.
    fn parse_full_region(&mut self, state: &mut OpState, args: &[Argument]) -> Parsed<()>;
    /// Returns whether the last region parsed has no block.
    fn last_region_is_empty(&self) -> bool;
    /// Adds an empty region to `state`.
    fn add_empty_region(&mut self, state: &mut OpState);
    /// Adds a block to the region of `state` that was parsed or added last and is empty.
    fn add_block_to_last_region(&mut self, state: &mut OpState);
    /// Adds a region to `state` that is not in the text; `fill` builds it.
    fn build_region(&mut self, state: &mut OpState, fill: &mut dyn FnMut(&mut Rewriter, RegionId));
    /// Parses `^name`.
    fn parse_successor(&mut self) -> Parsed<BlockId>;
    /// Parses `^name` if it is next.
    fn try_successor(&mut self) -> Parsed<Option<BlockId>> {
        if self.at("^") { self.parse_successor().map(Some) } else { Ok(None) }
    }
    /// Parses an affine map or set whose dimensions and symbols are operands, `affine.load %m[%i + 1, symbol(%n)]`,
    /// between `delimiter`s. Returns the expressions, the dimension operands and the symbol operands.
    fn parse_affine_of_ssa(
        &mut self,
        delimiter: Delimiter,
    ) -> Parsed<(Vec<AffineExpr>, Vec<Unresolved>, Vec<Unresolved>)>;
    /// Parses one operation in generic form, as the single operation of a region.
    fn parse_generic_op(&mut self) -> Parsed<crate::arena::OpId>;
    /// Parses an operation name at the start of its custom form, where the prefix of the default dialect is optional.
    fn parse_op_name(&mut self) -> Parsed<OpName>;
    /// Parses the components after the operands in the generic form of the current operation, whose operands are
    /// `operands`.
    fn parse_generic_rest(&mut self, state: &mut OpState, operands: &[Unresolved]) -> Parsed<()>;
}

/// Methods built on the primitives.
impl dyn OpAsmParser + '_ {
    /// Parses `%name`.
    pub fn operand(&mut self) -> Parsed<Unresolved> {
        match self.try_operand()? {
            Some(operand) => Ok(operand),
            None => Err(self.expected("SSA operand")),
        }
    }

    /// Parses a list of operands.
    pub fn operand_list(&mut self, delimiter: Delimiter) -> Parsed<Vec<Unresolved>> {
        let mut operands = Vec::new();
        if delimiter == Delimiter::None {
            match self.try_operand()? {
                Some(first) => operands.push(first),
                None => return Ok(operands),
            }
            while self.try_token(",") {
                operands.push(self.operand()?);
            }
            return Ok(operands);
        }
        let close = match delimiter {
            Delimiter::Paren | Delimiter::OptionalParen => ("(", ")"),
            Delimiter::Square | Delimiter::OptionalSquare => ("[", "]"),
            Delimiter::LessGreater | Delimiter::OptionalLessGreater => ("<", ">"),
            _ => ("{", "}"),
        };
        let optional = matches!(
            delimiter,
            Delimiter::OptionalParen
                | Delimiter::OptionalSquare
                | Delimiter::OptionalLessGreater
                | Delimiter::OptionalBraces
        );
        if optional && !self.at(close.0) {
            return Ok(operands);
        }
        self.token_in(close.0, "operand list")?;
        if self.try_token(close.1) {
            return Ok(operands);
        }
        operands.push(self.operand()?);
        while self.try_token(",") {
            operands.push(self.operand()?);
        }
        self.token_in(close.1, "operand list")?;
        Ok(operands)
    }

    /// Parses `n` operands separated by commas.
    pub fn operands(&mut self, n: usize) -> Parsed<Vec<Unresolved>> {
        let pos = self.pos();
        let operands = self.operand_list(Delimiter::None)?;
        match operands.len() {
            found if found == n => Ok(operands),
            0 if self.at("(") || self.at("[") => Err(self.error_at(pos, "unexpected delimiter")),
            0 => Err(self.expected("operand")),
            _ => Err(self.error_at(pos, &format!("expected {n} operands"))),
        }
    }

    /// Parses `token`; `list` names the enclosing construct in the diagnostic.
    pub fn token_in(&mut self, token: &str, list: &str) -> Parsed<()> {
        if self.try_token(token) { Ok(()) } else { Err(self.expected(&format!("'{token}' in {list}"))) }
    }

    /// Resolves `operands`, each of type `ty`, and adds them to `state`.
    pub fn resolve_same(&mut self, operands: &[Unresolved], ty: Type, state: &mut OpState) -> Parsed<()> {
        for &operand in operands {
            let value = self.resolve(operand, ty)?;
            state.operands.push(value);
        }
        Ok(())
    }

    /// Resolves `operands`, one type each, and adds them to `state`; a mismatch in count is reported at `pos`.
    pub fn resolve_each(
        &mut self,
        operands: &[Unresolved],
        types: &[Type],
        pos: u32,
        state: &mut OpState,
    ) -> Parsed<()> {
        if operands.len() != types.len() {
            let message = format!(
                "number of operands and types do not match: got {} operands and {} types",
                operands.len(),
                types.len()
            );
            return Err(self.error_at(pos, &message));
        }
        for (&operand, &ty) in operands.iter().zip(types) {
            let value = self.resolve(operand, ty)?;
            state.operands.push(value);
        }
        Ok(())
    }

    /// Parses an optional attribute dictionary `{..}` and adds each entry to `state`: as the property of that name, or
    /// as a discardable attribute.
    pub fn attr_dict(&mut self, state: &mut OpState) -> Parsed<()> {
        let mut attrs = Vec::new();
        self.parse_attr_dict(&mut attrs)?;
        for entry in attrs {
            let name = entry.name.str(self.cx()).to_owned();
            state.set_attr(self.cx(), &name, entry.value);
        }
        Ok(())
    }

    /// As `attr_dict`, after the keyword `attributes`.
    pub fn attr_dict_with_keyword(&mut self, state: &mut OpState) -> Parsed<()> {
        if self.try_token("attributes") { self.attr_dict(state) } else { Ok(()) }
    }

    /// Parses `%name`, then `: type` if `with_type`, `{attrs}` and a location.
    pub fn argument(&mut self, with_type: bool, with_attrs: bool) -> Parsed<Argument> {
        let Some(name) = self.try_argument_name()? else { return Err(self.expected("SSA operand")) };
        let ty = if with_type { self.asm().colon_type()? } else { Type::NONE };
        let mut attrs = Vec::new();
        if with_attrs {
            self.parse_attr_dict(&mut attrs)?;
        }
        let attrs = self.cx().dict(attrs);
        let loc = self.try_location()?.unwrap_or(Loc::at(name.pos));
        Ok(Argument { name, ty, attrs, loc })
    }

    /// Parses `(%arg = %init, ..)`. The arguments have no types yet.
    ///
    /// # Errors
    /// There is no parenthesis, or something else in it.
    pub fn assignments(&mut self) -> Parsed<Assignments> {
        let mut read = Assignments::default();
        if !self.try_token("(") {
            let pos = self.pos();
            return Err(self.error_at(pos, "expected '('"));
        }
        if self.try_token(")") {
            return Ok(read);
        }
        loop {
            read.args.push(self.argument(false, false)?);
            self.asm().token("=")?;
            read.inits.push(self.operand()?);
            if !self.try_token(",") {
                break;
            }
        }
        if !self.try_token(")") {
            return Err(self.expected("',' or ')'"));
        }
        Ok(read)
    }

    /// Parses `(%i, ..)`: arguments of type `index`.
    pub fn index_arguments(&mut self) -> Parsed<Vec<Argument>> {
        const WHERE: &str = "argument list";
        let mut args = Vec::new();
        self.token_in("(", WHERE)?;
        if self.try_token(")") {
            return Ok(args);
        }
        loop {
            args.push(Argument { ty: Type::INDEX, ..self.argument(false, false)? });
            if !self.try_token(",") {
                break;
            }
        }
        self.token_in(")", WHERE)?;
        Ok(args)
    }
}

/// Prints tokens, types, attributes and the components of an operation.
pub trait AsmPrinter {
    /// The context.
    fn cx(&self) -> &Context;
    /// Prints text verbatim.
    fn text(&mut self, text: &str);
    /// Starts a new line, indented for the current depth.
    fn newline(&mut self);
    /// Increases (`true`) or decreases the indentation by one step.
    fn indent(&mut self, more: bool);

    /// Prints a type.
    fn ty(&mut self, ty: Type);
    /// Prints an attribute with its type.
    fn attr(&mut self, attr: Attr);
    /// Prints an attribute without its type.
    fn attr_without_type(&mut self, attr: Attr);
    /// Prints a dialect attribute (or array) without its prefix.
    fn stripped_attr(&mut self, attr: Attr);
    /// Prints a dialect type without its prefix.
    fn stripped_type(&mut self, ty: Type);
    /// Prints `@name`, quoted if necessary.
    fn symbol_name(&mut self, name: &str);
    /// Prints `name`, or `"name"` if it is not a valid keyword.
    fn keyword_or_string(&mut self, name: &str);
    /// Prints `"text"` with escapes.
    fn string(&mut self, text: &[u8]);
    /// Prints ` loc(..)` if locations are printed at all.
    fn location(&mut self, loc: Loc);
    /// Prints an affine expression; `dims` and `symbols` replace `d0`, `s0` and so on.
    fn affine_expr(&mut self, expr: &AffineExpr, dims: &[ValueRef], symbols: &[ValueRef]);

    /// Prints `%name` or `%name#n`.
    fn operand(&mut self, value: ValueRef);
    /// The text that [`Self::operand`] prints.
    fn name_of(&mut self, value: ValueRef) -> String;
    /// Prints `^name`.
    fn successor(&mut self, block: BlockRef);
    /// Prints ` {a = 1}` unless it is empty: all attributes of `op`, inherent and discardable, except those in
    /// `elided`.
    fn attr_dict(&mut self, op: OpRef, elided: &[&str]);
    /// As [`Self::attr_dict`], with the keyword `attributes` before the brace.
    fn attr_dict_with_keyword(&mut self, op: OpRef, elided: &[&str]);
    /// Prints ` {..}` with these entries unless there are none; no leading space.
    fn named_attrs(&mut self, attrs: &[NamedAttr]);
    /// Prints a region between braces.
    fn region(&mut self, region: RegionRef, options: RegionPrint);
    /// Prints an argument as `%name: type {attrs} loc(..)`.
    fn region_argument(&mut self, arg: ValueRef, attrs: Attr, omit_type: bool);
    /// Gives the entry arguments of `region` the names of `with`.
    fn shadow_region_args(&mut self, region: RegionRef, with: &[ValueRef]);
    /// Prints `op` in generic form.
    fn generic_op(&mut self, op: OpRef);
    /// Prints `op` as in a block, without indentation.
    fn custom_or_generic_op(&mut self, op: OpRef);
}

/// Options of region printing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegionPrint {
    /// Whether the header of the entry block is printed if it has arguments.
    pub entry_args: bool,
    /// Whether block terminators are printed.
    pub terminators: bool,
    /// Whether an empty entry block is printed with its header.
    pub empty_block: bool,
}

impl Default for RegionPrint {
    fn default() -> Self {
        Self { entry_args: true, terminators: true, empty_block: false }
    }
}

/// Methods built on the primitives.
impl dyn AsmPrinter + '_ {
    /// Prints values separated by commas.
    pub fn operands<'a>(&mut self, values: impl IntoIterator<Item = ValueRef<'a>>) {
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.operand(value);
        }
    }

    /// Prints `prefix(%arg = %init, ..)`, or nothing if there is no initial value.
    pub fn assignments<'a>(
        &mut self,
        prefix: &str,
        args: impl IntoIterator<Item = ValueRef<'a>>,
        inits: impl ExactSizeIterator<Item = ValueRef<'a>>,
    ) {
        if inits.len() == 0 {
            return;
        }
        self.text(prefix);
        self.text("(");
        for (index, (arg, init)) in args.into_iter().zip(inits).enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.operand(arg);
            self.text(" = ");
            self.operand(init);
        }
        self.text(")");
    }

    /// Prints types separated by commas.
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        for (index, ty) in types.into_iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.ty(ty);
        }
    }

    /// Prints ` -> type` or ` -> (types)` unless there are none.
    pub fn optional_arrow_types(&mut self, types: &[Type]) {
        if !types.is_empty() {
            self.text(" -> ");
            self.arrow_types(types);
        }
    }

    /// Prints `type` or `(types)`, the syntax of function results: a single type has no parentheses unless it is a
    /// function type.
    pub fn arrow_types(&mut self, types: &[Type]) {
        let alone = matches!(types, [only] if only.function(self.cx()).is_none());
        if alone {
            return self.ty(types[0]);
        }
        self.text("(");
        self.types(types.iter().copied());
        self.text(")");
    }

    /// Prints `(operand types) -> results`.
    pub fn functional_type(&mut self, op: OpRef) {
        self.text("(");
        self.types(op.operands().map(ValueRef::ty));
        self.text(") -> ");
        let results: Vec<Type> = op.results().map(ValueRef::ty).collect();
        self.arrow_types(&results);
    }
}
