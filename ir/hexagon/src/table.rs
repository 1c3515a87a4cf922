//! The table of instructions.
//!
//! Names say the operation, then the forms of its operands: `I` for an immediate, `D` for pairs. Sources: Hexagon V66
//! Programmer's Reference Manual, chapter 11.

use crate::machine::Class;
use crate::op::File::{D, P, R};
use crate::op::{File, Imm, Kind, Op};

/// Operands of the files, and immediates.
mod operand {
    use super::{Imm, Kind};
    use crate::op::File;

    pub const R: Kind = Kind::Reg(File::R);
    pub const D: Kind = Kind::Reg(File::D);
    pub const P: Kind = Kind::Reg(File::P);
    /// An immediate of 32 bits, which an extender makes room for if it is too large for `bits` bits.
    const fn extended(bits: u32) -> Kind {
        Kind::Imm(Imm::signed(bits, 1, true))
    }
    pub const S16: Kind = extended(16);
    pub const S10: Kind = extended(10);
    pub const S8: Kind = extended(8);
    /// A second signed immediate, which has no extender.
    pub const S8_ONLY: Kind = Kind::Imm(Imm::signed(8, 1, false));
    pub const U9: Kind = Kind::Imm(Imm::unsigned(9, 1, true));
    pub const U8: Kind = Kind::Imm(Imm::unsigned(8, 1, true));
    pub const U5: Kind = Kind::Imm(Imm::unsigned(5, 1, false));
    pub const U6: Kind = Kind::Imm(Imm::unsigned(6, 1, false));
    pub const U3: Kind = Kind::Imm(Imm::unsigned(3, 1, false));
    pub const U2: Kind = Kind::Imm(Imm::unsigned(2, 1, false));
    pub const U10: Kind = Kind::Imm(Imm::unsigned(10, 1, false));
    pub const FRAME: Kind = Kind::Imm(Imm::unsigned(11, 8, false));
    pub const SYMBOL: Kind = Kind::Symbol;
    pub const LABEL: Kind = Kind::Label;
    /// An offset from a base, in multiples of the size of the access, of an instruction with a predicate.
    pub const fn conditional_offset(size: i64) -> Kind {
        Kind::Imm(Imm::unsigned(6, size, true))
    }
    /// An offset from a base, in multiples of the size of the access.
    pub const fn offset(size: i64) -> Kind {
        Kind::Imm(Imm::signed(11, size, true))
    }
    /// A post-increment, in multiples of the size of the access.
    pub const fn increment(size: i64) -> Kind {
        Kind::Imm(Imm::signed(4, size, false))
    }
}

macro_rules! ops {
    ($($name:ident $class:ident $text:literal [$($def:ident)*] [$($operand:ident)*] $($tied:literal)?;)*) => {
        $(
            #[doc = concat!("`", $text, "`")]
            pub static $name: Op = Op {
                name: stringify!($name),
                text: $text,
                class: Class::$class,
                defs: &[$($def),*],
                uses: &[$(operand::$operand),*],
                tied: ops!(@ $($tied)?),
            };
        )*
    };
    (@) => { None };
    (@ $tied:literal) => { Some($tied) };
}

// Moves, 32-bit arithmetic and logic.
ops! {
    MOVE Alu "$0 = $1" [R] [R];
    MOVE_I Alu "$0 = #$1" [R] [S16];
    MOVE_SYMBOL Alu "$0 = ##$1" [R] [SYMBOL];
    MOVE_D Alu "$0 = $1" [D] [D];
    MOVE_P Wide "$0 = $1" [P] [P];
    ADD Alu "$0 = add($1,$2)" [R] [R R];
    ADD_I Alu "$0 = add($1,#$2)" [R] [R S16];
    SUB Alu "$0 = sub($1,$2)" [R] [R R];
    SUB_I Alu "$0 = sub(#$1,$2)" [R] [S10 R];
    AND Alu "$0 = and($1,$2)" [R] [R R];
    AND_I Alu "$0 = and($1,#$2)" [R] [R S10];
    OR Alu "$0 = or($1,$2)" [R] [R R];
    OR_I Alu "$0 = or($1,#$2)" [R] [R S10];
    XOR Alu "$0 = xor($1,$2)" [R] [R R];
    SXTB Alu "$0 = sxtb($1)" [R] [R];
    SXTH Alu "$0 = sxth($1)" [R] [R];
    ZXTH Alu "$0 = zxth($1)" [R] [R];
    COMBINE Alu "$0 = combine($1,$2)" [D] [R R];
    COMBINE_II Alu "$0 = combine(#$1,#$2)" [D] [S8 S8_ONLY];
    MUX Alu "$0 = mux($1,$2,$3)" [R] [P R R];
    MUX_RI Alu "$0 = mux($1,$2,#$3)" [R] [P R S8];
    MUX_IR Alu "$0 = mux($1,#$2,$3)" [R] [P S8 R];
    MUX_II Alu "$0 = mux($1,#$2,#$3)" [R] [P S8 S8_ONLY];
}

