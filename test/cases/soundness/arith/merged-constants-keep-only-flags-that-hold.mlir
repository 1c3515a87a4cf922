// Two constants become one, but a flag stays only where the exact constant fits: what it says of the one operation is
// then what it said of the two.
// RUN: rmlir-opt %s --canonicalize --verify-semantics

func.func @addi_addi_1(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_addi_2(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_addi_3(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_addi_4(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_addi_5(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_addi_6(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_addi_7(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_addi_8(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_addi_9(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_addi_10(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_addi_11(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_addi_12(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_addi_13(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.addi %x, %a overflow<nsw> : i2
  %r = arith.addi %t, %b overflow<nsw> : i2
  return %r : i2
}

func.func @addi_addi_14(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.addi %x, %a overflow<nuw> : i2
  %r = arith.addi %t, %b overflow<nuw> : i2
  return %r : i2
}

func.func @addi_addi_15(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.addi %x, %a overflow<nsw, nuw> : i2
  %r = arith.addi %t, %b overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @addi_addi_16(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.addi %x, %a overflow<nsw, nuw> : i16
  %r = arith.addi %t, %b overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @addi_addi_17(%x: i1) -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %t = arith.addi %x, %a overflow<nsw, nuw> : i1
  %r = arith.addi %t, %b overflow<nsw, nuw> : i1
  return %r : i1
}

func.func @addi_subi_18(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_subi_19(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_subi_20(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_subi_21(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_subi_22(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_subi_23(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_subi_24(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_subi_25(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_subi_26(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_subi_27(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_subi_28(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_subi_29(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_subi_30(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %x, %a overflow<nsw> : i2
  %r = arith.addi %t, %b overflow<nsw> : i2
  return %r : i2
}

func.func @addi_subi_31(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %x, %a overflow<nuw> : i2
  %r = arith.addi %t, %b overflow<nuw> : i2
  return %r : i2
}

func.func @addi_subi_32(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %x, %a overflow<nsw, nuw> : i2
  %r = arith.addi %t, %b overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @addi_subi_33(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.subi %x, %a overflow<nsw, nuw> : i16
  %r = arith.addi %t, %b overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @addi_subi_34(%x: i1) -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %t = arith.subi %x, %a overflow<nsw, nuw> : i1
  %r = arith.addi %t, %b overflow<nsw, nuw> : i1
  return %r : i1
}

func.func @addi_subi_35(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_subi_36(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_subi_37(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_subi_38(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_subi_39(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_subi_40(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_subi_41(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_subi_42(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_subi_43(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_subi_44(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.addi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @addi_subi_45(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.addi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @addi_subi_46(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.addi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @addi_subi_47(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %a, %x overflow<nsw> : i2
  %r = arith.addi %t, %b overflow<nsw> : i2
  return %r : i2
}

func.func @addi_subi_48(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %a, %x overflow<nuw> : i2
  %r = arith.addi %t, %b overflow<nuw> : i2
  return %r : i2
}

func.func @addi_subi_49(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %a, %x overflow<nsw, nuw> : i2
  %r = arith.addi %t, %b overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @addi_subi_50(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.subi %a, %x overflow<nsw, nuw> : i16
  %r = arith.addi %t, %b overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @addi_subi_51(%x: i1) -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %t = arith.subi %a, %x overflow<nsw, nuw> : i1
  %r = arith.addi %t, %b overflow<nsw, nuw> : i1
  return %r : i1
}

func.func @subi_addi_52(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_addi_53(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_addi_54(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_addi_55(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_addi_56(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_addi_57(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_addi_58(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_addi_59(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_addi_60(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_addi_61(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_addi_62(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_addi_63(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_addi_64(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.addi %x, %a overflow<nsw> : i2
  %r = arith.subi %t, %b overflow<nsw> : i2
  return %r : i2
}

func.func @subi_addi_65(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.addi %x, %a overflow<nuw> : i2
  %r = arith.subi %t, %b overflow<nuw> : i2
  return %r : i2
}

func.func @subi_addi_66(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.addi %x, %a overflow<nsw, nuw> : i2
  %r = arith.subi %t, %b overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @subi_addi_67(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.addi %x, %a overflow<nsw, nuw> : i16
  %r = arith.subi %t, %b overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @subi_addi_68(%x: i1) -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %t = arith.addi %x, %a overflow<nsw, nuw> : i1
  %r = arith.subi %t, %b overflow<nsw, nuw> : i1
  return %r : i1
}

func.func @subi_addi_69(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_addi_70(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_addi_71(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_addi_72(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_addi_73(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_addi_74(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_addi_75(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_addi_76(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_addi_77(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_addi_78(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.addi %x, %a overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_addi_79(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.addi %x, %a overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_addi_80(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.addi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_addi_81(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.addi %x, %a overflow<nsw> : i2
  %r = arith.subi %b, %t overflow<nsw> : i2
  return %r : i2
}

func.func @subi_addi_82(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.addi %x, %a overflow<nuw> : i2
  %r = arith.subi %b, %t overflow<nuw> : i2
  return %r : i2
}

func.func @subi_addi_83(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.addi %x, %a overflow<nsw, nuw> : i2
  %r = arith.subi %b, %t overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @subi_addi_84(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.addi %x, %a overflow<nsw, nuw> : i16
  %r = arith.subi %b, %t overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @subi_addi_85(%x: i1) -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %t = arith.addi %x, %a overflow<nsw, nuw> : i1
  %r = arith.subi %b, %t overflow<nsw, nuw> : i1
  return %r : i1
}

func.func @subi_subi_86(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_87(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_88(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_89(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_90(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_91(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_92(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_93(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_94(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_95(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_96(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_97(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_98(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %x, %a overflow<nsw> : i2
  %r = arith.subi %t, %b overflow<nsw> : i2
  return %r : i2
}

func.func @subi_subi_99(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %x, %a overflow<nuw> : i2
  %r = arith.subi %t, %b overflow<nuw> : i2
  return %r : i2
}

func.func @subi_subi_100(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %x, %a overflow<nsw, nuw> : i2
  %r = arith.subi %t, %b overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @subi_subi_101(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.subi %x, %a overflow<nsw, nuw> : i16
  %r = arith.subi %t, %b overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @subi_subi_102(%x: i1) -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %t = arith.subi %x, %a overflow<nsw, nuw> : i1
  %r = arith.subi %t, %b overflow<nsw, nuw> : i1
  return %r : i1
}

func.func @subi_subi_103(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_104(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_105(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_106(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_107(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_108(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_109(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_110(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_111(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_112(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.subi %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_113(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.subi %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_114(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.subi %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_115(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %a, %x overflow<nsw> : i2
  %r = arith.subi %t, %b overflow<nsw> : i2
  return %r : i2
}

func.func @subi_subi_116(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %a, %x overflow<nuw> : i2
  %r = arith.subi %t, %b overflow<nuw> : i2
  return %r : i2
}

func.func @subi_subi_117(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %a, %x overflow<nsw, nuw> : i2
  %r = arith.subi %t, %b overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @subi_subi_118(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.subi %a, %x overflow<nsw, nuw> : i16
  %r = arith.subi %t, %b overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @subi_subi_119(%x: i1) -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %t = arith.subi %a, %x overflow<nsw, nuw> : i1
  %r = arith.subi %t, %b overflow<nsw, nuw> : i1
  return %r : i1
}

func.func @subi_subi_120(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_121(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_122(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_123(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_124(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_125(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_126(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_127(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_128(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_129(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %x, %a overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_130(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %x, %a overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_131(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %x, %a overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_132(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %x, %a overflow<nsw> : i2
  %r = arith.subi %b, %t overflow<nsw> : i2
  return %r : i2
}

func.func @subi_subi_133(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %x, %a overflow<nuw> : i2
  %r = arith.subi %b, %t overflow<nuw> : i2
  return %r : i2
}

func.func @subi_subi_134(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %x, %a overflow<nsw, nuw> : i2
  %r = arith.subi %b, %t overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @subi_subi_135(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.subi %x, %a overflow<nsw, nuw> : i16
  %r = arith.subi %b, %t overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @subi_subi_136(%x: i1) -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %t = arith.subi %x, %a overflow<nsw, nuw> : i1
  %r = arith.subi %b, %t overflow<nsw, nuw> : i1
  return %r : i1
}

func.func @subi_subi_137(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_138(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_139(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_140(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_141(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_142(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_143(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_144(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_145(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_146(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %a, %x overflow<nsw> : i8
  %r = arith.subi %b, %t overflow<nsw> : i8
  return %r : i8
}

func.func @subi_subi_147(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %a, %x overflow<nuw> : i8
  %r = arith.subi %b, %t overflow<nuw> : i8
  return %r : i8
}

func.func @subi_subi_148(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.subi %a, %x overflow<nsw, nuw> : i8
  %r = arith.subi %b, %t overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @subi_subi_149(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %a, %x overflow<nsw> : i2
  %r = arith.subi %b, %t overflow<nsw> : i2
  return %r : i2
}

func.func @subi_subi_150(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %a, %x overflow<nuw> : i2
  %r = arith.subi %b, %t overflow<nuw> : i2
  return %r : i2
}

func.func @subi_subi_151(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.subi %a, %x overflow<nsw, nuw> : i2
  %r = arith.subi %b, %t overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @subi_subi_152(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.subi %a, %x overflow<nsw, nuw> : i16
  %r = arith.subi %b, %t overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @subi_subi_153(%x: i1) -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %t = arith.subi %a, %x overflow<nsw, nuw> : i1
  %r = arith.subi %b, %t overflow<nsw, nuw> : i1
  return %r : i1
}

func.func @muli_muli_154(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.muli %x, %a overflow<nsw> : i8
  %r = arith.muli %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @muli_muli_155(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.muli %x, %a overflow<nuw> : i8
  %r = arith.muli %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @muli_muli_156(%x: i8) -> i8 {
  %a = arith.constant -100 : i8
  %b = arith.constant -60 : i8
  %t = arith.muli %x, %a overflow<nsw, nuw> : i8
  %r = arith.muli %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @muli_muli_157(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.muli %x, %a overflow<nsw> : i8
  %r = arith.muli %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @muli_muli_158(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.muli %x, %a overflow<nuw> : i8
  %r = arith.muli %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @muli_muli_159(%x: i8) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant 60 : i8
  %t = arith.muli %x, %a overflow<nsw, nuw> : i8
  %r = arith.muli %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @muli_muli_160(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.muli %x, %a overflow<nsw> : i8
  %r = arith.muli %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @muli_muli_161(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.muli %x, %a overflow<nuw> : i8
  %r = arith.muli %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @muli_muli_162(%x: i8) -> i8 {
  %a = arith.constant 20 : i8
  %b = arith.constant -30 : i8
  %t = arith.muli %x, %a overflow<nsw, nuw> : i8
  %r = arith.muli %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @muli_muli_163(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.muli %x, %a overflow<nsw> : i8
  %r = arith.muli %t, %b overflow<nsw> : i8
  return %r : i8
}

func.func @muli_muli_164(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.muli %x, %a overflow<nuw> : i8
  %r = arith.muli %t, %b overflow<nuw> : i8
  return %r : i8
}

func.func @muli_muli_165(%x: i8) -> i8 {
  %a = arith.constant -128 : i8
  %b = arith.constant 127 : i8
  %t = arith.muli %x, %a overflow<nsw, nuw> : i8
  %r = arith.muli %t, %b overflow<nsw, nuw> : i8
  return %r : i8
}

func.func @muli_muli_166(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.muli %x, %a overflow<nsw> : i2
  %r = arith.muli %t, %b overflow<nsw> : i2
  return %r : i2
}

func.func @muli_muli_167(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.muli %x, %a overflow<nuw> : i2
  %r = arith.muli %t, %b overflow<nuw> : i2
  return %r : i2
}

func.func @muli_muli_168(%x: i2) -> i2 {
  %a = arith.constant -2 : i2
  %b = arith.constant -1 : i2
  %t = arith.muli %x, %a overflow<nsw, nuw> : i2
  %r = arith.muli %t, %b overflow<nsw, nuw> : i2
  return %r : i2
}

func.func @muli_muli_169(%x: i16) -> i16 {
  %a = arith.constant 30000 : i16
  %b = arith.constant 300 : i16
  %t = arith.muli %x, %a overflow<nsw, nuw> : i16
  %r = arith.muli %t, %b overflow<nsw, nuw> : i16
  return %r : i16
}

func.func @wide_addi_170(%x: index) -> index {
  %a = arith.constant 9223372036854775807 : index
  %b = arith.constant 5 : index
  %t = arith.addi %x, %a overflow<nsw, nuw> : index
  %r = arith.addi %t, %b overflow<nsw, nuw> : index
  return %r : index
}

func.func @wide_subi_171(%x: index) -> index {
  %a = arith.constant 9223372036854775807 : index
  %b = arith.constant 5 : index
  %t = arith.subi %x, %a overflow<nsw, nuw> : index
  %r = arith.subi %t, %b overflow<nsw, nuw> : index
  return %r : index
}

func.func @wide_muli_172(%x: index) -> index {
  %a = arith.constant 9223372036854775807 : index
  %b = arith.constant 5 : index
  %t = arith.muli %x, %a overflow<nsw, nuw> : index
  %r = arith.muli %t, %b overflow<nsw, nuw> : index
  return %r : index
}

func.func @wide_addi_173(%x: i64) -> i64 {
  %a = arith.constant -9223372036854775808 : i64
  %b = arith.constant -1 : i64
  %t = arith.addi %x, %a overflow<nsw, nuw> : i64
  %r = arith.addi %t, %b overflow<nsw, nuw> : i64
  return %r : i64
}

func.func @wide_subi_174(%x: i64) -> i64 {
  %a = arith.constant -9223372036854775808 : i64
  %b = arith.constant -1 : i64
  %t = arith.subi %x, %a overflow<nsw, nuw> : i64
  %r = arith.subi %t, %b overflow<nsw, nuw> : i64
  return %r : i64
}

func.func @wide_muli_175(%x: i64) -> i64 {
  %a = arith.constant -9223372036854775808 : i64
  %b = arith.constant -1 : i64
  %t = arith.muli %x, %a overflow<nsw, nuw> : i64
  %r = arith.muli %t, %b overflow<nsw, nuw> : i64
  return %r : i64
}

func.func @wide_addi_176(%x: i128) -> i128 {
  %a = arith.constant 170141183460469231731687303715884105727 : i128
  %b = arith.constant 1 : i128
  %t = arith.addi %x, %a overflow<nsw, nuw> : i128
  %r = arith.addi %t, %b overflow<nsw, nuw> : i128
  return %r : i128
}

func.func @wide_subi_177(%x: i128) -> i128 {
  %a = arith.constant 170141183460469231731687303715884105727 : i128
  %b = arith.constant 1 : i128
  %t = arith.subi %x, %a overflow<nsw, nuw> : i128
  %r = arith.subi %t, %b overflow<nsw, nuw> : i128
  return %r : i128
}

func.func @wide_muli_178(%x: i128) -> i128 {
  %a = arith.constant 170141183460469231731687303715884105727 : i128
  %b = arith.constant 1 : i128
  %t = arith.muli %x, %a overflow<nsw, nuw> : i128
  %r = arith.muli %t, %b overflow<nsw, nuw> : i128
  return %r : i128
}
