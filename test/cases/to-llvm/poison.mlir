// RUN: rmlir-opt %s --convert-ub-to-llvm

func.func @f() -> vector<2x2xindex> {
  %0 = ub.poison : vector<2x2xindex>
  return %0 : vector<2x2xindex>
}

func.func @g() {
  "ub.unreachable"() : () -> ()
}