// Comparisons, logic of predicates.
ops! {
    CMP_EQ Alu "$0 = cmp.eq($1,$2)" [P] [R R];
    CMP_EQ_I Alu "$0 = cmp.eq($1,#$2)" [P] [R S10];
    CMP_GT Alu "$0 = cmp.gt($1,$2)" [P] [R R];
    CMP_GT_I Alu "$0 = cmp.gt($1,#$2)" [P] [R S10];
    CMP_GTU Alu "$0 = cmp.gtu($1,$2)" [P] [R R];
    CMP_GTU_I Alu "$0 = cmp.gtu($1,#$2)" [P] [R U9];
    CMP_EQ_D Wide "$0 = cmp.eq($1,$2)" [P] [D D];
    CMP_GT_D Wide "$0 = cmp.gt($1,$2)" [P] [D D];
    CMP_GTU_D Wide "$0 = cmp.gtu($1,$2)" [P] [D D];
    TEST_BIT_I Wide "$0 = tstbit($1,#$2)" [P] [R U5];
    AND_P Wide "$0 = and($1,$2)" [P] [P P];
    OR_P Wide "$0 = or($1,$2)" [P] [P P];
    XOR_P Wide "$0 = xor($1,$2)" [P] [P P];
    NOT_P Wide "$0 = not($1)" [P] [P];
    AND_NOT_P Wide "$0 = and($1,!$2)" [P] [P P];
    FROM_P Wide "$0 = $1" [R] [P];
    TO_P Wide "$0 = $1" [P] [R];
}

// Shifts, minima and maxima, multiplication.
ops! {
    ASL Wide "$0 = asl($1,$2)" [R] [R R];
    ASL_I Wide "$0 = asl($1,#$2)" [R] [R U5];
    ASR Wide "$0 = asr($1,$2)" [R] [R R];
    ASR_I Wide "$0 = asr($1,#$2)" [R] [R U5];
    LSR Wide "$0 = lsr($1,$2)" [R] [R R];
    LSR_I Wide "$0 = lsr($1,#$2)" [R] [R U5];
    ADD_ASL Slow "$0 = addasl($1,$2,#$3)" [R] [R R U3];
    MIN Slow "$0 = min($1,$2)" [R] [R R];
    MAX Slow "$0 = max($1,$2)" [R] [R R];
    MINU Slow "$0 = minu($1,$2)" [R] [R R];
    MAXU Slow "$0 = maxu($1,$2)" [R] [R R];
    ABS Wide "$0 = abs($1)" [R] [R];
    LEADING_ZEROS Wide "$0 = cl0($1)" [R] [R];
    LEADING_ZEROS_D Wide "$0 = cl0($1)" [R] [D];
    TRAILING_ZEROS Wide "$0 = ct0($1)" [R] [R];
    TRAILING_ZEROS_D Wide "$0 = ct0($1)" [R] [D];
    POPULATION_D Multiply "$0 = popcount($1)" [R] [D];
    SET_BIT_I Wide "$0 = setbit($1,#$2)" [R] [R U5];
    CLEAR_BIT_I Wide "$0 = clrbit($1,#$2)" [R] [R U5];
    TOGGLE_BIT_I Wide "$0 = togglebit($1,#$2)" [R] [R U5];
    MPY Multiply "$0 = mpyi($1,$2)" [R] [R R];
    MPY_I Multiply "$0 = mpyi($1,#$2)" [R] [R U8];
    MPY_HIGH Multiply "$0 = mpy($1,$2)" [R] [R R];
    MPYU_HIGH Multiply "$0 = mpyu($1,$2)" [R] [R R];
    MAC Multiply "$0 += mpyi($2,$3)" [R] [R R R] 0;
    MAC_I Multiply "$0 += mpyi($2,#$3)" [R] [R R U8] 0;
    MNAC Multiply "$0 -= mpyi($2,$3)" [R] [R R R] 0;
    MPY_D Multiply "$0 = mpy($1,$2)" [D] [R R];
    MPYU_D Multiply "$0 = mpyu($1,$2)" [D] [R R];
    MAC_D Multiply "$0 += mpy($2,$3)" [D] [D R R] 0;
}

