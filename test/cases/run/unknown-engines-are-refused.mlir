// RUN: rmlir-run %s --engine=quantum
// RUN: rmlir-run %s --entry man

func.func @main() {
  return
}
