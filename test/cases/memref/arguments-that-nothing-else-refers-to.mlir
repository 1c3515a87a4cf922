// RUN: rmlir-opt %s --infer-noalias-arguments

// Callers pass what they have allocated, each to one argument.
func.func @caller(%given: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  func.call @different(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  func.call @different(%b, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  func.call @same(%a, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  func.call @from_outside(%given, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// What is known of the arguments is known of those of functions that are called with them.
func.func private @different(%a: memref<4xf32>, %b: memref<4xf32>) {
  func.call @inner(%b, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

func.func private @inner(%a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %a[%c0] : memref<4xf32>
  memref.store %0, %b[%c0] : memref<4xf32>
  return
}

func.func private @same(%a: memref<4xf32>, %b: memref<4xf32>) {
  return
}

// The first one may be referred to by the caller's caller.
func.func private @from_outside(%a: memref<4xf32>, %b: memref<4xf32>) {
  return
}

// What a function that is not here gets may be kept there.
func.func @kept() {
  %a = memref.alloc() : memref<4xf32>
  func.call @unknown(%a) : (memref<4xf32>) -> ()
  func.call @not_marked(%a) : (memref<4xf32>) -> ()
  return
}

func.func private @unknown(memref<4xf32>)

func.func private @not_marked(%a: memref<4xf32>) {
  return
}

// Anybody may call what is public.
func.func @public(%a: memref<4xf32>) {
  return
}
