//! The section `{-# dialect_resources: {..}, external_resources: {..} #-}`.

use rmlir_core::asm::Parsed;
use rmlir_core::context::Resource;

use super::dense::from_hex;
use super::parser::Parser;
use super::strings::unescape;
use crate::lex::{Kind, Token};
use crate::print::{ExternalResources, ExternalValue};

impl Parser<'_, '_> {
    pub(super) fn parse_resources(&mut self) -> Parsed<()> {
        self.bump();
        if self.accept("#-}") {
            return Ok(());
        }
        loop {
            let key = self.parse_keyword_or_string("expected identifier key in file metadata dictionary")?;
            if !self.accept(":") {
                return Err(self.wrong_token("expected ':'"));
            }
            match key.as_str() {
                "dialect_resources" => self.parse_groups(true)?,
                "external_resources" => self.parse_groups(false)?,
                _ => return Err(self.error(format!("unknown key '{key}' in file metadata dictionary"))),
            }
            if !self.accept(",") {
                break;
            }
        }
        if self.accept("#-}") {
            return Ok(());
        }
        Err(self.wrong_token("expected '#-}' in file metadata dictionary"))
    }

    fn parse_groups(&mut self, of_dialects: bool) -> Parsed<()> {
        self.expect("{")?;
        if self.accept("}") {
            return Ok(());
        }
        loop {
            let pos = self.pos();
            let group = self.parse_keyword_or_string("expected identifier key for 'resource' entry")?;
            self.expect(":")?;
            if of_dialects && self.cx.dialect(&group).is_none() && group != "builtin" {
                return Err(self.error_at(pos, format!("dialect '{group}' is unknown")));
            }
            if !of_dialects {
                self.external_resources.push(ExternalResources { name: group.clone(), entries: Vec::new() });
            }
            self.parse_group(&group, of_dialects)?;
            if !self.accept(",") {
                break;
            }
        }
        self.expect("}")
    }

    fn parse_group(&mut self, group: &str, of_dialects: bool) -> Parsed<()> {
        self.expect("{")?;
        if self.accept("}") {
            return Ok(());
        }
        loop {
            let key = self.parse_keyword_or_string("expected identifier key for 'resource' entry")?;
            self.expect(":")?;
            if !matches!(self.kind(), Kind::String | Kind::Bare) {
                return Err(self.error("expected a resource value: a string or a boolean"));
            }
            let token = self.bump();
            if of_dialects {
                self.store_blob(group, &key, token)?;
            } else {
                let value = self.external_value(token);
                let group = self.external_resources.last_mut().expect("pushed when the group was started");
                group.entries.push((key, value));
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect("}")
    }

    /// Booleans, blobs in hexadecimal with an alignment, and other strings.
    fn external_value(&self, token: Token) -> ExternalValue {
        if token.kind != Kind::String {
            return ExternalValue::Bool(self.cursor.text(token) == b"true");
        }
        let text = unescape(self.cursor.text(token));
        let blob = from_hex(&text);
        match blob.as_deref().and_then(|data| data.split_first_chunk::<4>()) {
            Some((alignment, data)) => {
                let alignment = u32::from_le_bytes(*alignment);
                ExternalValue::Blob(Resource { alignment, data: data.into() })
            }
            None => ExternalValue::String(text.into()),
        }
    }

    fn store_blob(&mut self, group: &str, key: &str, token: Token) -> Parsed<()> {
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
        self.cx.set_resource(group, key, Some(Resource { alignment, data: data.into() }));
        Ok(())
    }
}
