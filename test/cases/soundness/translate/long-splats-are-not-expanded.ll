; RUN: rmlir-translate --import-llvm %s

; Vectors of billions of equal elements take no memory.

define <4294967295 x float> @f(<4294967295 x float> %a) {
  %1 = fadd <4294967295 x float> %a, splat (float 1.5)
  ret <4294967295 x float> %1
}
