//! The printer of the mock.

use rmlir_affine_maps::AffineExpr;
use rmlir_core::asm::{AsmPrinter, RegionPrint};
use rmlir_core::dialect::ParamDef;
use rmlir_core::loc::Loc;
use rmlir_core::opdef::{DefCache, Format};
use rmlir_core::{Attr, AttrData, BlockRef, Context, NamedAttr, OpId, OpRef, RegionRef, Type, TypeData, ValueRef};

use super::Parser;

struct Printer<'a, 'c> {
    parser: &'a Parser<'c>,
    out: String,
}

/// The custom form of `op`, which `parser` parsed.
pub fn print(parser: &Parser, op: OpId) -> String {
    let mut printer = Printer { parser, out: String::new() };
    let op = OpRef::new(&parser.body, op);
    let def = op.def().expect("a registered operation");
    rmlir_text::format::print_op(def, &mut printer, op);
    printer.out
}

/// Prints the parameters `values` by `format`.
pub fn print_params(
    parser: &Parser,
    params: &'static [ParamDef],
    format: &'static Format,
    cache: &'static DefCache,
    values: &[Attr],
) -> String {
    let mut printer = Printer { parser, out: String::new() };
    rmlir_text::format::print_params(params, format, cache, &mut printer, values);
    printer.out
}

pub fn type_text(cx: &Context, ty: Type) -> String {
    let list = |types: &[Type]| types.iter().map(|ty| type_text(cx, *ty)).collect::<Vec<_>>().join(", ");
    let dims = |shape: &[i64]| {
        shape.iter().map(|&n| if n < 0 { "?x".to_owned() } else { format!("{n}x") }).collect::<String>()
    };
    match ty.data(cx) {
        TypeData::Integer { width, .. } => format!("i{width}"),
        TypeData::Index => "index".into(),
        TypeData::Float(_) => "f32".into(),
        TypeData::Vector { shape, element, .. } => format!("vector<{}{}>", dims(shape), type_text(cx, *element)),
        TypeData::MemRef { shape, element, .. } => format!("memref<{}{}>", dims(shape), type_text(cx, *element)),
        TypeData::Function { inputs, results } => format!("({}) -> ({})", list(inputs), list(results)),
        other => format!("{other:?}"),
    }
}

impl AsmPrinter for Printer<'_, '_> {
    fn cx(&self) -> &Context {
        self.parser.body.cx()
    }
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }
    fn newline(&mut self) {
        self.out.push('\n');
    }
    fn indent(&mut self, _: bool) {}
    fn ty(&mut self, ty: Type) {
        let text = type_text(self.cx(), ty);
        self.text(&text);
    }
    fn attr(&mut self, attr: Attr) {
        self.attr_without_type(attr);
        if let AttrData::Integer { ty, .. } = attr.data(self.parser.body.cx())
            && *ty != Type::I1
        {
            self.text(" : ");
            self.ty(*ty);
        }
    }
    fn attr_without_type(&mut self, attr: Attr) {
        match attr.data(self.parser.body.cx()) {
            AttrData::Integer { value, ty } if *ty == Type::I1 => {
                self.text(if value.is_zero() { "false" } else { "true" });
            }
            AttrData::Integer { value, .. } => self.out.push_str(&value.sext_value().expect("small").to_string()),
            AttrData::String { value, .. } => self.string(value),
            AttrData::SymbolRef { root, .. } => self.symbol_name(root.str(self.parser.body.cx())),
            AttrData::Type(ty) => self.ty(*ty),
            AttrData::Unit => self.text("unit"),
            AttrData::Array(elements) => {
                self.text("[");
                for (index, element) in elements.iter().enumerate() {
                    self.text(if index > 0 { ", " } else { "" });
                    self.attr(*element);
                }
                self.text("]");
            }
            AttrData::DenseArray { .. } => {
                self.text("array");
                self.stripped_attr(attr);
            }
            AttrData::Dialect { def, .. } => {
                self.text("#");
                self.text(def.name);
                self.stripped_attr(attr);
            }
            other => self.out.push_str(&format!("{other:?}")),
        }
    }
    fn stripped_attr(&mut self, attr: Attr) {
        match attr.data(self.parser.body.cx()) {
            AttrData::DenseArray { .. } => {
                let values = attr.as_int_array(self.cx()).expect("integers");
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                self.out.push_str(&format!("[{}]", values.join(", ")));
            }
            AttrData::Dialect { params, .. } => {
                let name = params[0].as_str(self.cx()).expect("a name").to_owned();
                self.out.push_str(&format!("<{name}>"));
            }
            _ => self.attr(attr),
        }
    }
    fn stripped_type(&mut self, ty: Type) {
        self.ty(ty);
    }
    fn symbol_name(&mut self, name: &str) {
        self.out.push('@');
        self.out.push_str(name);
    }
    fn keyword_or_string(&mut self, name: &str) {
        self.text(name);
    }
    fn string(&mut self, text: &[u8]) {
        self.out.push_str(&format!("\"{}\"", String::from_utf8_lossy(text)));
    }
    fn location(&mut self, _: Loc) {}
    fn affine_expr(&mut self, _: &AffineExpr, _: &[ValueRef], _: &[ValueRef]) {}
    fn operand(&mut self, value: ValueRef) {
        self.out.push_str(&self.parser.names[&value.id]);
    }
    fn name_of(&mut self, _: ValueRef) -> String {
        unimplemented!()
    }
    fn successor(&mut self, block: BlockRef) {
        self.out.push_str(&self.parser.block_names[&block.id]);
    }
    fn attr_dict(&mut self, op: OpRef, elided: &[&str]) {
        let def = op.def().expect("a registered operation");
        let cx = op.cx();
        let mut entries: Vec<(&str, Attr)> =
            op.discardable_attrs().iter().map(|entry| (entry.name.str(cx), entry.value)).collect();
        entries.extend(def.props.iter().enumerate().filter_map(|(i, prop)| Some((prop.name, op.prop(i)?))));
        entries.retain(|(name, _)| !elided.contains(name));
        entries.sort_by_key(|(name, _)| *name);
        let entries: Vec<_> =
            entries.into_iter().map(|(name, value)| NamedAttr { name: cx.ident(name), value }).collect();
        if !entries.is_empty() {
            self.text(" ");
            self.named_attrs(&entries);
        }
    }
    fn attr_dict_with_keyword(&mut self, op: OpRef, elided: &[&str]) {
        let before = self.out.len();
        self.attr_dict(op, elided);
        if self.out.len() > before {
            self.out.insert_str(before, " attributes");
        }
    }
    fn named_attrs(&mut self, attrs: &[NamedAttr]) {
        self.text("{");
        for (index, entry) in attrs.iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            self.text(entry.name.str(self.parser.body.cx()));
            if entry.value != Attr::UNIT {
                self.text(" = ");
                self.attr(entry.value);
            }
        }
        self.text("}");
    }
    fn region(&mut self, region: RegionRef, _: RegionPrint) {
        self.text(if region.is_empty() { "{}" } else { "{block}" });
    }
    fn region_argument(&mut self, _: ValueRef, _: Attr, _: bool) {}
    fn shadow_region_args(&mut self, _: RegionRef, _: &[ValueRef]) {}
    fn generic_op(&mut self, _: OpRef) {}
    fn custom_or_generic_op(&mut self, _: OpRef) {}
}
