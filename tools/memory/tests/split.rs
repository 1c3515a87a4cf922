//! Blocks keep their bytes when they are allocated by and moved between either allocator.

use std::thread;

use rmlir_memory::{LARGEST_SMALL, Split};

#[global_allocator]
static MEMORY: Split = Split;

/// The bytes that a block of that size is filled with.
fn pattern(size: usize) -> impl Iterator<Item = u8> {
    (0..size).map(|place| (place * 31 + 7) as u8)
}

#[test]
fn growth_past_the_limit_keeps_bytes() {
    for size in [1, LARGEST_SMALL - 1, LARGEST_SMALL, LARGEST_SMALL + 1, 10 * LARGEST_SMALL] {
        let mut piece: Vec<u8> = pattern(size).collect();
        piece.reserve_exact(20 * LARGEST_SMALL);
        assert!(piece.iter().copied().eq(pattern(size)), "{size} bytes");
        piece.shrink_to_fit();
        assert!(piece.iter().copied().eq(pattern(size)), "{size} bytes");
    }
}

#[test]
fn zeroed_pieces_are_zero() {
    for size in [LARGEST_SMALL, LARGEST_SMALL + 1] {
        for _ in 0..8 {
            let mut piece = vec![0u8; size];
            assert!(piece.iter().all(|&byte| byte == 0), "{size} bytes");
            piece.fill(0xA5);
        }
    }
}

#[test]
fn alignment_is_kept() {
    #[repr(align(128))]
    struct Aligned([u8; 128]);
    for count in 1..10 {
        let pieces: Vec<Aligned> = (0..count).map(|_| Aligned([1; 128])).collect();
        assert_eq!(pieces.as_ptr() as usize % 128, 0);
        assert!(pieces.iter().all(|piece| piece.0.iter().all(|&byte| byte == 1)));
    }
}

#[test]
fn other_threads_give_back() {
    let pieces: Vec<Vec<u8>> = (0..4 * LARGEST_SMALL).map(|size| pattern(size).collect()).collect();
    let check = move || pieces.iter().enumerate().all(|(size, piece)| piece.iter().copied().eq(pattern(size)));
    assert!(thread::spawn(check).join().expect("the thread ends"));
}
