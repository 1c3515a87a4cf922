//! Questions about a body: dominance, liveness, effects, data flow.
