//! Offsets, lines and columns.

use rmlir_diag::{LineCol, Pos, SourceMap, Span};

fn at(line: u32, col: u32) -> LineCol {
    LineCol { line, col }
}

#[test]
fn files_lie_end_to_end_with_one_offset_between() {
    let map = SourceMap::new();
    let first = map.add("a", "abc").unwrap();
    let empty = map.add("b", "").unwrap();
    let last = map.add("c", "\nx").unwrap();
    let bases: Vec<u32> = map.files().map(|file| file.base()).collect();
    assert_eq!(bases, [0, 4, 5]);
    let owner = |pos| map.file_at(Pos(pos)).map(|file| file.id());
    assert_eq!([owner(0), owner(3), owner(4)], [Some(first), Some(first), Some(empty)]);
    assert_eq!([owner(5), owner(7), owner(8)], [Some(last), Some(last), None]);
    assert_eq!(map.bytes(Span::new(1, 3)), Some(&b"bc"[..]));
    assert_eq!(map.bytes(Span::new(1, 5)), None);
}

#[test]
fn references_survive_later_additions() {
    let map = SourceMap::new();
    let first = map.add("0", "first").unwrap();
    let kept = map.file(first);
    for index in 1..100 {
        map.add(index.to_string(), "x").unwrap();
    }
    assert_eq!(kept.str(), Some("first"));
    assert!(map.files().enumerate().all(|(index, file)| file.name() == index.to_string()));
    assert_eq!(map.find("57").map(|file| file.base()), Some(6 + 2 * 56));
}

#[test]
fn threads_may_add_at_the_same_time() {
    let map = SourceMap::new();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let map = &map;
            scope.spawn(move || {
                for index in 0..50 {
                    map.add(format!("{thread}.{index}"), "text").unwrap();
                }
            });
        }
    });
    assert_eq!(map.n_files(), 200);
    assert!((0..200).all(|index| map.file_at(Pos(index * 5 + 4)).is_some_and(|file| file.base() == index * 5)));
}

#[test]
fn lines_end_at_newlines_only_and_columns_are_bytes() {
    let map = SourceMap::new();
    let file = map.file(map.add("a", "é\r\nb\rc\n").unwrap());
    assert_eq!(file.n_lines(), 3);
    assert_eq!([file.line_col(0), file.line_col(2), file.line_col(3)], [at(1, 1), at(1, 3), at(1, 4)]);
    assert_eq!([file.line_col(4), file.line_col(6), file.line_col(8)], [at(2, 1), at(2, 3), at(3, 1)]);
    assert_eq!(file.line_text(1).unwrap(), "é\r");
    assert_eq!(file.line_range(4), None);
}

#[test]
fn a_carriage_return_hides_the_rest_of_its_line() {
    let map = SourceMap::new();
    let file = map.file(map.add("a", "x\nb\rc\nd").unwrap());
    assert_eq!([file.offset_of(2, 1), file.offset_of(2, 2), file.offset_of(2, 3)], [Some(2), Some(3), None]);
    assert_eq!([file.offset_of(3, 1), file.offset_of(3, 2), file.offset_of(3, 3)], [Some(6), Some(7), None]);
    assert_eq!([file.offset_of(0, 1), file.offset_of(4, 1)], [None, None]);
    assert_eq!([file.shown_line(2), file.shown_line(3), file.shown_line(4)], [2..3, 2..3, 4..5]);
}

#[test]
fn text_may_be_any_bytes() {
    let map = SourceMap::new();
    let file = map.file(map.add("a", b"\xFF\0\nok".to_vec()).unwrap());
    assert_eq!(file.str(), None);
    assert_eq!(file.line_text(1).unwrap(), "\u{FFFD}\0");
    assert_eq!(file.line_text(2).unwrap(), "ok");
}
