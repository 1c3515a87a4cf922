// RUN: rmlir-opt %s --irdl-file=%s

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.is i32
    %1 = irdl.any_of(%0, %0)
    %2 = irdl.any_of(%1, %1)
    %3 = irdl.any_of(%2, %2)
    %4 = irdl.any_of(%3, %3)
    %5 = irdl.any_of(%4, %4)
    %6 = irdl.any_of(%5, %5)
    %7 = irdl.any_of(%6, %6)
    %8 = irdl.any_of(%7, %7)
    %9 = irdl.any_of(%8, %8)
    %10 = irdl.any_of(%9, %9)
    %11 = irdl.any_of(%10, %10)
    %12 = irdl.any_of(%11, %11)
    %13 = irdl.any_of(%12, %12)
    %14 = irdl.any_of(%13, %13)
    %15 = irdl.any_of(%14, %14)
    %16 = irdl.any_of(%15, %15)
    %17 = irdl.any_of(%16, %16)
    %18 = irdl.any_of(%17, %17)
    %19 = irdl.any_of(%18, %18)
    %20 = irdl.any_of(%19, %19)
    %21 = irdl.any_of(%20, %20)
    %22 = irdl.any_of(%21, %21)
    %23 = irdl.any_of(%22, %22)
    %24 = irdl.any_of(%23, %23)
    irdl.parameters(a: %24)
  }
}
