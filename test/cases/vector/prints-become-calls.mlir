// RUN: rmlir-opt %s --convert-vector-to-scf --convert-vector-to-llvm

func.func @print(%v: vector<2xi8>) {
  vector.print str "v: "
  vector.print %v : vector<2xi8>
  return
}
