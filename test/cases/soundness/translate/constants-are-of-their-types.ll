; RUN: rmlir-translate --import-llvm --split-input-file --verify-diagnostics %s
; What LLVM refuses is refused where it stands, in LLVM's words.

define void @no_block() {
; expected-error @+1 {{function body requires at least one basic block}}
}

// -----

define i32 @no_end() {
  %x = add i32 1, 2
; expected-error @+1 {{expected instruction opcode}}
}

// -----

define i32 @no_end_of_the_last(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
; expected-error @+1 {{expected instruction opcode}}
}

// -----

@g = global i32 0
define i32 @integer() {
; expected-error @+1 {{global variable reference must have pointer type}}
  %x = add i32 @g, 2
  ret i32 %x
}

// -----

@g = global i32 0
declare void @k(float)
define void @float() {
; expected-error @+1 {{global variable reference must have pointer type}}
  call void @k(float @g)
  ret void
}

// -----

@g = global i32 0
; expected-error @+1 {{global variable reference must have pointer type}}
@h = global [1 x i64] [i64 @g]

// -----

define void @function() {
  ret void
}
; expected-error @+1 {{global variable reference must have pointer type}}
@h = global <2 x ptr> @function

// -----

; expected-error @+1 {{constant expression type mismatch}}
@h = global [2 x i32] [i32 1, i64 2]

// -----

; expected-error @+1 {{constant expression type mismatch}}
@h = global [3 x i32] [i32 1, i32 2]

// -----

; expected-error @+1 {{constant expression type mismatch}}
@h = global { i32, float } { i32 1, i32 2 }

// -----

; expected-error @+1 {{constant expression type mismatch}}
@h = global i32 c"text"

// -----

; expected-error @+1 {{constant expression type mismatch}}
@h = global [3 x i8] c"text"

// -----

; expected-error @+1 {{constant expression type mismatch}}
@h = global i32 true

// -----

; expected-error @+1 {{null must be a pointer type}}
@h = global i32 null
