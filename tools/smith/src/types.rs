//! The types of values.

use std::fmt;

/// The type of a scalar, or of an element of a vector or buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// A signless integer of this width.
    Int(u32),
    /// `index`
    Index,
    /// A float of this width.
    Float(u32),
}

/// A scalar, or a vector with this shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type {
    /// The sizes of a vector; none for a scalar.
    pub shape: &'static [usize],
    /// The element type.
    pub element: Element,
}

/// Scalars, in the order of functions' parameters.
pub const SCALARS: [Type; 7] = [
    Type::scalar(Element::Int(32)),
    Type::scalar(Element::Int(64)),
    Type::scalar(Element::Index),
    Type::scalar(Element::Float(32)),
    Type::scalar(Element::Int(1)),
    Type::scalar(Element::Int(8)),
    Type::scalar(Element::Float(64)),
];

/// Integers whose widths are no powers of two, or beyond 64.
pub const ODD_INTEGERS: [Type; 9] = [
    Type::scalar(Element::Int(2)),
    Type::scalar(Element::Int(3)),
    Type::scalar(Element::Int(7)),
    Type::scalar(Element::Int(16)),
    Type::scalar(Element::Int(17)),
    Type::scalar(Element::Int(33)),
    Type::scalar(Element::Int(63)),
    Type::scalar(Element::Int(65)),
    Type::scalar(Element::Int(128)),
];

/// The shapes of vectors.
pub const SHAPES: [&[usize]; 4] = [&[4], &[8], &[2, 4], &[4, 2]];

/// The shapes of buffers. Sizes are powers of two, so that a masked index is within bounds.
pub const BUFFER_SHAPES: [&[usize]; 4] = [&[8], &[16], &[4, 8], &[2, 4, 4]];

impl Type {
    /// `i1`
    pub const BOOL: Self = Self::scalar(Element::Int(1));
    /// `i32`
    pub const I32: Self = Self::scalar(Element::Int(32));
    /// `index`
    pub const INDEX: Self = Self::scalar(Element::Index);

    /// A scalar.
    pub const fn scalar(element: Element) -> Self {
        Self { shape: &[], element }
    }

    /// The same shape with other elements.
    pub fn with(self, element: Element) -> Self {
        Self { element, ..self }
    }

    /// Whether it has a shape.
    pub fn is_vector(self) -> bool {
        !self.shape.is_empty()
    }

    /// Whether its elements are floats.
    pub fn is_float(self) -> bool {
        matches!(self.element, Element::Float(_))
    }
}

/// `4x8x`, the start of a shaped type.
pub fn sizes(shape: &[usize]) -> String {
    shape.iter().map(|size| format!("{size}x")).collect()
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(width) => write!(f, "i{width}"),
            Self::Index => f.write_str("index"),
            Self::Float(width) => write!(f, "f{width}"),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_vector() {
            true => write!(f, "vector<{}{}>", sizes(self.shape), self.element),
            false => write!(f, "{}", self.element),
        }
    }
}
