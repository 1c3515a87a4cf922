//! The type converters of a conversion.

use std::num::NonZeroU16;
use std::sync::Arc;

use super::types::TypeConverter;

/// A type converter, by its index in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConverterId(NonZeroU16);

/// The type converters of a conversion: patterns share them, so there are few.
#[derive(Default)]
pub struct Converters(Vec<Arc<TypeConverter>>);

impl Converters {
    /// The id of `converter`.
    pub fn id(&mut self, converter: &Arc<TypeConverter>) -> ConverterId {
        let known = self.0.iter().position(|known| Arc::ptr_eq(known, converter));
        let index = known.unwrap_or_else(|| {
            self.0.push(converter.clone());
            self.0.len() - 1
        });
        let number = u16::try_from(index + 1).ok().and_then(NonZeroU16::new);
        ConverterId(number.expect("a conversion has fewer than 65,536 type converters"))
    }

    /// The converter with this id.
    pub fn get(&self, id: ConverterId) -> &Arc<TypeConverter> {
        &self.0[id.0.get() as usize - 1]
    }
}
