// RUN: rmlir-opt %s --split-input-file --allow-unregistered-dialect

"x.array"() {a = [1, 2} : () -> ()

// -----

"x.no_successor"()[] : () -> ()

// -----

func.func private @space(memref<4xf32, 1 2>)

// -----

func.func private @no_space(memref<4xf32, unit>)

// -----

#map = affine_map<(i) -> (-(-()))>

// -----

#attr = distinct[0]<]>

// -----

func.func @number(%a#1: i32)

// -----

func.func @named_late(i32, %a: *)
