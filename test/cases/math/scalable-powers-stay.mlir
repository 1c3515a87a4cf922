// How many elements there are is not known: they cannot be computed one by one.
// RUN: rmlir-opt %s --convert-math-to-funcs

func.func @scalable(%v: vector<[2]xi8>) -> vector<[2]xi8> {
  %0 = math.ipowi %v, %v : vector<[2]xi8>
  return %0 : vector<[2]xi8>
}
