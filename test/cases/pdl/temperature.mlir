// RUN: rmlir-opt %s --irdl-file=%S/temperature.irdl.mlir --apply-pdl-patterns
// RUN: rmlir-opt %s --irdl-file=%S/temperature.irdl.mlir --apply-pdl-patterns | rmlir-run - --entry warmer --args 20.5 3

// Patterns of a dialect that is defined in IR, too.

// What becomes a temperature and a number again is that number.
pdl.pattern @there_and_back : benefit(1) {
  %f64 = type : f64
  %any = type
  %number = operand : %f64
  %from = operation "temperature.from"(%number : !pdl.value) -> (%any : !pdl.type)
  %degrees = result 0 of %from
  %to = operation "temperature.to"(%degrees : !pdl.value) -> (%f64 : !pdl.type)
  rewrite %to {
    replace %to with (%number : !pdl.value)
  }
}

// A change is a sum.
pdl.pattern @lower_rise : benefit(1) {
  %f64 = type : f64
  %type = type
  %degrees = operand : %type
  %by = operand
  %rise = operation "temperature.rise"(%degrees, %by : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  rewrite %rise {
    %to = operation "temperature.to"(%degrees : !pdl.value) -> (%f64 : !pdl.type)
    %number = result 0 of %to
    %sum = operation "arith.addf"(%number, %by : !pdl.value, !pdl.value)
    %changed = result 0 of %sum
    %from = operation "temperature.from"(%changed : !pdl.value) -> (%type : !pdl.type)
    replace %rise with %from
  }
}

// A temperature that nobody asks for is not made.
pdl.pattern @unused : benefit(1) {
  %number = operand
  %type = type
  %from = operation "temperature.from"(%number : !pdl.value) -> (%type : !pdl.type)
  apply_native_constraint "is_unused"(%from : !pdl.operation)
  rewrite %from {
    erase %from
  }
}

func.func @warmer(%a: f64, %b: f64) -> f64 {
  %0 = "temperature.from"(%a) : (f64) -> !temperature.degrees
  %1 = "temperature.rise"(%0, %b) : (!temperature.degrees, f64) -> !temperature.degrees
  %2 = "temperature.rise"(%1, %b) : (!temperature.degrees, f64) -> !temperature.degrees
  %3 = "temperature.to"(%2) : (!temperature.degrees) -> f64
  return %3 : f64
}
