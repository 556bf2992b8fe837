//! Pillow's arithmetic of one colour and its alpha, in bytes.

/// `colour * alpha / 255`, rounded.
pub fn multiplied(colour: u8, alpha: u8) -> u8 {
    let product = u32::from(colour) * u32::from(alpha) + 128;
    (((product >> 8) + product) >> 8) as u8
}

/// `colour * 255 / alpha`, truncated and clipped; nothing where alpha is 0.
pub fn divided(colour: u8, alpha: u8) -> u8 {
    let quotient = (255 * u32::from(colour)).checked_div(u32::from(alpha));
    quotient.map_or(colour, |value| value.min(255) as u8)
}

/// Pillow's alpha_composite on an opaque background: weights of 7 bits more than a byte.
pub fn over(colour: u8, under: u8, alpha: u8) -> u8 {
    let (colour, under, alpha) = (u32::from(colour), u32::from(under), u32::from(alpha));
    let sum = 128 * (colour * alpha + under * (255 - alpha)) + (128 << 7);
    ((((sum >> 8) + sum) >> 8) >> 7) as u8
}
