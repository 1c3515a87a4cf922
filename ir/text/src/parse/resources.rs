//! The section `{-# dialect_resources: {..}, external_resources: {..} #-}`.

use rmlir_core::asm::Parsed;
use rmlir_core::context::Resource;
use rmlir_core::dialect::Resources;

use super::dense::from_hex;
use super::parser::Parser;
use super::strings::unescape;
use crate::lex::{Kind, Token};
use crate::print::{ExternalResources, ExternalValue};

impl Parser<'_, '_> {
    pub(super) fn parse_resources(&mut self) -> Parsed<()> {
        self.bump();
        self.parse_list_or_end("#-}", |parser| {
            let pos = parser.pos();
            let key = parser.parse_metadata_key("expected identifier key in file metadata dictionary")?;
            parser.expect(":")?;
            match key.as_str() {
                "dialect_resources" => parser.parse_groups(true),
                "external_resources" => parser.parse_groups(false),
                _ => Err(parser.error_at(pos, format!("unknown key '{key}' in file metadata dictionary"))),
            }
        })
    }

    fn parse_metadata_key(&mut self, message: &str) -> Parsed<String> {
        if self.kind() != Kind::Bare {
            return Err(self.error(message));
        }
        let token = self.bump();
        Ok(self.str(token).to_owned())
    }

    fn parse_groups(&mut self, of_dialects: bool) -> Parsed<()> {
        self.expect("{")?;
        self.parse_list_or_end("}", |parser| {
            let pos = parser.pos();
            let group = parser.parse_metadata_key("expected identifier key for 'resource' entry")?;
            parser.expect(":")?;
            parser.expect("{")?;
            if of_dialects {
                let resources = parser.resource_dialect(&group, pos)?;
                return parser.parse_list_or_end("}", |parser| parser.parse_dialect_resource(&group, resources));
            }
            let index = parser.external_group(group);
            parser.parse_list_or_end("}", |parser| parser.parse_external_resource(index))
        })
    }

    /// The index of the group `name`.
    fn external_group(&mut self, name: String) -> usize {
        let known = self.external_resources.iter().position(|group| group.name == name);
        known.unwrap_or_else(|| {
            self.external_resources.push(ExternalResources { name, entries: Vec::new() });
            self.external_resources.len() - 1
        })
    }

    /// The policy of the dialect for its section; resources of `builtin` attributes are always kept.
    fn resource_dialect(&mut self, group: &str, pos: u32) -> Parsed<Resources> {
        match self.cx.dialect(group).map(|dialect| dialect.hooks().resources()) {
            _ if group == "builtin" => Ok(Resources::Kept),
            Some(Resources::Unexpected) => {
                Err(self.error(format!("unexpected 'resource' section for dialect '{group}'")))
            }
            Some(expected) => Ok(expected),
            None => Err(self.error_at(pos, format!("dialect '{group}' is unknown"))),
        }
    }

    fn parse_dialect_resource(&mut self, group: &str, resources: Resources) -> Parsed<()> {
        let pos = self.pos();
        let key = self.parse_keyword_or_string("expected identifier key for 'resource' entry")?;
        self.expect(":")?;
        if resources == Resources::NoneKnown {
            return Err(self.error_at(pos, format!("unknown 'resource' key '{key}' for dialect '{group}'")));
        }
        let token = self.bump();
        let blob = self.parse_blob(&key, token)?;
        self.cx.set_resource(group, &key, Some(blob));
        Ok(())
    }

    fn parse_external_resource(&mut self, group: usize) -> Parsed<()> {
        let key = self.parse_keyword_or_string("expected identifier key for 'external_resources' entry")?;
        self.expect(":")?;
        let token = self.bump();
        let value = self.external_value(&key, token)?;
        self.external_resources[group].entries.push((key, value));
        Ok(())
    }

    /// Booleans, blobs in hexadecimal with an alignment, and other strings.
    fn external_value(&mut self, key: &str, token: Token) -> Parsed<ExternalValue> {
        let text = self.cursor.text(token);
        Ok(match token.kind {
            Kind::Bare if matches!(text, b"true" | b"false") => ExternalValue::Bool(text == b"true"),
            Kind::String if text.starts_with(b"\"0x") => ExternalValue::Blob(self.parse_blob(key, token)?),
            Kind::String => ExternalValue::String(unescape(text).into()),
            _ => return Err(self.error_at(self.base + token.start, format!("expected string value for key '{key}'"))),
        })
    }

    fn parse_blob(&mut self, key: &str, token: Token) -> Parsed<Resource> {
        let pos = self.base + token.start;
        let data = if token.kind == Kind::String { from_hex(&unescape(self.cursor.text(token))) } else { None };
        let Some(data) = data else {
            return Err(self.error_at(pos, format!("expected hex string blob for key '{key}'")));
        };
        let Some((alignment, data)) = data.split_first_chunk::<4>() else {
            let text = format!("expected hex string blob for key '{key}' to encode alignment in first 4 bytes");
            return Err(self.error_at(pos, text));
        };
        let alignment = u32::from_le_bytes(*alignment);
        if alignment != 0 && !alignment.is_power_of_two() {
            let text = format!(
                "expected hex string blob for key '{key}' to encode alignment in first 4 bytes, but got non-power-of-2 \
                 value: {alignment}"
            );
            return Err(self.error_at(pos, text));
        }
        let alignment = if data.is_empty() { 0 } else { alignment };
        Ok(Resource { alignment, data: data.into() })
    }
}
