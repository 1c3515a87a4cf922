// RUN: rmlir-opt %s --mlir-print-op-generic | rmlir-opt

func.func @products(%a: vector<8xi8>, %b: vector<2xi32>, %c: vector<2x2xi16>) {
  %0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi16>
  %1 = arm_neon.intr.smull %b, %b {note = "half"} : vector<2xi32> to vector<2xi64>
  %2 = arm_neon.intr.smull %c, %c : vector<2x2xi16> to vector<2x2xi32>
  return
}

func.func @sums(%two: vector<2xi32>, %four: vector<4xi32>, %b: vector<8xi8>, %c: vector<16xi8>) {
  %0 = arm_neon.intr.sdot %two, %b, %b : vector<8xi8>, vector<8xi8> to vector<2xi32>
  %1 = arm_neon.intr.sdot %four, %c, %c : vector<16xi8>, vector<16xi8> to vector<4xi32>
  return
}

func.func @rows(%two: vector<2xi32>, %b: vector<2x4xi8>) {
  %0 = arm_neon.2d.sdot %two, %b, %b : vector<2x4xi8>, vector<2x4xi8> to vector<2xi32>
  return
}

func.func @matrices(%acc: vector<4xi32>, %a: vector<16xi8>, %sum: vector<4xf32>, %b: vector<8xbf16>) {
  %0 = arm_neon.intr.smmla %acc, %a, %a : vector<16xi8> to vector<4xi32>
  %1 = arm_neon.intr.ummla %0, %a, %a : vector<16xi8> to vector<4xi32>
  %2 = arm_neon.intr.usmmla %1, %a, %a : vector<16xi8> to vector<4xi32>
  %3 = arm_neon.intr.bfmmla %sum, %b, %b : vector<8xbf16> to vector<4xf32>
  return
}
