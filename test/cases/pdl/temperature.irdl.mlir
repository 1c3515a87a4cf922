// RUN: rmlir-opt %s

// A dialect with a type and three operations: temperatures, which are made of numbers, become numbers, and change.
irdl.dialect @temperature {
  irdl.type @degrees {
  }
  irdl.operation @from {
    %0 = irdl.is f64
    %1 = irdl.base @temperature::@degrees
    irdl.operands(number: %0)
    irdl.results(result: %1)
  }
  irdl.operation @to {
    %0 = irdl.base @temperature::@degrees
    %1 = irdl.is f64
    irdl.operands(degrees: %0)
    irdl.results(result: %1)
  }
  irdl.operation @rise {
    %0 = irdl.base @temperature::@degrees
    %1 = irdl.is f64
    irdl.operands(degrees: %0, by: %1)
    irdl.results(result: %0)
  }
}
