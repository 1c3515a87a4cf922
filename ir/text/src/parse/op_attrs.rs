//! Attributes of operations in generic form: `<properties>` and `{attributes}`.
//!
//! The dictionary may contain inherent attributes too, as before the introduction of properties. In
//! [`Parser::set_attrs`], without properties, inherent attributes in the dictionary are first checked as by the
//! verifier. Then an inherent attribute in the dictionary is stored in its slot if it has the slot's kind, else it is
//! dropped. Then properties are stored in their slots, and must have the right kind. Finally missing segment sizes are
//! set to zero. Messages and order are upstream's.

use rmlir_core::asm::{ParseError, Parsed};
use rmlir_core::opdef::OpDef;
use rmlir_core::{Attr, AttrData, Context, NamedAttr, OpState, Type};

use super::parser::Parser;

/// The contents of `<` and `>`.
pub(super) enum Properties {
    /// They were omitted.
    Absent,
    /// A dictionary.
    Entries(Vec<NamedAttr>),
    /// Another attribute.
    Other(Attr),
}

impl Parser<'_, '_> {
    /// Parses an optional `<attribute>`.
    pub(super) fn parse_props(&mut self) -> Parsed<Properties> {
        if !self.accept("<") {
            return Ok(Properties::Absent);
        }
        let props = if self.is("{") {
            let mut entries = Vec::new();
            self.parse_attr_dict(&mut entries)?;
            Properties::Entries(entries)
        } else {
            Properties::Other(self.parse_attr(None)?)
        };
        if self.accept(">") { Ok(props) } else { Err(self.wrong_token("expected '>' to close properties")) }
    }

    /// Sets the attributes of the operation of `state`, which begins at `pos`.
    pub(super) fn set_attrs(
        &mut self,
        state: &mut OpState,
        pos: u32,
        props: Properties,
        attrs: Vec<NamedAttr>,
    ) -> Parsed<()> {
        let Some(def) = state.name.def(self.cx) else {
            match props {
                Properties::Absent => {}
                Properties::Entries(entries) => state.set_prop(0, self.cx.dict(entries)),
                Properties::Other(attr) => state.set_prop(0, attr),
            }
            state.attrs = attrs;
            return Ok(());
        };
        for entry in attrs {
            let Some(index) = slot(def, entry.name.str(self.cx)) else {
                state.attrs.push(entry);
                continue;
            };
            if matches!(props, Properties::Absent) {
                self.check_inherent(def, index, entry.value, pos)?;
            }
            if misfit(self.cx, def, index, entry.value).is_none() {
                state.set_prop(index, entry.value);
            }
        }
        match props {
            Properties::Absent => {}
            Properties::Entries(entries) => self.set_props(state, def, pos, entries)?,
            Properties::Other(attr) => return Err(self.invalid_props(def, pos, attr, NO_DICTIONARY)),
        }
        for index in 0..def.props.len() {
            let Some(n_fields) = n_segments(def, index) else { continue };
            if state.props.get(index).is_none_or(|sizes| sizes.is_absent()) {
                state.set_prop(index, self.cx.i32_array(&vec![0; n_fields]));
            }
        }
        Ok(())
    }

    /// Checks an inherent attribute as the verifier does.
    fn check_inherent(&mut self, def: &OpDef, index: usize, value: Attr, pos: u32) -> Parsed<()> {
        let prop = &def.props[index];
        if (prop.constraint.check)(self.cx, value) || n_segments(def, index).is_some() {
            return Ok(());
        }
        let (op, name, summary) = (def.name, prop.name, prop.constraint.summary);
        Err(self.error_at(pos, format!("'{op}' op attribute '{name}' failed to satisfy constraint: {summary}")))
    }

    fn set_props(&mut self, state: &mut OpState, def: &OpDef, pos: u32, entries: Vec<NamedAttr>) -> Parsed<()> {
        if def.props.is_empty() {
            let props = self.cx.dict(entries);
            return Err(self.invalid_props(def, pos, props, NO_DICTIONARY));
        }
        for at in 0..entries.len() {
            let Some(index) = slot(def, entries[at].name.str(self.cx)) else { continue };
            if let Some(why) = misfit(self.cx, def, index, entries[at].value) {
                let props = self.cx.dict(entries);
                return Err(self.invalid_props(def, pos, props, &why));
            }
            state.set_prop(index, entries[at].value);
        }
        Ok(())
    }

    #[cold]
    fn invalid_props(&mut self, def: &OpDef, pos: u32, props: Attr, why: &str) -> ParseError {
        let why = if def.props.is_empty() { "this operation does not support properties" } else { why };
        let text = format!("invalid properties {} for op {}: {why}", self.cx.show_attr(props), def.name);
        self.error_at(pos, text)
    }
}

const NO_DICTIONARY: &str = "expected DictionaryAttr to set properties";
const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
const RESULT_SEGMENTS: &str = "resultSegmentSizes";

/// The slot of the inherent attribute called `name`; segment sizes have an older name, too.
fn slot(def: &OpDef, name: &str) -> Option<usize> {
    def.prop_index(name).or_else(|| match name {
        "operand_segment_sizes" => def.prop_index(OPERAND_SEGMENTS),
        "result_segment_sizes" => def.prop_index(RESULT_SEGMENTS),
        _ => None,
    })
}

/// The number of segments if slot `index` has segment sizes.
pub(crate) fn n_segments(def: &OpDef, index: usize) -> Option<usize> {
    match def.props[index].name {
        OPERAND_SEGMENTS => Some(def.operands.len()),
        RESULT_SEGMENTS => Some(def.results.len()),
        _ => None,
    }
}

/// The reason why slot `index` cannot store `value`, if any.
pub(crate) fn misfit(cx: &Context, def: &OpDef, index: usize, value: Attr) -> Option<String> {
    let prop = &def.props[index];
    let Some(n_fields) = n_segments(def, index) else {
        let fits = (prop.constraint.kind)(cx, value);
        return (!fits)
            .then(|| format!("Invalid attribute `{}` in property conversion: {}", prop.name, cx.show_attr(value)));
    };
    match value.data(cx) {
        AttrData::DenseArray { element, .. } if *element == Type::I32 => {
            let n = value.as_int_array(cx).map_or(0, |sizes| sizes.len());
            (n != n_fields).then(|| format!("size mismatch in attribute conversion: {n} vs {n_fields}"))
        }
        _ => Some("expected DenseI32ArrayAttr for key `value`".to_owned()),
    }
}
