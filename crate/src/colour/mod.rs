//! Colour rules as the Python libraries compute them: one pixel at a time, without memory or layout.

pub mod alpha;
pub mod grey;
pub mod hsv;
pub mod lighting;
pub mod mix;
pub mod opencv;
pub mod pillow;
pub mod rule;
pub mod torch;

/// Hue sectors of HSV: which of value, `p`, `q` and `t` are red, green and blue.
fn by_sector<T: Copy>(sector: i64, [v, p, q, t]: [T; 4]) -> [T; 3] {
    match sector.rem_euclid(6) {
        0 => [v, t, p],
        1 => [q, v, p],
        2 => [p, v, t],
        3 => [p, q, v],
        4 => [t, p, v],
        _ => [v, p, q],
    }
}
