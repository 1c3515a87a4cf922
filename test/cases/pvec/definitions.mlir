// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic
// Every compare type, alone and in the pairs that machines have, for predicates and for masks.

func.func @scalars(%c: i1, %d: i1) -> i1 {
  %true = pvec.ptrue : !pvec.pred
  %old = pvec.pclear : !pvec.pred
  %found = pvec.undef : !pvec.pred
  %p, %q = pvec.cmpp un, uc %c : !pvec.pred
  %r, %s = pvec.cmpp cn, cc %d if %p into %old, %found : !pvec.pred
  %any = pvec.cmpp on %d if %q into %old : !pvec.pred
  %any2 = pvec.cmpp oc %c if %q into %any : !pvec.pred
  %all, %none = pvec.cmpp an, oc %c into %true, %old : !pvec.pred
  %or, %nor = pvec.cmpp on, ac %d if %p into %old, %true : !pvec.pred
  %x = pvec.pand %all, %or : !pvec.pred
  %y = pvec.pandn %x, %nor : !pvec.pred
  %z = pvec.por %y, %any2 : !pvec.pred
  %n = pvec.pnot %z : !pvec.pred
  %bit = pvec.bits %n : !pvec.pred to i1
  return %bit : i1
}

func.func @masks(%c: vector<8xi1>, %v: vector<8xf32>, %w: vector<8xf32>) -> (vector<8xf32>, vector<8xi1>) {
  %all = pvec.ptrue : !pvec.mask<8>
  %p, %q = pvec.cmpp un, uc %c if %all : !pvec.mask<8>
  %x = pvec.select %p, %v, %w : !pvec.mask<8>, vector<8xf32>
  %y = pvec.blend %x if %p, %w if %q : !pvec.mask<8>, vector<8xf32>
  %bits = pvec.bits %q : !pvec.mask<8> to vector<8xi1>
  return %y, %bits : vector<8xf32>, vector<8xi1>
}
