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

/// A dialect with an encoding of its own; an entry of `DialectHooks::interfaces`.
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
    /// A reference to an attribute.
    fn attr(&mut self, attr: Attr);
    /// A reference to an attribute, or none.
    fn optional_attr(&mut self, attr: Option<Attr>);
    /// A reference to a type.
    fn ty(&mut self, ty: Type);
    /// A reference to a location.
    fn loc(&mut self, loc: Loc);
    /// A reference to resource `key` of the builtin dialect.
    fn resource(&mut self, key: Ident);
    /// Writes an unsigned integer.
    fn number(&mut self, value: u64);
    /// Writes a signed integer.
    fn signed(&mut self, value: i64);
    /// A reference to a string.
    fn string(&mut self, text: &[u8]);
    /// One byte.
    fn byte(&mut self, value: u8);
    /// A size, and so many bytes.
    fn blob(&mut self, bytes: &[u8]);
}

/// The source of the encoding of an attribute, of a type or of properties.
pub trait EntryReader<'c> {
    /// The context.
    fn cx(&self) -> &'c Context;
    /// A reference to an attribute.
    fn attr(&mut self) -> Result<Attr, ReadError>;
    /// A reference to an attribute, or none.
    fn optional_attr(&mut self) -> Result<Option<Attr>, ReadError>;
    /// A reference to a type.
    fn ty(&mut self) -> Result<Type, ReadError>;
    /// A reference to a resource of the builtin dialect.
    fn resource(&mut self) -> Result<Ident, ReadError>;
    /// Reads an unsigned integer.
    fn number(&mut self) -> Result<u64, ReadError>;
    /// Reads a signed integer.
    fn signed(&mut self) -> Result<i64, ReadError>;
    /// A reference to a string.
    fn string(&mut self) -> Result<Box<[u8]>, ReadError>;
    /// One byte.
    fn byte(&mut self) -> Result<u8, ReadError>;
    /// A size, and so many bytes.
    fn blob(&mut self) -> Result<Box<[u8]>, ReadError>;
    /// A size that so many bytes or more follow.
    fn count(&mut self) -> Result<usize, ReadError>;
    /// An error at the current position.
    fn malformed(&self, message: String) -> ReadError;
}

/// Why reading went no further.
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
