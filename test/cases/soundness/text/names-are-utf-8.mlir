// RUN: rmlir-opt --split-input-file --verify-diagnostics --allow-unregistered-dialect %s

// Names of symbols, operations, attributes and files are UTF-8: other bytes in them are an error, and not replaced.

// expected-error @below {{expected a name in UTF-8}}
func.func @"a\FFb"() { return }

// -----

func.func @f() {
  // expected-error @below {{expected a name in UTF-8}}
  call @"a\C3"() : () -> ()
  return
}

// -----

// expected-error @below {{'func.func' op attribute 'sym_name' must be a name in UTF-8 that is not empty}}
"func.func"() <{function_type = () -> (), sym_name = "a\FFb"}> ({
  func.return
}) : () -> ()

// -----

// expected-error @below {{'func.func' op attribute 'sym_name' must be a name in UTF-8 that is not empty}}
"func.func"() <{function_type = () -> (), sym_name = ""}> ({
  func.return
}) : () -> ()

// -----

// expected-error @below {{expected a name in UTF-8}}
"d.a\FF"() : () -> ()

// -----

// expected-error @below {{expected a name in UTF-8}}
"d.a"() {"\80" = 1} : () -> ()

// -----

// expected-error @below {{expected a name in UTF-8}}
"d.a"() : () -> () loc("\80")

// -----

// expected-error @below {{expected strings in UTF-8}}
"d.a"() {a = dense<["a", "\FF"]> : tensor<2x!d.string>} : () -> ()

// -----

// Attributes that are strings have any bytes.
"d.a"() {a = "\FF\00\80"} : () -> ()
