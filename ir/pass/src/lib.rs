//! Passes, textual pipelines, pass manager and its instruments.
