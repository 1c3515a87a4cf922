//! Types.

use rmlir_core::asm::Parsed;
use rmlir_core::dialect::{ParamsFormat, ParamsSyntax, TypeDef};
use rmlir_core::interfaces::TensorEncoding;
use rmlir_core::{Attr, AttrData, DYNAMIC, Signedness, Type, TypeData};
use rmlir_num::FloatKind;

use super::format_hook::parse_params_spec;
use super::parser::Parser;
use crate::lex::Kind;

/// The widest integer type.
const MAX_INT_WIDTH: u32 = (1 << 24) - 1;

const TYPE_KEYWORDS: &[&str] = &["tensor", "memref", "vector", "tuple", "complex", "none", "index"];

/// The sizes of a shape, and for vectors which of them are scalable.
type Dims = (Vec<i64>, Vec<bool>);

impl Parser<'_, '_> {
    /// Parses a type.
    pub fn parse_type(&mut self) -> Parsed<Type> {
        if self.is("(") { self.parse_function_type() } else { self.parse_non_function_type() }
    }

    /// Parses a type if the next token can begin one.
    pub fn try_type(&mut self) -> Parsed<Option<Type>> {
        let starts = match self.kind() {
            Kind::Bang => true,
            Kind::Punctuation => self.is("("),
            Kind::Bare => {
                let text = self.next_str();
                TYPE_KEYWORDS.contains(&text) || int_type(text).is_some() || FloatKind::from_name(text).is_some()
            }
            _ => false,
        };
        if starts { self.parse_type().map(Some) } else { Ok(None) }
    }

    /// Parses `(types) -> types`.
    pub fn parse_function_type(&mut self) -> Parsed<Type> {
        self.nested(|parser| {
            let inputs = parser.parse_paren_types()?;
            parser.expect_in("->", " in function type")?;
            let results = parser.parse_result_types()?;
            Ok(parser.cx.function_type(&inputs, &results))
        })
    }