// What is executed if a predicate is true, or if it is false: otherwise the result is the first operand.
ops! {
    ADD_IF Alu "if ($2) $0 = add($3,$4)" [R] [R P R R] 0;
    ADD_IF_NOT Alu "if (!$2) $0 = add($3,$4)" [R] [R P R R] 0;
    SUB_IF Alu "if ($2) $0 = sub($3,$4)" [R] [R P R R] 0;
    SUB_IF_NOT Alu "if (!$2) $0 = sub($3,$4)" [R] [R P R R] 0;
    AND_IF Alu "if ($2) $0 = and($3,$4)" [R] [R P R R] 0;
    AND_IF_NOT Alu "if (!$2) $0 = and($3,$4)" [R] [R P R R] 0;
    OR_IF Alu "if ($2) $0 = or($3,$4)" [R] [R P R R] 0;
    OR_IF_NOT Alu "if (!$2) $0 = or($3,$4)" [R] [R P R R] 0;
    XOR_IF Alu "if ($2) $0 = xor($3,$4)" [R] [R P R R] 0;
    XOR_IF_NOT Alu "if (!$2) $0 = xor($3,$4)" [R] [R P R R] 0;
    ADD_I_IF Alu "if ($2) $0 = add($3,#$4)" [R] [R P R S8] 0;
    ADD_I_IF_NOT Alu "if (!$2) $0 = add($3,#$4)" [R] [R P R S8] 0;
}

// 64-bit arithmetic.
ops! {
    ADD_D Wide "$0 = add($1,$2)" [D] [D D];
    SUB_D Wide "$0 = sub($1,$2)" [D] [D D];
    AND_D Wide "$0 = and($1,$2)" [D] [D D];
    OR_D Wide "$0 = or($1,$2)" [D] [D D];
    XOR_D Wide "$0 = xor($1,$2)" [D] [D D];
    MIN_D Slow "$0 = min($1,$2)" [D] [D D];
    MAX_D Slow "$0 = max($1,$2)" [D] [D D];
    MINU_D Slow "$0 = minu($1,$2)" [D] [D D];
    MAXU_D Slow "$0 = maxu($1,$2)" [D] [D D];
    ASL_D Wide "$0 = asl($1,$2)" [D] [D R];
    ASL_DI Wide "$0 = asl($1,#$2)" [D] [D U6];
    ASR_D Wide "$0 = asr($1,$2)" [D] [D R];
    ASR_DI Wide "$0 = asr($1,#$2)" [D] [D U6];
    LSR_D Wide "$0 = lsr($1,$2)" [D] [D R];
    LSR_DI Wide "$0 = lsr($1,#$2)" [D] [D U6];
    VMUX Wide "$0 = vmux($1,$2,$3)" [D] [P D D];
    SXTW Wide "$0 = sxtw($1)" [D] [R];
}

