//! Types.

use rmlir_core::dialect::{ParamsFormat, ParamsSyntax};
use rmlir_core::{Attr, Signedness, Type, TypeData};

use super::elide::Elide;
#[allow(unused_imports)]
use super::format_hook::print_params_spec;
use super::printer::Printer;
use super::text::{is_pretty_symbol, push_i64, push_size, push_u64};

impl<'a> Printer<'a> {
    /// Prints `ty` or its alias.
    #[inline]
    pub fn write_type(&mut self, ty: Type) {
        match self.cache.ty(ty) {
            Some(text) => self.out.push_str(text),
            None => self.write_new_type(ty),
        }
    }

    #[cold]
    fn write_new_type(&mut self, ty: Type) {
        let start = self.out.len();
        if !self.aliases.push_type(&mut self.out, ty) {
            self.write_type_in_full(ty);
        }
        self.cache.keep_type(ty, &self.out[start..]);
    }

    /// Prints `ty` itself.
    pub fn write_type_in_full(&mut self, ty: Type) {
        let data = ty.data(self.cx);
        match data {
            TypeData::Integer { width, sign } => {
                self.out.push_str(match sign {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                push_u64(&mut self.out, (*width).into());
            }
            TypeData::Index => self.out.push_str("index"),
            TypeData::Float(kind) => self.out.push_str(kind.name()),
            TypeData::None => self.out.push_str("none"),
            _ => self.nested(|printer| printer.write_composite(data)),
        }
    }

    fn write_composite(&mut self, data: &'a TypeData) {
        match data {
            TypeData::Function { inputs, results } => self.write_function_type(inputs, results),
            TypeData::Opaque { dialect, text } => self.write_symbol('!', dialect.str(self.cx), |printer| {
                printer.out.push_str(text);
            }),
            TypeData::Dialect { def, params } => self.write_symbol('!', def.dialect(), |printer| {
                printer.out.push_str(def.mnemonic());
                printer.write_params(&def.format, def.params, &def.cache, params);
            }),
            _ => self.write_bracketed(data),
        }
    }

    /// Prints types of the form `keyword<..>`.
    fn write_bracketed(&mut self, data: &'a TypeData) {
        match data {
            TypeData::Complex(part) => {
                self.out.push_str("complex<");
                self.write_type(*part);
            }
            TypeData::Tuple(types) => {
                self.out.push_str("tuple<");
                self.write_types(types);
            }
            TypeData::Vector { shape, scalable, element } => {
                self.out.push_str("vector<");
                self.write_vector_shape(shape, scalable);
                self.write_type(*element);
            }
            TypeData::RankedTensor { shape, element, encoding } => {
                self.out.push_str("tensor<");
                self.write_shape(shape);
                self.write_type(*element);
                self.write_parameter(*encoding, Elide::Never);
            }
            TypeData::UnrankedTensor { element } => {
                self.out.push_str("tensor<*x");
                self.write_type(*element);
            }
            TypeData::MemRef { shape, element, layout, space } => {
                self.out.push_str("memref<");
                self.write_shape(shape);
                self.write_type(*element);
                self.write_parameter(*layout, Elide::Default);
                self.write_parameter(*space, Elide::Default);
            }
            TypeData::UnrankedMemRef { element, space } => {
                self.out.push_str("memref<*x");
                self.write_type(*element);
                self.write_parameter(*space, Elide::Default);
            }
            _ => unreachable!("the other types have no brackets"),
        }
        self.out.push('>');
    }

    fn write_parameter(&mut self, attr: Option<Attr>, elide: Elide) {
        if let Some(attr) = attr {
            self.out.push_str(", ");
            self.write_attr(attr, elide);
        }
    }

    /// Prints `types` separated by commas.
    pub fn write_types(&mut self, types: &[Type]) {
        self.comma_separated(types, |printer, &ty| printer.write_type(ty));
    }

    fn write_function_type(&mut self, inputs: &[Type], results: &[Type]) {
        self.out.push('(');
        self.write_types(inputs);
        self.out.push_str(") -> ");
        self.write_result_types(results.len(), || results.iter().copied());
    }

    /// Prints `type` or `(types)`; a single function type has parentheses, as its arrow would be ambiguous otherwise.
    pub fn write_result_types<I: Iterator<Item = Type>>(&mut self, n: usize, types: impl Fn() -> I) {
        let is_bare = n == 1 && types().all(|ty| ty.function(self.cx).is_none());
        if !is_bare {
            self.out.push('(');
        }
        self.comma_separated(types(), |printer, ty| printer.write_type(ty));
        if !is_bare {
            self.out.push(')');
        }
    }

    /// Prints `2x?x`.
    fn write_shape(&mut self, shape: &[i64]) {
        for &size in shape {
            push_size(&mut self.out, size);
            self.out.push('x');
        }
    }

    fn write_vector_shape(&mut self, shape: &[i64], scalable: &[bool]) {
        for (index, &size) in shape.iter().enumerate() {
            let is_scalable = scalable.get(index).copied().unwrap_or(false);
            self.out.push_str(if is_scalable { "[" } else { "" });
            push_i64(&mut self.out, size);
            self.out.push_str(if is_scalable { "]x" } else { "x" });
        }
    }

    /// Prints `!dialect.body` or `#dialect.body`, or with angle brackets if the body is not a valid name.
    pub fn write_symbol(&mut self, sigil: char, dialect: &str, body: impl FnOnce(&mut Self)) {
        self.out.push(sigil);
        self.out.push_str(dialect);
        let dot = self.out.len();
        self.out.push('.');
        body(self);
        if !is_pretty_symbol(&self.out.as_bytes()[dot + 1..]) {
            self.out.replace_range(dot..=dot, "<");
            self.out.push('>');
        }
    }

    /// Prints the parameters after the mnemonic of a dialect's type or attribute.
    pub fn write_params(
        &mut self,
        format: &'static ParamsFormat,
        params: &'static [rmlir_core::dialect::ParamDef],
        cache: &'static rmlir_core::opdef::DefCache,
        values: &[Attr],
    ) {
        match format {
            ParamsFormat::Empty => {}
            ParamsFormat::Spec(spec) => print_params_spec(params, spec, cache, self, values),
            ParamsFormat::Custom(syntax) => (syntax.expect::<ParamsSyntax>().print)(self, values),
        }
    }

    /// Prints `ty` without `!dialect.mnemonic`, in full if the result would be empty.
    pub fn write_stripped_type(&mut self, ty: Type) {
        if self.aliases.push_type(&mut self.out, ty) {
            return;
        }
        let start = self.out.len();
        if let Some((def, params)) = ty.dialect_type(self.cx) {
            self.nested(|printer| printer.write_params(&def.format, def.params, &def.cache, params));
        }
        if self.out.len() == start {
            self.write_type(ty);
        }
    }
}
