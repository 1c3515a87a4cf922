// RUN: rmlir-opt %s --split-input-file

{-# dialect_resources: { unknown: {} } #-}

// -----

{-# dialect_resources: { func: { a: "0x0400000001" } } #-}

// -----

{-# dialect_resources: { builtin: { a: "0x03000000AA" } } #-}

// -----

{-# external_resources: { a: { b: 10 } } #-}

// -----

{-# something: {} #-}
