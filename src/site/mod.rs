//! The site: the pages people read.
