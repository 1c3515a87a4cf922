// One cast in the place of two, or of a shift and a cast, must not be poison where those were not.
// RUN: rmlir-opt %s --canonicalize --verify-semantics

func.func @second_nsw(%x: i16) -> i4 {
  %a = arith.trunci %x : i16 to i8
  %b = arith.trunci %a overflow<nsw> : i8 to i4
  return %b : i4
}
func.func @second_nuw(%x: i16) -> i4 {
  %a = arith.trunci %x : i16 to i8
  %b = arith.trunci %a overflow<nuw> : i8 to i4
  return %b : i4
}
func.func @both(%x: i16) -> i4 {
  %a = arith.trunci %x overflow<nsw, nuw> : i16 to i8
  %b = arith.trunci %a overflow<nsw> : i8 to i4
  return %b : i4
}
func.func @lanes(%x: vector<4xi16>) -> vector<4xi2> {
  %a = arith.trunci %x overflow<nuw> : vector<4xi16> to vector<4xi8>
  %b = arith.trunci %a overflow<nsw, nuw> : vector<4xi8> to vector<4xi2>
  return %b : vector<4xi2>
}
func.func @shifted(%x: i16) -> i8 {
  %c = arith.constant 8 : i16
  %a = arith.shrsi %x, %c : i16
  %b = arith.trunci %a overflow<nsw> : i16 to i8
  return %b : i8
}
func.func @shifted_nuw(%x: i32) -> i16 {
  %c = arith.constant 16 : i32
  %a = arith.shrsi %x, %c : i32
  %b = arith.trunci %a overflow<nsw, nuw> : i32 to i16
  return %b : i16
}
func.func @shifted_exact(%x: i8) -> i1 {
  %c = arith.constant 7 : i8
  %a = arith.shrsi %x, %c exact : i8
  %b = arith.trunci %a overflow<nsw> : i8 to i1
  return %b : i1
}
