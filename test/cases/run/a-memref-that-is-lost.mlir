// RUN: rmlir-run %s

func.func @main() {
  %m = memref.alloc() : memref<8xf64>
  vector.print str "done"
  return
}
