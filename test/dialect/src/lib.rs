//! A dialect of odd shapes that the framework's tests are written in.
