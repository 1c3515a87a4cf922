// RUN: rmlir-opt %s

func.func @masks(%n: index) {
  %0 = vector.constant_mask [3, 2] : vector<4x3xi1>
  %1 = vector.create_mask %n, %n : vector<4x[3]xi1>
  %2 = vector.create_mask %n : vector<i1>
  return
}

// The terminator is left out and gives what the operation gives.
func.func @masked(%mask: vector<8xi1>, %v: vector<8xf32>, %m: memref<?xf32>, %i: index, %pad: f32) -> (f32, vector<8xf32>) {
  %0 = vector.mask %mask { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %1 = vector.mask %mask, %v { vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %mask { vector.transfer_write %v, %m[%i] : vector<8xf32>, memref<?xf32> } : vector<8xi1>
  vector.mask %mask { } : vector<8xi1>
  %2 = vector.mask %mask { vector.yield %v : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0, %1 : f32, vector<8xf32>
}

func.func @others(%a: vector<4xf32>) {
  %0 = vector.fma %a, %a, %a : vector<4xf32>
  %1 = vector.step : vector<[4]xindex>
  %2 = vector.vscale
  %c4 = arith.constant 4 : index
  %3 = arith.muli %2, %c4 : index
  vector.print %0 : vector<4xf32>
  vector.print %3 : index punctuation <comma>
  vector.print punctuation <open>
  vector.print str "text\0A"
  vector.print
  return
}