// Floats.
ops! {
    SF_ADD Float "$0 = sfadd($1,$2)" [R] [R R];
    SF_SUB Float "$0 = sfsub($1,$2)" [R] [R R];
    SF_MPY Float "$0 = sfmpy($1,$2)" [R] [R R];
    SF_MAC Float "$0 += sfmpy($2,$3)" [R] [R R R] 0;
    SF_MNAC Float "$0 -= sfmpy($2,$3)" [R] [R R R] 0;
    SF_MAC_LIB Float "$0 += sfmpy($2,$3):lib" [R] [R R R] 0;
    SF_MNAC_LIB Float "$0 -= sfmpy($2,$3):lib" [R] [R R R] 0;
    SF_MAC_SCALE Float "$0 += sfmpy($2,$3,$4):scale" [R] [R R R P] 0;
    SF_RECIPROCAL Float "$0,$1 = sfrecipa($2,$3)" [R P] [R R];
    SF_NUMERATOR Float "$0 = sffixupn($1,$2)" [R] [R R];
    SF_DENOMINATOR Float "$0 = sffixupd($1,$2)" [R] [R R];
    SF_MIN Float "$0 = sfmin($1,$2)" [R] [R R];
    SF_MAX Float "$0 = sfmax($1,$2)" [R] [R R];
    SF_EQ Float "$0 = sfcmp.eq($1,$2)" [P] [R R];
    SF_GT Float "$0 = sfcmp.gt($1,$2)" [P] [R R];
    SF_GE Float "$0 = sfcmp.ge($1,$2)" [P] [R R];
    SF_UO Float "$0 = sfcmp.uo($1,$2)" [P] [R R];
    W_TO_SF Float "$0 = convert_w2sf($1)" [R] [R];
    UW_TO_SF Float "$0 = convert_uw2sf($1)" [R] [R];
    SF_TO_W Float "$0 = convert_sf2w($1):chop" [R] [R];
    SF_TO_UW Float "$0 = convert_sf2uw($1):chop" [R] [R];
    DF_ADD Float "$0 = dfadd($1,$2)" [D] [D D];
    DF_SUB Float "$0 = dfsub($1,$2)" [D] [D D];
    DF_EQ Float "$0 = dfcmp.eq($1,$2)" [P] [D D];
    DF_GT Float "$0 = dfcmp.gt($1,$2)" [P] [D D];
    DF_GE Float "$0 = dfcmp.ge($1,$2)" [P] [D D];
    DF_UO Float "$0 = dfcmp.uo($1,$2)" [P] [D D];
    SF_TO_DF Float "$0 = convert_sf2df($1)" [D] [R];
    DF_TO_SF Float "$0 = convert_df2sf($1)" [R] [D];
    W_TO_DF Float "$0 = convert_w2df($1)" [D] [R];
    UW_TO_DF Float "$0 = convert_uw2df($1)" [D] [R];
    DF_TO_W Float "$0 = convert_df2w($1):chop" [R] [D];
    DF_TO_UW Float "$0 = convert_df2uw($1):chop" [R] [D];
    D_TO_SF Float "$0 = convert_d2sf($1)" [R] [D];
    UD_TO_SF Float "$0 = convert_ud2sf($1)" [R] [D];
    D_TO_DF Float "$0 = convert_d2df($1)" [D] [D];
    UD_TO_DF Float "$0 = convert_ud2df($1)" [D] [D];
    SF_TO_D Float "$0 = convert_sf2d($1):chop" [D] [R];
    SF_TO_UD Float "$0 = convert_sf2ud($1):chop" [D] [R];
    DF_TO_D Float "$0 = convert_df2d($1):chop" [D] [D];
    DF_TO_UD Float "$0 = convert_df2ud($1):chop" [D] [D];
}

// Control flow, calls and frames. Operands that are not printed are read by convention.
ops! {
    JUMP Jump "jump $0" [] [LABEL];
    JUMP_IF Jump "if ($0) jump:nt $1" [] [P LABEL];
    JUMP_IF_NOT Jump "if (!$0) jump:nt $1" [] [P LABEL];
    JUMP_IF_NEW Jump "if ($0.new) jump:nt $1" [] [P LABEL];
    JUMP_IF_NOT_NEW Jump "if (!$0.new) jump:nt $1" [] [P LABEL];
    RETURN Return "jumpr r31" [] [];
    FRAME_RETURN Return "dealloc_return" [] [];
    CALL Call "call $0" [] [LABEL];
    LOOP Loop "loop0($0,$1)" [] [LABEL R];
    LOOP_I Loop "loop0($0,#$1)" [] [LABEL U10];
    ALLOC_FRAME Frame "allocframe(#$0)" [] [FRAME];
}

