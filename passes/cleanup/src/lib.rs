//! The generic clean-up passes: canonicalize, cse, sccp, inline and their kin.
