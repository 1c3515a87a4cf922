//! Custom syntax in both directions, names of results, and errors.

mod support;
use support::{printed, refused};

#[test]
fn flags_and_modes_come_back() {
    let text = "%0 = arith.addi %arg0, %arg0 overflow<nsw, nuw> : i32\n\
                %1 = arith.shrui %0, %arg0 exact : i32\n\
                %2 = arith.sitofp %1 : i32 to f32\n\
                %3 = arith.addf %2, %2 fastmath<nnan,ninf> : f32\n\
                %4 = arith.truncf %3 toward_zero fastmath<none> : f32 to f16\n\
                %5 = arith.cmpf true, %4, %4 fastmath<fast> : f16\n\
                %6 = arith.select %5, %0, %1 : i32\n\
                return";
    assert_eq!(printed("(%arg0: i32)", text), text);
}

#[test]
fn results_have_names() {
    let text = "%true = arith.constant true\n\
                %c-1_i8 = arith.constant -1 : i8\n\
                %c7 = arith.constant 7 : index\n\
                %cst = arith.constant dense<0.000000e+00> : vector<2xf32>\n\
                %sum, %overflow = arith.addui_extended %c-1_i8, %c-1_i8 : i8, i1\n\
                %low, %high = arith.mulsi_extended %sum, %sum : i8\n\
                return";
    assert_eq!(printed("()", text), text);
}

#[test]
fn casts_go_one_way() {
    let error = refused("(%x: i32)", "%r = arith.extsi %x : i32 to i16\nreturn");
    assert_eq!(error, "'arith.extsi' op operand type 'i32' and result type 'i16' are cast incompatible");
    let error = refused("(%x: tensor<4xi8>)", "%r = arith.extsi %x : tensor<4xi8> to tensor<?xi16>\nreturn");
    assert_eq!(error, "'arith.extsi' op failed to verify that input and output have the same tensor dimensions");
}

#[test]
fn conditions_fit_what_is_chosen() {
    let error = refused(
        "(%c: vector<4xi1>, %x: vector<3xi8>)",
        "%r = arith.select %c, %x, %x : vector<4xi1>, vector<3xi8>\nreturn",
    );
    assert_eq!(error, "'arith.select' op failed to verify that condition is signless i1 or has matching shape");
}

#[test]
fn constants_are_numbers() {
    let error = refused("()", "%r = arith.constant \"text\"\nreturn");
    assert_eq!(error, "'arith.constant' op value must be an integer, float, or elements attribute");
    let error = refused("()", "%r = arith.constant 1 : si8\nreturn");
    assert_eq!(error, "'arith.constant' op integer return type must be signless");
}

#[test]
fn unknown_flags_are_named() {
    let error = refused("(%x: i32)", "%r = arith.addi %x, %x overflow<fast> : i32\nreturn");
    assert!(error.ends_with("to be one of: none, nsw, nuw"), "{error}");
}
