//! A page of Markdown: its fenced blocks and its pictures.

use std::path::PathBuf;

use crate::root;

/// A page.
pub struct Page {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// A fenced block.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// The words after the fence.
    pub info: &'a str,
    /// The lines between the fences.
    pub text: &'a str,
    /// The position of `text` in the page.
    pub start: usize,
    /// The number of its first line.
    pub line: usize,
}

/// An image that a command draws.
pub struct Picture<'a> {
    /// The number of the drawing in the output, from 1.
    pub number: usize,
    /// The file in which the output was kept.
    pub of: &'a str,
    /// The image, beside the page.
    pub image: &'a str,
}

impl Page {
    pub fn read(path: PathBuf) -> Self {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path, text }
    }

    /// The path from the root.
    pub fn name(&self) -> String {
        self.path.strip_prefix(root()).expect("pages are below the root").display().to_string()
    }

    /// The fenced blocks, in order.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let (mut blocks, mut open) = (Vec::new(), None);
        let mut position = 0;
        for (index, line) in self.text.split_inclusive('\n').enumerate() {
            let fence = line.trim().strip_prefix("```");
            open = match (fence, open) {
                (Some(info), None) => Some((info, position + line.len(), index + 2)),
                (Some(_), Some((info, start, first))) => {
                    blocks.push(Block { info, text: &self.text[start..position], start, line: first });
                    None
                }
                (None, open) => open,
            };
            position += line.len();
        }
        assert!(open.is_none(), "{}: a block is not closed", self.name());
        blocks
    }

    /// The lines outside of blocks.
    pub fn prose(&self) -> impl Iterator<Item = &str> {
        self.text.split("```").step_by(2).flat_map(str::lines)
    }

    /// The images that commands draw.
    pub fn pictures(&self) -> Vec<Picture<'_>> {
        self.text.split("<!-- picture ").skip(1).map(|rest| picture(rest).expect("an image follows")).collect()
    }
}

/// `N of FILE -->`, and the image on the next line.
fn picture(text: &str) -> Option<Picture<'_>> {
    let (comment, rest) = text.split_once(" -->\n")?;
    let (number, of) = comment.split_once(" of ")?;
    let (_, image) = rest.lines().next()?.split_once("](")?;
    Some(Picture { number: number.parse().ok()?, of, image: image.split(')').next()? })
}

impl Block<'_> {
    /// The name in the comment on the first line.
    pub fn file_name(&self) -> Option<&str> {
        let name = self.text.lines().next()?.strip_prefix("// ")?;
        (name.ends_with(".mlir") && !name.contains([' ', '/'])).then_some(name)
    }
}
