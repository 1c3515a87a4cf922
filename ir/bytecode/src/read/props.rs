//! Properties of operations.

use rmlir_core::opdef::OpDef;
use rmlir_core::{Attr, NamedAttr, OpState};
use rmlir_text::print::print_attr;

use super::cursor::{Cursor, malformed};
use super::sections::{File, NameInFile, at};
use crate::props::{Encoding, layout};
use rmlir_core::bytecode::ReadError;

impl<'b> File<'b, '_> {
    /// Sets the properties with index `index` on `state`.
    pub fn read_properties(&mut self, name: NameInFile, index: u64, state: &mut OpState) -> Result<(), ReadError> {
        let range = at(&self.properties, index, "properties")?.clone();
        let mut cursor = Cursor::new(self.bytes, range);
        let def = name.name.def(self.cx);
        match def {
            Some(def) if name.was_registered => self.read_slots(def, &mut cursor, state)?,
            None if name.was_registered => {
                let op = name.name.str(self.cx);
                return Err(malformed(format!("'{op}' was written with properties, but is not registered here")));
            }
            _ => {
                let attr = self.attr(cursor.number()?)?;
                self.set_properties(def, attr, state)?;
            }
        }
        match cursor.is_empty() {
            true => Ok(()),
            false => {
                Err(malformed(format!("unexpected trailing bytes in the properties of '{}'", name.name.str(self.cx))))
            }
        }
    }

    /// Reads properties in upstream's native encoding.
    fn read_slots(
        &mut self,
        def: &'static OpDef,
        cursor: &mut Cursor<'b>,
        state: &mut OpState,
    ) -> Result<(), ReadError> {
        let cx = self.cx;
        for (slot, encoding) in layout(cx, def, self.version) {
            let value = match encoding {
                Encoding::Required => self.attr(cursor.number()?)?,
                Encoding::Optional => match cursor.flagged()? {
                    (index, true) => self.attr(index)?,
                    (_, false) => continue,
                },
                Encoding::Integer => cx.i32_attr(cursor.number()? as i32),
                Encoding::Flag => {
                    if cursor.byte()? == 0 {
                        Attr::FALSE
                    } else {
                        Attr::UNIT
                    }
                }
                Encoding::Segments(n) => cx.i32_array(&sparse(n, cursor)?),
            };
            self.set_slot(def, slot, value, state)?;
        }
        Ok(())
    }

    /// Sets properties encoded as one attribute: a dictionary, for a registered operation.
    fn set_properties(
        &mut self,
        def: Option<&'static OpDef>,
        attr: Attr,
        state: &mut OpState,
    ) -> Result<(), ReadError> {
        let Some(def) = def else {
            state.set_prop(0, attr);
            return Ok(());
        };
        let Some(entries) = attr.as_dict(self.cx) else {
            return Err(malformed(format!(
                "expected a dictionary of properties, but got: {}",
                print_attr(self.cx, attr)
            )));
        };
        entries.iter().try_for_each(|entry| self.set_attr(Some(def), *entry, state))
    }

    /// Sets an attribute on `state` by its name, as property or as discardable one.
    pub fn set_attr(
        &mut self,
        def: Option<&'static OpDef>,
        entry: NamedAttr,
        state: &mut OpState,
    ) -> Result<(), ReadError> {
        match def.and_then(|def| def.prop_index(entry.name.str(self.cx)).map(|slot| (def, slot))) {
            Some((def, slot)) => self.set_slot(def, slot, entry.value, state),
            None => {
                state.attrs.push(entry);
                Ok(())
            }
        }
    }

    fn set_slot(&self, def: &'static OpDef, slot: usize, value: Attr, state: &mut OpState) -> Result<(), ReadError> {
        let prop = &def.props[slot];
        let n_segments = match prop.name {
            "operandSegmentSizes" => Some(def.operands.len()),
            "resultSegmentSizes" => Some(def.results.len()),
            _ => None,
        };
        let has_size = |n: usize| value.as_int_array(self.cx).is_some_and(|sizes| sizes.len() == n);
        if !(prop.constraint.kind)(self.cx, value) || !n_segments.is_none_or(has_size) {
            let shown = print_attr(self.cx, value);
            let text = format!("Invalid attribute `{}` in property conversion: {shown}", prop.name);
            return Err(malformed(format!("invalid properties for op {}: {text}", def.name)));
        }
        state.set_prop(slot, value);
        Ok(())
    }
}

/// Reads a list of `n` sizes: all of them, or pairs of index and size.
fn sparse(n: usize, cursor: &mut Cursor) -> Result<Vec<i32>, ReadError> {
    let number = cursor.number()?;
    let (n_written, in_pairs) = (number >> 1, number & 1 != 0);
    let mut sizes = vec![0; n];
    if !in_pairs {
        if n_written > n as u64 {
            let text = format!("trying to read an array of {n_written} but only {n} storage available.");
            return Err(malformed(text));
        }
        for size in &mut sizes[..n_written as usize] {
            *size = cursor.number()? as i32;
        }
        return Ok(sizes);
    }
    if n_written == 0 {
        return Ok(sizes);
    }
    let index_bits = cursor.number()?;
    if index_bits > 8 {
        return Err(malformed(format!("reading sparse array with indexing above 8 bits: {index_bits}")));
    }
    for _ in 0..n_written {
        let pair = cursor.number()?;
        let index = (pair & ((1 << index_bits) - 1)) as usize;
        let Some(size) = sizes.get_mut(index) else {
            let text = format!("reading a sparse array found index {index} but only {n} storage available.");
            return Err(malformed(text));
        };
        *size = (pair >> index_bits) as i32;
    }
    Ok(sizes)
}
