//! Spans, source maps, diagnostics and how they are shown.
