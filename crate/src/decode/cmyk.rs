//! Inks to colours, as each library does it. The inks are those of the file: 255 is none.

/// Pillow's, from 255 minus the inks; torchvision has the same.
pub fn pillow([c, m, y, k]: [u8; 4]) -> [u8; 3] {
    [c, m, y].map(|ink| {
        let product = u32::from(255 - ink) * u32::from(k) + 128;
        let part = ((product >> 8) + product) >> 8;
        u32::from(k).saturating_sub(part) as u8
    })
}

/// OpenCV's: red, green, blue.
pub fn opencv([c, m, y, k]: [u8; 4]) -> [u8; 3] {
    [c, m, y].map(|ink| (u32::from(k) - ((u32::from(255 - ink) * u32::from(k)) >> 8)) as u8)
}
