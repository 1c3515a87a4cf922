//! The declaration surface: op, ty, attr, pattern, pass, dialect.
