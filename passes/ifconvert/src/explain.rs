//! What the stages found, as a table and as a picture.