/// The instructions that access memory with one width.
pub struct Access {
    /// `base + offset`: a load of a base and an offset, a store of a base, an offset, and a value.
    pub offset: Op,
    /// The same, the base being incremented afterwards; it is the last result.
    pub increment: Op,
    /// `base + (index << n)`: operands are base, index and n, and for a store the value.
    pub index: Op,
    /// The same forms of a store whose value its own packet computes.
    pub new: Option<[Op; 3]>,
    /// The first and the third form with a predicate before their operands: executed if it is true, and if it is false.
    pub conditional: [[Op; 2]; 2],
}

/// A form of an access that is executed if a predicate says so. A load has its result in any case, which is undefined
/// then.
const fn conditional(name: &'static str, text: &'static str, defs: &'static [File], uses: &'static [Kind]) -> Op {
    let class = if defs.is_empty() { Class::Store } else { Class::Load };
    Op { name, text, class, defs, uses, tied: None }
}

macro_rules! loads {
    ($($name:ident $mnemonic:literal $size:literal $file:ident;)*) => {
        $(
            #[doc = concat!("Loads by `", $mnemonic, "`.")]
            pub static $name: Access = Access {
                offset: Op {
                    name: "load",
                    text: concat!("$0 = ", $mnemonic, "($1+#$2)"),
                    class: Class::Load,
                    defs: &[$file],
                    uses: &[operand::R, operand::offset($size)],
                    tied: None,
                },
                increment: Op {
                    name: "load",
                    text: concat!("$0 = ", $mnemonic, "($2++#$3)"),
                    class: Class::Load,
                    defs: &[$file, R],
                    uses: &[operand::R, operand::increment($size)],
                    tied: Some(1),
                },
                index: Op {
                    name: "load",
                    text: concat!("$0 = ", $mnemonic, "($1+$2<<#$3)"),
                    class: Class::Load,
                    defs: &[$file],
                    uses: &[operand::R, operand::R, operand::U2],
                    tied: None,
                },
                new: None,
                conditional: [
                    loads!(@ $mnemonic $size $file "if ($1) $0 = "),
                    loads!(@ $mnemonic $size $file "if (!$1) $0 = "),
                ],
            };
        )*
    };
    (@ $mnemonic:literal $size:literal $file:ident $condition:literal) => {
        [
            conditional(
                "load",
                concat!($condition, $mnemonic, "($2+#$3)"),
                &[$file],
                &[operand::P, operand::R, operand::conditional_offset($size)],
            ),
            conditional(
                "load",
                concat!($condition, $mnemonic, "($2+$3<<#$4)"),
                &[$file],
                &[operand::P, operand::R, operand::R, operand::U2],
            ),
        ]
    };
}

/// A form of a store.
const fn store(text: &'static str, defs: &'static [File], uses: &'static [Kind]) -> Op {
    let tied = if defs.is_empty() { None } else { Some(0) };
    Op { name: "store", text, class: Class::Store, defs, uses, tied }
}

macro_rules! stores {
    (@ $mnemonic:literal $size:literal $file:ident $new:literal) => {
        [
            store(
                concat!($mnemonic, "($0+#$1) = $2", $new),
                &[],
                &[operand::R, operand::offset($size), operand::$file],
            ),
            store(
                concat!($mnemonic, "($1++#$2) = $3", $new),
                &[R],
                &[operand::R, operand::increment($size), operand::$file],
            ),
            store(
                concat!($mnemonic, "($0+$1<<#$2) = $3", $new),
                &[],
                &[operand::R, operand::R, operand::U2, operand::$file],
            ),
        ]
    };
    ($($name:ident $mnemonic:literal $size:literal $file:ident $($new:literal)?;)*) => {
        $(
            #[doc = concat!("Stores by `", $mnemonic, "`.")]
            pub static $name: Access = {
                let [offset, increment, index] = stores!(@ $mnemonic $size $file "");
                Access {
                    offset,
                    increment,
                    index,
                    new: stores!(@new $mnemonic $size $file $($new)?),
                    conditional: [
                        stores!(@if $mnemonic $size $file "if ($0) "),
                        stores!(@if $mnemonic $size $file "if (!$0) "),
                    ],
                }
            };
        )*
    };
    (@if $mnemonic:literal $size:literal $file:ident $condition:literal) => {
        [
            conditional(
                "store",
                concat!($condition, $mnemonic, "($1+#$2) = $3"),
                &[],
                &[operand::P, operand::R, operand::conditional_offset($size), operand::$file],
            ),
            conditional(
                "store",
                concat!($condition, $mnemonic, "($1+$2<<#$3) = $4"),
                &[],
                &[operand::P, operand::R, operand::R, operand::U2, operand::$file],
            ),
        ]
    };
    (@new $mnemonic:literal $size:literal $file:ident) => { None };
    (@new $mnemonic:literal $size:literal $file:ident $new:literal) => {
        Some(stores!(@ $mnemonic $size $file $new))
    };
}

