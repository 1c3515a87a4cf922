// RUN: rmlir-opt %s --normalize-memrefs --allow-unregistered-dialect

#tile = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#columns = affine_map<(d0, d1) -> (d0, d1 floordiv 32, d1 mod 32)>
#later = affine_map<(d0)[s0] -> (d0 + 2)>

// Indices are what the layout computes, and there is room for the last one.
func.func @accesses(%i: index, %x: f32) -> f32 {
  %m = memref.alloc() {alignment = 16 : i64} : memref<8x16xf32, #turned>
  affine.for %j = 0 to 8 {
    affine.store %x, %m[%j, %j + 3] : memref<8x16xf32, #turned>
    memref.store %x, %m[%j, %i] : memref<8x16xf32, #turned>
  }
  %0 = memref.load %m[%i, %i] : memref<8x16xf32, #turned>
  memref.dealloc %m : memref<8x16xf32, #turned>
  return %0 : f32
}

// A layout of strides is one, too; symbols come from the allocation.
func.func @strides(%m: memref<4x4xf32, strided<[8, 1], offset: 3>>, %s: index) -> (f32, f32) {
  %n = memref.alloca()[%s] : memref<6xf32, #later>
  %0 = affine.load %n[5] : memref<6xf32, #later>
  %1 = affine.load %m[symbol(%s), 2] : memref<4x4xf32, strided<[8, 1], offset: 3>>
  return %0, %1 : f32, f32
}

// The number of tiles follows from the size.
func.func @tiles(%n: index, %x: f32) {
  %m = memref.alloc(%n) : memref<4x?xf32, #columns>
  affine.store %x, %m[0, 40] : memref<4x?xf32, #columns>
  return
}

// What functions take and give changes with their calls, also where it is yielded.
func.func private @outside(memref<8xf32, #tile>) -> memref<16xf32, #tile>

func.func @passes(%m: memref<8xf32, #tile>, %i: index) -> memref<16xf32, #tile> {
  %0 = call @outside(%m) : (memref<8xf32, #tile>) -> memref<16xf32, #tile>
  %1 = affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%i] -> memref<16xf32, #tile> {
    affine.yield %0 : memref<16xf32, #tile>
  } else {
    %2 = func.call @passes(%m, %i) : (memref<8xf32, #tile>, index) -> memref<16xf32, #tile>
    affine.yield %2 : memref<16xf32, #tile>
  }
  return %1 : memref<16xf32, #tile>
}
