// RUN: rmlir-opt %s --normalize-memrefs --allow-unregistered-dialect

#tile = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#before = affine_map<(d0) -> (d0 - 1)>
#semi = affine_map<(d0)[s0] -> (d0 * s0)>

// Something unknown uses the memref, so the function that is called keeps it, too, and so does the one that calls.
func.func @calls(%m: memref<8xf32, #tile>) {
  call @unknown(%m) : (memref<8xf32, #tile>) -> ()
  return
}
func.func @unknown(%m: memref<8xf32, #tile>) {
  "some.use"(%m) : (memref<8xf32, #tile>) -> ()
  call @called(%m) : (memref<8xf32, #tile>) -> ()
  return
}
func.func @called(%m: memref<8xf32, #tile>) {
  return
}

// The size of a dimension would be another one.
func.func @asks(%m: memref<8xf32, #tile>) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.dim %m, %c0 : memref<8xf32, #tile>
  return %0 : index
}

// The first element would lie before the memref.
func.func @before() -> f32 {
  %m = memref.alloc() : memref<8xf32, #before>
  %0 = affine.load %m[1] : memref<8xf32, #before>
  return %0 : f32
}

// How large it is is not known.
func.func @semi_affine(%s: index) -> f32 {
  %m = memref.alloc()[%s] : memref<8xf32, #semi>
  %0 = affine.load %m[1] : memref<8xf32, #semi>
  return %0 : f32
}

// An index that changes in a way that no map describes.
func.func @any_index(%m: memref<8xf32, #tile>, %b: memref<1xindex>, %x: f32) {
  affine.for %j = 0 to 8 {
    %i = affine.load %b[0] : memref<1xindex>
    memref.store %x, %m[%i] : memref<8xf32, #tile>
  }
  return
}

// A function that is not only called may be called elsewhere.
func.func @referred_to(%m: memref<8xf32, #tile>) {
  return
}
func.func @refers() -> ((memref<8xf32, #tile>) -> ()) {
  %f = func.constant @referred_to : (memref<8xf32, #tile>) -> ()
  return %f : (memref<8xf32, #tile>) -> ()
}

// Only one of the two memrefs that meet can change.
func.func @meet(%b: memref<64xi8>, %c: i1, %i: index) -> memref<8xf32, #tile> {
  %m = memref.alloc() : memref<8xf32, #tile>
  %v = "some.view"(%b) : (memref<64xi8>) -> memref<8xf32, #tile>
  %0 = affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%i] -> memref<8xf32, #tile> {
    affine.yield %m : memref<8xf32, #tile>
  } else {
    affine.yield %v : memref<8xf32, #tile>
  }
  return %0 : memref<8xf32, #tile>
}