    /// Parses `(types)`.
    pub fn parse_paren_types(&mut self) -> Parsed<Vec<Type>> {
        self.expect("(")?;
        let mut types = Vec::new();
        if self.accept(")") {
            return Ok(types);
        }
        loop {
            types.push(self.parse_type()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(types)
    }

    /// Parses `type` or `(types)`.
    pub fn parse_result_types(&mut self) -> Parsed<Vec<Type>> {
        if self.is("(") { self.parse_paren_types() } else { Ok(vec![self.parse_non_function_type()?]) }
    }

    /// Parses a type that is not a function type.
    pub fn parse_non_function_type(&mut self) -> Parsed<Type> {
        match self.kind() {
            Kind::Bare => match simple_type(self.text()) {
                Some(ty) => {
                    self.bump();
                    Ok(ty)
                }
                None => self.parse_known_type(Self::parse_builtin_type),
            },
            Kind::Bang => self.parse_known_type(|parser| parser.nested(Self::parse_extended_type)),
            _ => Err(self.wrong_token("expected non-function type")),
        }
    }

    /// Parses a type with `read` unless the same text was parsed before.
    fn parse_known_type(&mut self, read: impl FnOnce(&mut Self) -> Parsed<Type>) -> Parsed<Type> {
        let token = self.cursor.peek();
        let Some(end) = angled_end(&self.cursor.bytes()[..self.cursor.end()], token.end as usize) else {
            return read(self);
        };
        let text = &self.cursor.bytes()[token.start as usize..end];
        if let Some(&ty) = self.type_cache.get(text) {
            self.cursor.seek(end as u32);
            return Ok(ty);
        }
        let ty = read(self)?;
        if self.cursor.last_end as usize == end {
            self.type_cache.insert(text, ty);
        }
        Ok(ty)
    }

    fn parse_builtin_type(&mut self) -> Parsed<Type> {
        let text = self.next_str();
        if let Some((sign, width)) = int_type(text) {
            let Ok(width) = width.parse::<u32>() else { return Err(self.error("invalid integer width")) };
            if width > MAX_INT_WIDTH {
                return Err(self.error(format!("integer bitwidth is limited to {MAX_INT_WIDTH} bits")));
            }
            self.bump();
            return Ok(self.cx.ty(TypeData::Integer { width, sign }));
        }
        if let Some(kind) = FloatKind::from_name(text) {
            self.bump();
            return Ok(self.cx.float_type(kind));
        }
        match text {
            "vector" => self.nested(Self::parse_vector),
            "tensor" => self.nested(Self::parse_tensor),
            "memref" => self.nested(Self::parse_memref),
            "complex" => self.nested(Self::parse_complex),
            "tuple" => self.nested(Self::parse_tuple),
            _ => Err(self.wrong_token("expected non-function type")),
        }
    }

    fn parse_complex(&mut self) -> Parsed<Type> {
        self.bump();
        self.expect_in("<", " in complex type")?;
        let pos = self.pos();
        let element = self.parse_type()?;
        if element.int_width(self.cx).is_none() && element.float_kind(self.cx).is_none() {
            return Err(self.error_at(pos, "invalid element type for complex"));
        }
        self.expect_in(">", " in complex type")?;
        Ok(self.cx.ty(TypeData::Complex(element)))
    }

    fn parse_tuple(&mut self) -> Parsed<Type> {
        self.bump();
        self.expect_in("<", " in tuple type")?;
        let mut types = Vec::new();
        if !self.accept(">") {
            loop {
                types.push(self.parse_type()?);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect_in(">", " in tuple type")?;
        }
        Ok(self.cx.ty(TypeData::Tuple(types.into())))
    }

    fn parse_vector(&mut self) -> Parsed<Type> {
        let pos = self.pos();
        self.bump();
        self.expect_in("<", " in vector type")?;
        let (shape, scalable) = self.parse_vector_dims()?;
        let element = self.parse_type()?;
        self.expect_in(">", " in vector type")?;
        if !is_vector_element(self, element) {
            let text = "failed to verify 'elementType': VectorElementTypeInterface instance";
            return Err(self.error_at(pos, text));
        }
        if shape.contains(&0) {
            let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
            let text = "vector types must have positive constant sizes but got ";
            return Err(self.error_at(pos, format!("{text}{}", sizes.join(", "))));
        }
        Ok(self.cx.ty(TypeData::Vector { shape: shape.into(), scalable: scalable.into(), element }))
    }

    /// `2x[4]x`
    fn parse_vector_dims(&mut self) -> Parsed<Dims> {
        let (mut shape, mut scalable) = (Vec::new(), Vec::new());
        while self.kind() == Kind::Integer || self.is("[") {
            let in_brackets = self.accept("[");
            shape.push(self.parse_size()?);
            if in_brackets && !self.accept("]") {
                return Err(self.wrong_token("missing ']' closing scalable dimension"));
            }
            scalable.push(in_brackets);
            self.parse_x()?;
        }
        Ok((shape, scalable))
    }

    /// Parses dimensions, each followed by `x`, or separated by `x`.
    pub fn parse_dims(&mut self, dynamic: bool, trailing_x: bool) -> Parsed<Vec<i64>> {
        let mut shape = Vec::new();
        while self.kind() == Kind::Integer || self.is("?") {
            let pos = self.pos();
            if self.accept("?") {
                if !dynamic {
                    return Err(self.error_at(pos, "expected static shape"));
                }
                shape.push(DYNAMIC);
            } else {
                shape.push(self.parse_size()?);
            }
            if trailing_x || (self.kind() == Kind::Bare && self.text()[0] == b'x') {
                self.parse_x()?;
            } else {
                break;
            }
        }
        Ok(shape)
    }

    /// Parses a size. `0x` is the size 0 and an `x`, not the start of a hexadecimal literal.
    fn parse_size(&mut self) -> Parsed<i64> {
        if self.kind() != Kind::Integer {
            return Err(self.error("invalid dimension"));
        }
        let text = self.text();
        if text.starts_with(b"0x") {
            let start = self.cursor.peek().start;
            self.cursor.seek(start + 1);
            return Ok(0);
        }
        match self.next_str().parse::<i64>() {
            Ok(size) => {
                self.bump();
                Ok(size)
            }
            Err(_) => Err(self.error("invalid dimension")),
        }
    }

    fn parse_x(&mut self) -> Parsed<()> {
        if self.kind() != Kind::Bare || self.text()[0] != b'x' {
            return Err(self.wrong_token("expected 'x' in dimension list"));
        }
        let start = self.cursor.peek().start;
        if self.text().len() == 1 {
            self.bump();
        } else {
            self.cursor.seek(start + 1);
        }
        Ok(())
    }

    /// Parses an optional `*x`, which denotes an unranked shape.
    fn try_unranked(&mut self) -> Parsed<bool> {
        if !self.accept("*") {
            return Ok(false);
        }
        self.parse_x()?;
        Ok(true)
    }

    fn parse_tensor(&mut self) -> Parsed<Type> {
        self.bump();
        self.expect_in("<", " in tensor type")?;
        let unranked = self.try_unranked()?;
        let shape = if unranked { Vec::new() } else { self.parse_dims(true, true)? };
        let pos = self.pos();
        let element = self.parse_type()?;
        let mut encoding = None;
        if self.accept(",") {
            encoding = self.try_attr(None)?;
            self.check_encoding(encoding, &shape, element)?;
        }
        if !is_tensor_element(self, element) {
            return Err(self.error_at(pos, "invalid tensor element type"));
        }
        self.expect_in(">", " in tensor type")?;
        match (unranked, encoding) {
            (true, Some(_)) => Err(self.error("cannot apply encoding to unranked tensor")),
            (true, None) => Ok(self.cx.ty(TypeData::UnrankedTensor { element })),
            (false, encoding) => Ok(self.cx.ty(TypeData::RankedTensor { shape: shape.into(), element, encoding })),
        }
    }

    /// Verifies the encoding of a tensor, if it has one with conditions.
    fn check_encoding(&mut self, encoding: Option<Attr>, shape: &[i64], element: Type) -> Parsed<()> {
        let Some(encoding) = encoding else { return Ok(()) };
        let Some((def, _)) = encoding.dialect_attr(self.cx) else { return Ok(()) };
        let Some(interface) = def.interface::<dyn TensorEncoding>() else { return Ok(()) };
        interface.verify_encoding(self.cx, encoding, shape, element).map_err(|why| self.error(why))
    }

    fn parse_memref(&mut self) -> Parsed<Type> {
        let start = self.pos();
        self.bump();
        self.expect_in("<", " in memref type")?;
        let unranked = self.try_unranked()?;
        let shape = if unranked { Vec::new() } else { self.parse_dims(true, true)? };
        let pos = self.pos();
        let element = self.parse_type()?;
        if !is_memref_element(self, element) {
            return Err(self.error_at(pos, "invalid memref element type"));
        }
        let (mut layout, mut space) = (None, None);
        if !self.accept(">") {
            if !self.accept(",") {
                return Err(self.wrong_token("expected ',' or '>' in memref type"));
            }
            self.parse_list_until(">", |parser| parser.parse_memref_attr(unranked, &mut layout, &mut space))?;
        }
        if let Some(layout) = layout {
            self.check_layout(layout, shape.len(), start)?;
        }
        if space.is_some_and(|space| !is_memory_space(self, space)) {
            return Err(self.error_at(start, "unsupported memory space Attribute"));
        }
        let space = space.filter(|space| space.as_integer(self.cx).is_none_or(|(value, _)| !value.is_zero()));
        if unranked {
            return Ok(self.cx.ty(TypeData::UnrankedMemRef { element, space }));
        }
        let layout = layout.filter(|layout| !is_identity_layout(self, *layout));
        Ok(self.cx.ty(TypeData::MemRef { shape: shape.into(), element, layout, space }))
    }

    /// Parses a layout or a memory space.
    fn parse_memref_attr(&mut self, unranked: bool, layout: &mut Option<Attr>, space: &mut Option<Attr>) -> Parsed<()> {
        let attr = self.parse_attr(None)?;
        if !is_layout(self, attr) {
            if space.is_some() {
                return Err(self.error("multiple memory spaces specified in memref type"));
            }
            *space = Some(attr);
            return Ok(());
        }
        if unranked {
            return Err(self.error("cannot have affine map for unranked memref type"));
        }
        if space.is_some() {
            return Err(self.error("expected memory space to be last in memref type"));
        }
        *layout = Some(attr);
        Ok(())
    }

    fn check_layout(&mut self, layout: Attr, rank: usize, pos: u32) -> Parsed<()> {
        let text = match layout.data(self.cx) {
            AttrData::AffineMap(map) if map.n_dims() as usize != rank => {
                format!("memref layout mismatch between rank and affine map: {rank} != {}", map.n_dims())
            }
            AttrData::Strided { strides, .. } if strides.len() != rank => {
                "expected the number of strides to match the rank".to_owned()
            }
            _ => return Ok(()),
        };
        Err(self.error_at(pos, text))
    }

    /// `!alias`, `!dialect.name<..>`, `!dialect<"..">`
    fn parse_extended_type(&mut self) -> Parsed<Type> {
        let pos = self.pos();
        let token = self.cursor.peek();
        let name = &self.str(token)[1..];
        let Some((dialect, rest)) = name.split_once('.') else {
            let is_alias = self.cursor.bytes().get(token.end as usize) != Some(&b'<');
            if is_alias {
                return self.parse_type_alias();
            }
            return self.parse_opaque_type(name, pos);
        };
        let known = self.cx.dialect(dialect);
        match self.cx.type_def(name) {
            Some(def) => {
                self.bump();
                let mnemonic = pos + 2 + dialect.len() as u32;
                let params = self.with_mnemonic(mnemonic, |parser| parser.parse_type_params(def))?;
                self.make_type(def, params, checked_at(&def.format, mnemonic, rest))
            }
            None if known.is_some_and(|known| !known.hooks().allows_unknown_types()) => {
                self.bump();
                Err(self.unknown_type(dialect, rest, pos + 2 + dialect.len() as u32))
            }
            None => {
                let text = self.parse_pretty_body(rest)?;
                self.opaque_type(dialect, &text, pos)
            }
        }
    }

    fn unknown_type(&mut self, dialect: &str, name: &str, pos: u32) -> rmlir_core::asm::ParseError {
        let known = self.cx.dialect(dialect).map_or(&[][..], |known| known.types);
        let own = self.cx.dialect(dialect).and_then(|known| known.hooks().on_unknown_type());
        let message = match (own, known) {
            (Some(own), _) => own.replace("{}", name),
            (None, []) => format!("dialect '{dialect}' provides no type parsing hook"),
            (None, _) => format!("unknown  type `{name}` in dialect `{dialect}`"),
        };
        let near = rmlir_diag::near_name(name, known.iter().map(|ty| ty.mnemonic()));
        let error = rmlir_diag::Diagnostic::error(self.place(pos), message);
        let error = match near {
            Some(near) => error.help(format!("a type with a similar name exists: '!{dialect}.{near}'")),
            None => error,
        };
        self.diagnose(error)
    }

    fn parse_type_alias(&mut self) -> Parsed<Type> {
        let name = &self.text()[1..];
        match self.type_aliases.get(name) {
            Some(&ty) => {
                self.bump();
                Ok(ty)
            }
            None => {
                let name = String::from_utf8_lossy(name).into_owned();
                self.bump();
                Err(self.wrong_token(&format!("undefined symbol alias id '{name}'")))
            }
        }
    }

    /// `!dialect<text>`, where the text may be a type of the dialect without its prefix.
    fn parse_opaque_type(&mut self, dialect: &str, pos: u32) -> Parsed<Type> {
        let Some(known) = self.cx.dialect(dialect).filter(|known| !known.hooks().allows_unknown_types()) else {
            let text = self.parse_angled_text()?;
            return self.opaque_type(dialect, &text, pos);
        };
        self.bump();
        self.expect("<")?;
        let pos = self.pos();
        let mnemonic = if self.kind() == Kind::Bare { self.next_str() } else { "" };
        let Some(def) = self.cx.type_def(&format!("{}.{mnemonic}", known.name)) else {
            return Err(self.unknown_type(dialect, mnemonic, pos));
        };
        self.bump();
        let params = self.with_mnemonic(pos, |parser| parser.parse_type_params(def))?;
        self.expect(">")?;
        self.make_type(def, params, checked_at(&def.format, pos, mnemonic))
    }

    fn opaque_type(&mut self, dialect: &str, text: &str, pos: u32) -> Parsed<Type> {
        if self.cx.dialect(dialect).is_none() && !self.cx.allows_unregistered() {
            return Err(self.unregistered("type", dialect, pos));
        }
        Ok(self.cx.ty(TypeData::Opaque { dialect: self.cx.ident(dialect), text: text.into() }))
    }

    pub(super) fn unregistered(&mut self, what: &str, dialect: &str, pos: u32) -> rmlir_core::asm::ParseError {
        let kind = if what == "type" { "`!" } else { "`#" };
        let message = format!(
            "{kind}{dialect}<\"\">` {what} created with unregistered dialect. If this is intended, please call \
             allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool \
             used"
        );
        self.error_at(pos, message.replace("<\"\">", "<...>"))
    }

    /// Parses the parameters after the mnemonic at `pos`.
    pub(super) fn with_mnemonic<T>(&mut self, pos: u32, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let around = self.mnemonic.replace(pos);
        let params = parse(self);
        self.mnemonic = around;
        params
    }

    /// The parameters of a registered type, after its mnemonic.
    pub fn parse_type_params(&mut self, def: &'static TypeDef) -> Parsed<Vec<Attr>> {
        match def.format {
            ParamsFormat::Empty => Ok(Vec::new()),
            ParamsFormat::Spec(ref format) => parse_params_spec(def.params, format, &def.cache, self, None),
            ParamsFormat::Custom(syntax) => (syntax.expect::<ParamsSyntax>().parse)(self, None),
        }
    }

    /// The type of `def` with these parameters, verified.
    pub fn make_type(&mut self, def: &'static TypeDef, params: Vec<Attr>, pos: u32) -> Parsed<Type> {
        if let Some(Err(why)) = def.verify.map(|verify| verify(self.cx, &params)) {
            return Err(self.error_at(pos, why));
        }
        Ok(self.cx.ty(TypeData::Dialect { def, params: params.into() }))
    }
}

/// The position of an error about the parameters after the `mnemonic` at `pos`: after it, or at it if the dialect
/// parses them itself.
pub(super) fn checked_at(format: &ParamsFormat, pos: u32, mnemonic: &str) -> u32 {
    match format {
        ParamsFormat::Custom(_) => pos,
        ParamsFormat::Empty | ParamsFormat::Spec(_) => pos + mnemonic.len() as u32,
    }
}

/// The length of the longest text in the cache of types.
const MAX_CACHED: usize = 120;

/// The end of the `<..>` at `start`, if it is easily determined.
fn angled_end(bytes: &[u8], start: usize) -> Option<usize> {
    if bytes.get(start) != Some(&b'<') {
        return None;
    }
    let mut depth = 0;
    for (offset, byte) in bytes[start..].iter().take(MAX_CACHED).enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(start + offset + 1),
            b'>' => depth -= 1,
            b'"' | b'-' | b'/' | b'\n' => return None,
            _ => {}
        }
    }
    None
}

fn simple_type(text: &[u8]) -> Option<Type> {
    Some(match text {
        b"i32" => Type::I32,
        b"index" => Type::INDEX,
        b"f32" => Type::F32,
        b"i64" => Type::I64,
        b"i1" => Type::I1,
        b"f64" => Type::F64,
        b"i8" => Type::I8,
        b"i16" => Type::I16,
        b"f16" => Type::F16,
        b"bf16" => Type::BF16,
        b"none" => Type::NONE,
        _ => return None,
    })
}

/// Sign and digits of `i12`, `si12`, `ui12`.
pub(super) fn int_type(text: &str) -> Option<(Signedness, &str)> {
    let (sign, digits) = match text.as_bytes() {
        [b'i', ..] => (Signedness::Signless, &text[1..]),
        [b's', b'i', ..] => (Signedness::Signed, &text[2..]),
        [b'u', b'i', ..] => (Signedness::Unsigned, &text[2..]),
        _ => return None,
    };
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some((sign, digits))
}

fn is_layout(parser: &Parser, attr: Attr) -> bool {
    matches!(attr.data(parser.cx), AttrData::AffineMap(_) | AttrData::Strided { .. })
}

fn is_identity_layout(parser: &Parser, attr: Attr) -> bool {
    matches!(attr.data(parser.cx), AttrData::AffineMap(map) if map.is_identity())
}

fn is_number(parser: &Parser, ty: Type) -> bool {
    ty.is_index() || ty.is_integer(parser.cx) || ty.float_kind(parser.cx).is_some()
}

fn is_memory_space(parser: &Parser, attr: Attr) -> bool {
    use AttrData::{Dialect, Dictionary, Integer, String};
    matches!(attr.data(parser.cx), Integer { .. } | String { .. } | Dictionary(_) | Dialect { .. })
}

fn is_vector_element(parser: &Parser, ty: Type) -> bool {
    is_number(parser, ty) || matches!(ty.data(parser.cx), TypeData::Dialect { .. })
}

fn is_tensor_element(parser: &Parser, ty: Type) -> bool {
    use TypeData::{Complex, Opaque, Vector};
    is_vector_element(parser, ty) || matches!(ty.data(parser.cx), Complex(_) | Vector { .. } | Opaque { .. })
}

fn is_memref_element(parser: &Parser, ty: Type) -> bool {
    let data = ty.data(parser.cx);
    match data {
        TypeData::Opaque { .. } => false,
        TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. } => true,
        _ => is_tensor_element(parser, ty),
    }
}