loads! {
    LOAD_B "memb" 1 R;
    LOAD_UB "memub" 1 R;
    LOAD_H "memh" 2 R;
    LOAD_UH "memuh" 2 R;
    LOAD_W "memw" 4 R;
    LOAD_D "memd" 8 D;
}

stores! {
    STORE_B "memb" 1 R ".new";
    STORE_H "memh" 2 R ".new";
    STORE_W "memw" 4 R ".new";
    STORE_D "memd" 8 D;
}

/// The stores that have forms for new values.
static STORES: [&Access; 3] = [&STORE_B, &STORE_H, &STORE_W];

/// The form of a branch or store whose last register, or predicate, its own packet writes.
pub fn new_value_form(op: &Op) -> Option<&'static Op> {
    let branch = match () {
        () if *op == JUMP_IF => Some(&JUMP_IF_NEW),
        () if *op == JUMP_IF_NOT => Some(&JUMP_IF_NOT_NEW),
        () => None,
    };
    branch.or_else(|| {
        STORES.iter().find_map(|access| {
            let form = [&access.offset, &access.increment, &access.index].into_iter().position(|form| form == op)?;
            access.new.as_ref().map(|new| &new[form])
        })
    })
}

/// The branch with the inverse condition.
pub fn inverse_branch(op: &Op) -> Option<&'static Op> {
    match () {
        () if *op == JUMP_IF => Some(&JUMP_IF_NOT),
        () if *op == JUMP_IF_NOT => Some(&JUMP_IF),
        () => None,
    }
}

/// Whether a branch in its packet can read the predicate that it writes.
pub fn feeds_branch(op: &Op) -> bool {
    op.defs == [P] && (op.class == Class::Alu || *op == TEST_BIT_I)
}

/// The form for values that are there before the packet, of a form for new values.
pub fn old_value_form(op: &Op) -> Option<&'static Op> {
    let branch = match () {
        () if *op == JUMP_IF_NEW => Some(&JUMP_IF),
        () if *op == JUMP_IF_NOT_NEW => Some(&JUMP_IF_NOT),
        () => None,
    };
    branch.or_else(|| {
        STORES.iter().find_map(|access| {
            let form = access.new.as_ref()?.iter().position(|form| form == op)?;
            Some([&access.offset, &access.increment, &access.index][form])
        })
    })
}

/// The form of 32-bit arithmetic with a predicate, for the sense of it.
pub fn conditional_form(op: &Op, is_inverse: bool) -> Option<&'static Op> {
    const FORMS: [(&Op, [&Op; 2]); 6] = [
        (&ADD, [&ADD_IF, &ADD_IF_NOT]),
        (&SUB, [&SUB_IF, &SUB_IF_NOT]),
        (&AND, [&AND_IF, &AND_IF_NOT]),
        (&OR, [&OR_IF, &OR_IF_NOT]),
        (&XOR, [&XOR_IF, &XOR_IF_NOT]),
        (&ADD_I, [&ADD_I_IF, &ADD_I_IF_NOT]),
    ];
    FORMS.iter().find(|(of, _)| *of == op).map(|(_, forms)| forms[usize::from(is_inverse)])
}

/// Whether it is a form for new values.
pub fn reads_new(op: &Op) -> bool {
    old_value_form(op).is_some()
}

/// The copy of a register of a file.
pub const fn copy(file: File) -> &'static Op {
    match file {
        R => &MOVE,
        D => &MOVE_D,
        P => &MOVE_P,
    }
}
