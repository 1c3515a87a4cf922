//! Everything a dialect or a pass needs, under one name.
