//! OpenCV's 8-bit full-range HSV (`COLOR_BGR2HSV_FULL` and back), the one MegEngine's HueTransform uses.
//!
//! *Source*: OpenCV 5.0, modules/imgproc/src/color_hsv.simd.hpp. Forward and backward disagree on the circle: 256 steps
//! there, 255 back. Backward is the rounding form (the scalar tail; Intel IPP differs in 89 of 2^24 colours).

use std::sync::LazyLock;

/// Bits after the point of the division tables.
const DIVISION_BITS: u32 = 12;

/// `round(255 * 2^12 / v)` and `round(256 * 2^12 / (6 d))`, half to even; entry 0 is 0.
pub struct DivisionTables {
    pub saturation: [i32; 256],
    pub hue: [i32; 256],
}

impl DivisionTables {
    /// For a circle of so many steps.
    pub fn new(steps: f64) -> Self {
        let table = |numerator: f64, times: f64| {
            let entry = |at| if at == 0 { 0 } else { (numerator / (times * at as f64)).round_ties_even() as i32 };
            std::array::from_fn(entry)
        };
        let one = f64::from(1 << DIVISION_BITS);
        Self { saturation: table(255.0 * one, 1.0), hue: table(steps * one, 6.0) }
    }
}

/// The tables of the forward conversion.
pub static DIVISION_TABLES: LazyLock<DivisionTables> = LazyLock::new(|| DivisionTables::new(256.0));

/// Blue, green, red bytes to hue, saturation, value bytes; integer arithmetic throughout.
pub fn from_bgr(bgr: [u8; 3], tables: &DivisionTables) -> [u8; 3] {
    from_bgr_on(bgr, tables, 256)
}

/// The same on a circle of `steps`, for which the tables are.
pub fn from_bgr_on([blue, green, red]: [u8; 3], tables: &DivisionTables, steps: i32) -> [u8; 3] {
    let (b, g, r) = (i32::from(blue), i32::from(green), i32::from(red));
    let value = b.max(g).max(r);
    let delta = value - b.min(g).min(r);
    let divide = |table: &[i32; 256], at: i32| table.get(at as usize).copied().unwrap_or_default();
    let half = 1 << (DIVISION_BITS - 1);
    let saturation = (delta * divide(&tables.saturation, value) + half) >> DIVISION_BITS;
    let sector = if value == r {
        g - b
    } else if value == g {
        b - r + 2 * delta
    } else {
        r - g + 4 * delta
    };
    let hue = (sector * divide(&tables.hue, delta) + half) >> DIVISION_BITS;
    let hue = if hue < 0 { hue + steps } else { hue };
    // 256 saturates; it does not wrap.
    [hue.clamp(0, 255) as u8, saturation.clamp(0, 255) as u8, value as u8]
}

/// Hue, saturation, value bytes to blue, green, red bytes, in OpenCV's f32 steps.
pub fn to_bgr([hue, saturation, value]: [u8; 3]) -> [u8; 3] {
    if saturation == 0 {
        return [value; 3];
    }
    let s = f32::from(saturation) * (1.0 / 255.0);
    let v = f32::from(value) * (1.0 / 255.0);
    let h = f32::from(hue) * (6.0 / 255.0);
    let sector = h.floor();
    let fraction = h - sector;
    // One rounding, as the fused multiply-add of the shipped binaries.
    let one_less = |x: f32| (1.0 - f64::from(s) * f64::from(x)) as f32;
    let p = v * (1.0 - s);
    let q = v * one_less(fraction);
    let t = v * one_less(1.0 - fraction);
    let byte = |x: f32| (x * 255.0).round_ties_even() as u8;
    let (v, p, q, t) = (byte(v), byte(p), byte(q), byte(t));
    match sector as u8 % 6 {
        0 => [p, t, v],
        1 => [p, v, q],
        2 => [t, v, p],
        3 => [v, q, p],
        4 => [v, p, t],
        _ => [q, p, v],
    }
}

/// MegEngine's HueTransform of one pixel: there, a wrapping add, and back.
pub fn shift_hue(bgr: [u8; 3], shift: u8, tables: &DivisionTables) -> [u8; 3] {
    let [hue, saturation, value] = from_bgr(bgr, tables);
    to_bgr([hue.wrapping_add(shift), saturation, value])
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use sha2::{Digest, Sha256};

    use super::{DIVISION_TABLES, from_bgr, to_bgr};

    fn golden(path: &str) -> Vec<u8> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(path);
        std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }

    /// The pixels of a .npy of bytes with three numbers a row.
    fn rows<const N: usize>(path: &str) -> Vec<[u8; N]> {
        let file = golden(path);
        let header = usize::from(u16::from_le_bytes([file[8], file[9]]));
        file[10 + header..].chunks_exact(N).map(|row| row.try_into().expect("N bytes")).collect()
    }

    fn digest_of(id: &str) -> String {
        let manifest: serde_json::Value = serde_json::from_slice(&golden("manifest.json")).expect("JSON");
        let cases = manifest["cases"].as_array().expect("a list of cases");
        let case = cases.iter().find(|case| case["id"] == id).unwrap_or_else(|| panic!("no {id}"));
        case["sha256_full"].as_str().expect("a digest").to_owned()
    }

    /// sha256 over what `convert` makes of all 2^24 triples, in the order of the manifest's `exhaustive_doc`.
    fn digest_of_all(convert: impl Fn([u8; 3]) -> [u8; 3]) -> String {
        let mut hash = Sha256::new();
        for third in 0..=255 {
            let plane: Vec<u8> = (0..=65535_u16)
                .flat_map(|low| {
                    let [first, second] = low.to_le_bytes();
                    convert([first, second, third])
                })
                .collect();
            hash.update(&plane);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn from_bgr_equals_opencv_on_the_golden_images() {
        for image in ["photo_a", "photo_b", "photo_c", "primaries", "grad_rgb", "grey", "col7"] {
            let pixels = rows::<3>(&format!("inputs/{image}.npy"));
            let expected = rows::<3>(&format!("out/color_cv2_BGR2HSV_FULL_u8__{image}.npy"));
            let got: Vec<_> = pixels.iter().map(|&[r, g, b]| from_bgr([b, g, r], &DIVISION_TABLES)).collect();
            assert_eq!(got, expected, "{image}");
        }
    }

    #[test]
    fn to_bgr_equals_opencv_without_ipp_for_all_colours() {
        assert_eq!(digest_of_all(to_bgr), digest_of("exh_cv2_HSV2BGR_FULL_noipp_scalar"));
    }

    #[test]
    fn to_bgr_equals_opencv_with_ipp_for_all_colours_but_89() {
        // 88 colours where IPP rounds otherwise, and the one where a fused multiply-add, which IPP lacks, matters.
        let listed = rows::<6>("idx/ipp_hsv2bgr_full_exceptions.npy");
        let fused = [249, 246, 242, 41, 9, 242];
        let exceptions: HashMap<[u8; 3], [u8; 3]> =
            listed.into_iter().chain([fused]).map(|[h, s, v, b, g, r]| ([h, s, v], [b, g, r])).collect();
        assert_eq!(exceptions.len(), 89);
        assert!(exceptions.iter().all(|(&hsv, &bgr)| to_bgr(hsv) != bgr), "an exception that is none");
        let patched = |hsv| exceptions.get(&hsv).copied().unwrap_or_else(|| to_bgr(hsv));
        assert_eq!(digest_of_all(patched), digest_of("exh_cv2_HSV2BGR_FULL_ipp_wide"));
    }
}
