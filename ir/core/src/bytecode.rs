//! The bytecode encoding of dialects.
//!
//! A dialect without [`BytecodeDialect`] among its interfaces needs no encoding: its types and attributes are written
//! as text, and its properties as attributes.

use crate::attrs::Attr;
use crate::context::Context;
use crate::loc::Loc;
use crate::name::Ident;
use crate::opdef::AttrConstraint;
use crate::types::Type;

/// A dialect with its own encoding; an entry of `DialectHooks::interfaces`.
pub trait BytecodeDialect: Send + Sync {
    /// Returns whether upstream stores properties with this constraint as plain integers and not as attributes.
    fn is_plain_integer(&self, constraint: &'static AttrConstraint) -> bool {
        let _ = constraint;
        false
    }

    /// Writes `attr`, an attribute of this dialect. Returns `false` if it is to be written as text.
    fn write_attr(&self, attr: Attr, writer: &mut dyn EntryWriter) -> bool {
        let _ = (attr, writer);
        false
    }

    /// Reads the encoding written by `write_attr`.
    fn read_attr(&self, reader: &mut dyn EntryReader) -> Result<Attr, ReadError> {
        Err(reader.malformed("the dialect does not support reading attributes from bytecode".to_owned()))
    }
}

/// The sink of the encoding of an attribute, of a type or of properties.
pub trait EntryWriter<'c> {
    /// The context.
    fn cx(&self) -> &'c Context;
    /// Writes a reference to an attribute.
    fn attr(&mut self, attr: Attr);
    /// Writes an optional reference to an attribute.
    fn optional_attr(&mut self, attr: Option<Attr>);
    /// Writes a reference to a type.
    fn ty(&mut self, ty: Type);
    /// Writes a reference to a location.
    fn loc(&mut self, loc: Loc);
    /// Writes a reference to resource `key` of the builtin dialect.
    fn resource(&mut self, key: Ident);
    /// Writes an unsigned integer.
    fn number(&mut self, value: u64);
    /// Writes a signed integer.
    fn signed(&mut self, value: i64);
    /// Writes a reference to a string.
    fn string(&mut self, text: &[u8]);
    /// Writes one byte.
    fn byte(&mut self, value: u8);
    /// Writes a size followed by that many bytes.
    fn blob(&mut self, bytes: &[u8]);
}

/// The source of the encoding of an attribute, of a type or of properties.
pub trait EntryReader<'c> {
    /// The context.
    fn cx(&self) -> &'c Context;
    /// Reads a reference to an attribute.
    fn attr(&mut self) -> Result<Attr, ReadError>;
    /// Reads an optional reference to an attribute.
    fn optional_attr(&mut self) -> Result<Option<Attr>, ReadError>;
    /// Reads a reference to a type.
    fn ty(&mut self) -> Result<Type, ReadError>;
    /// Reads a reference to a resource of the builtin dialect.
    fn resource(&mut self) -> Result<Ident, ReadError>;
    /// Reads an unsigned integer.
    fn number(&mut self) -> Result<u64, ReadError>;
    /// Reads a signed integer.
    fn signed(&mut self) -> Result<i64, ReadError>;
    /// Reads a reference to a string.
    fn string(&mut self) -> Result<Box<[u8]>, ReadError>;
    /// Reads one byte.
    fn byte(&mut self) -> Result<u8, ReadError>;
    /// Reads a size followed by that many bytes.
    fn blob(&mut self) -> Result<Box<[u8]>, ReadError>;
    /// Reads a size that is followed by at least that many bytes.
    fn count(&mut self) -> Result<usize, ReadError>;
    /// An error at the current position.
    fn malformed(&self, message: String) -> ReadError;
}

/// The reason why reading failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The file is malformed.
    Malformed(String),
    /// The entry refers to another one that has to be read first; internal to the reader.
    #[doc(hidden)]
    Later(EntryId),
}

/// The index of an attribute or type in the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EntryId {
    /// An attribute, or a location.
    Attr(u32),
    /// A type.
    Type(u32),
}
