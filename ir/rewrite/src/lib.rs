//! Rewriter, patterns, greedy driver, folding, dialect conversion.
