//! What an IR is: context, bodies, operations, traits, interfaces, verifier.
