//! The small conversions between dialects.
