// Remarks say what was made for lanes, what it costs, and why loops are not interleaved or taken apart.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(wfv{interleave=2 regroup=2 target=avx2})' --remarks-filter=wfv -o /dev/null
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(wfv-regroup{vectors=2 least=2}))' --remarks-filter=wfv -o /dev/null

func.func @gather(%n: index, %a: memref<?xf32>, %k: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %at = memref.load %k[%i] : memref<?xindex>
    %x = memref.load %a[%at] : memref<?xf32>
    %p = arith.cmpf olt, %x, %zero : f32
    scf.if %p {
      %y = math.sqrt %x : f32
      memref.store %y, %a[%at] : memref<?xf32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func @square(%n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %p = arith.cmpf olt, %x, %zero : f32
    scf.if %p {
      %y = arith.mulf %x, %x : f32
      memref.store %y, %a[%i] : memref<?xf32>
    }
  } {pvec.vectorize_calls = 4 : i64}
  return
}

func.func private @host(f32) -> f32

func.func @kernel(%x: f32, %n: f32 {pvec.clause = #pvec.uniform}) -> f32 attributes {pvec.function = #pvec.function<8, unmasked>} {
  %y = arith.addf %x, %n : f32
  %z = func.call @host(%y) : (f32) -> f32
  return %z : f32
}
