// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

func.func @no_dimension(%n: index, %m: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %0 = arith.muli %i, %i : index
    // expected-error @+1 {{'affine.load' op operand cannot be used as a dimension id}}
    %1 = affine.load %m[%0] : memref<?xf32>
  }
  return
}

// -----

func.func @no_symbol(%m: memref<?xf32>) {
  affine.for %i = 0 to 10 {
    // expected-error @+1 {{'affine.load' op operand cannot be used as a symbol}}
    %1 = affine.load %m[symbol(%i)] : memref<?xf32>
  }
  return
}

// -----

func.func @apply_of_a_dimension_as_symbol() {
  affine.for %i = 0 to 10 {
    // expected-error @+1 {{dimensional operand cannot be used as a symbol}}
    %1 = affine.apply affine_map<()[s0] -> (s0)>()[%i]
  }
  return
}

// -----

func.func @rank(%m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'affine.load' op affine map num results must equal memref rank}}
  %1 = affine.load %m[%i] : memref<?x?xf32>
  return
}

// -----

func.func @several_results(%n: index) {
  // expected-error @+1 {{lower loop bound affine map with multiple results requires 'max' prefix}}
  affine.for %i = affine_map<(d0) -> (d0, 0)>(%n) to 10 {
  }
  return
}

// -----

func.func @operands(%n: index) {
  // expected-error @+1 {{symbol operand count and affine map symbol count must match}}
  affine.for %i = 0 to affine_map<(d0)[s0] -> (d0 + s0)>(%n) {
  }
  return
}

// -----

func.func @reduction(%n: index) {
  // expected-error @+1 {{'affine.parallel' op result type cannot match reduction attribute}}
  %0 = affine.parallel (%i) = (0) to (%n) reduce ("addf") -> i32 {
    %1 = arith.constant 1 : i32
    affine.yield %1 : i32
  }
  return
}

// -----

func.func @basis(%n: index) {
  // expected-error @+1 {{'affine.delinearize_index' op should return an index for each basis element and up to one extra index}}
  %0 = affine.delinearize_index %n into (2, 3) : index
  return
}
