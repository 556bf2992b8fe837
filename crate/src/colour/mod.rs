//! Colour rules as the Python libraries compute them: one pixel at a time, without memory or layout.

pub mod hsv;
