//! Integers of any width and floats of any format.
