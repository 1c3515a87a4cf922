// RUN: rmlir-opt %s --split-input-file --verify-diagnostics
// Numbers of a machine are sizes of tables: each has a limit.

// expected-error @+1 {{has an issue width from 1 to 1024}}
vliw.machine @issue issue 4294967295 delay 0 min_ii 1 writes early {
}

// -----

// expected-error @+1 {{has an issue width from 1 to 1024}}
vliw.machine @wide issue 1025 delay 0 min_ii 1 writes early {
}

// -----

// expected-error @+1 {{has an issue width from 1 to 1024}}
vliw.machine @negative issue -1 delay 0 min_ii 1 writes early {
}

// -----

// expected-error @+1 {{has a least initiation interval from 1 to 1024}}
vliw.machine @min_ii issue 4 delay 0 min_ii 100000000 writes early {
}

// -----

// expected-error @+1 {{has a least initiation interval from 1 to 1024}}
vliw.machine @never issue 4 delay 0 min_ii 9223372036854775807 writes early {
}

// -----

// expected-error @+1 {{has a branch delay from 0 to 100}}
vliw.machine @delay issue 4 delay 2147483647 min_ii 1 writes early {
}

// -----

vliw.machine @m issue 1024 delay 100 min_ii 1024 writes early {
  // expected-error @+1 {{has a count from 1 to 1024}}
  vliw.unit @u count 4294967296
}

// -----

vliw.machine @m issue 1024 delay 100 min_ii 1024 writes exact {
  vliw.unit @u count 1024
  // expected-error @+1 {{has a size from 1 to 65536}}
  vliw.registers @r size 2147483648
}
