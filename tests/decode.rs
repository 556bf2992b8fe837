//! Decoding: PNG files byte for byte as Pillow and OpenCV read them, JPEG within the corridor of another decoder.
#![cfg(feature = "decode")]

mod common;

use common::{Array, find, golden, input, manifest, npy, numbers};
use pixelproof::{
    ChannelOrder, Decoded, Pipeline, PixelFormat, Pixels, Size, Tensor, TensorLayout, ValueRange, decode,
};

fn open(name: &str) -> Decoded {
    let bytes = std::fs::read(golden().join("inputs").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    decode(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The picture in the channel order of a golden.
fn ordered(decoded: &Decoded, order: ChannelOrder, layout: TensorLayout) -> Tensor {
    let pipeline = Pipeline::new().convert_order(order).layout(layout);
    pipeline.compile(&decoded.image.spec()).and_then(|plan| plan.run(&decoded.image)).expect("a sound pipeline")
}

/// The largest difference and how many values differ.
fn apart(tensor: &Tensor, id: &str) -> (f64, usize, usize) {
    let golden = &find(&manifest(), id).output.clone();
    let (shape, Array::U8(expected)) = npy(golden) else { panic!("{id}: bytes expected") };
    assert_eq!(tensor.shape(), shape, "{id}");
    let apart: Vec<f64> = numbers(tensor).iter().zip(&expected).map(|(a, &b)| (a - f64::from(b)).abs()).collect();
    (apart.iter().copied().fold(0.0, f64::max), apart.iter().filter(|&&apart| apart > 0.0).count(), apart.len())
}

#[test]
fn png_files_are_read_byte_for_byte() {
    use ChannelOrder::{Bgr, Bgra, Rgb, Rgba};
    for (file, id, order) in [
        ("gray8.png", "decode_pil_rgb__gray8_png", Rgb),
        ("la.png", "decode_pil_rgb__la_png", Rgb),
        ("la.png", "decode_pil_rgba__la_png", Rgba),
        ("la.png", "decode_cv2_color__la_png", Bgr),
        ("bit1.png", "decode_pil_rgb__bit1_png", Rgb),
        ("bit1.png", "decode_cv2_color__bit1_png", Bgr),
        ("palette.png", "decode_cv2_color__palette_png", Bgr),
        ("palette_trns.png", "decode_pil_rgba__palette_trns_png", Rgba),
        ("palette_trns.png", "decode_cv2_unchanged__palette_trns_png", Bgra),
        // 16 bits keep their high byte: Pillow's RGB, OpenCV's IMREAD_COLOR. (Pillow saturates I;16, which no one wants.)
        ("rgb16.png", "decode_pil_rgb__rgb16_png", Rgb),
        ("gray16.png", "decode_cv2_color__gray16_png", Bgr),
        ("gray16_low.png", "decode_cv2_color__gray16_low_png", Bgr),
    ] {
        let decoded = open(file);
        assert_eq!(decoded.reduced, file.contains("16"), "{file}");
        let (max, count, total) = apart(&ordered(&decoded, order, TensorLayout::Hwc), id);
        assert_eq!(count, 0, "{id}: {count} of {total} differ, by at most {max}");
    }
    let rgba = ordered(&open("rgba.png"), Rgba, TensorLayout::Chw);
    assert_eq!(apart(&rgba, "decode_tvio_unchanged__rgba_png").1, 0);
}

#[test]
fn the_png_of_each_input_is_its_array() {
    for name in ["photo_a", "photo_b", "photo_c", "photo_d", "primaries", "noise", "px1", "row7", "col7"] {
        let decoded = open(&format!("{name}.png"));
        let array = input(name, PixelFormat::Rgb8, ValueRange::Bytes, 0);
        assert_eq!(decoded.image, array, "{name}");
    }
}

#[test]
fn x45_sixteen_bit_grey_keeps_256_levels() {
    // Pillow's convert("RGB") makes 255 of 256 pixels white.
    let ramp: Vec<u16> = (0..=255).map(|level| level * 257).collect();
    let mut png = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut png);
    let bytes: Vec<u8> = ramp.iter().flat_map(|level| level.to_ne_bytes()).collect();
    image::ImageEncoder::write_image(encoder, &bytes, 256, 1, image::ExtendedColorType::L16).expect("a PNG");
    let decoded = decode(&png).expect("a picture");
    let Pixels::U8(pixels) = decoded.image.pixels() else { panic!("bytes expected") };
    assert!(pixels.iter().copied().eq(0..=255), "{pixels:?}");
    assert!(decoded.reduced);
}

#[test]
fn x43_jpeg_files_are_turned_as_their_exif_says_and_the_size_is_the_one_shown() {
    for (file, orientation, id, order) in [
        ("exif2.jpg", 2, "decode_cv2_color__exif2_jpg", ChannelOrder::Bgr),
        ("exif3.jpg", 3, "decode_cv2_color__exif3_jpg", ChannelOrder::Bgr),
        ("exif5.jpg", 5, "decode_pil_exif_rgb__exif5_jpg", ChannelOrder::Rgb),
        ("exif6.jpg", 6, "decode_pil_exif_rgb__exif6_jpg", ChannelOrder::Rgb),
        ("exif8.jpg", 8, "decode_cv2_color__exif8_jpg", ChannelOrder::Bgr),
    ] {
        let decoded = open(file);
        assert_eq!(decoded.orientation, orientation, "{file}");
        let stored = Size::new(49, 40);
        let shown = if orientation >= 5 { Size::new(stored.height, stored.width) } else { stored };
        assert_eq!(decoded.image.spec().size, shown, "{file}");
        let (max, count, total) = apart(&ordered(&decoded, order, TensorLayout::Hwc), id);
        eprintln!("{file}: {count} of {total} differ from libjpeg-turbo, by at most {max}");
        assert!(max <= 4.0, "{file}: {max}");
    }
}

#[test]
fn jpeg_files_stay_within_4_of_libjpeg_turbo() {
    for (file, id, order) in [
        ("base444.jpg", "decode_pil_rgb__base444_jpg", ChannelOrder::Rgb),
        ("base422.jpg", "decode_pil_rgb__base422_jpg", ChannelOrder::Rgb),
        ("base420.jpg", "decode_cv2_unchanged__base420_jpg", ChannelOrder::Bgr),
        ("progressive.jpg", "decode_cv2_unchanged__progressive_jpg", ChannelOrder::Bgr),
        ("gray.jpg", "decode_pil_rgb__gray_jpg", ChannelOrder::Rgb),
        ("cmyk.jpg", "decode_cv2_color__cmyk_jpg", ChannelOrder::Bgr),
    ] {
        let (max, count, total) = apart(&ordered(&open(file), order, TensorLayout::Hwc), id);
        eprintln!("{file}: {count} of {total} differ from libjpeg-turbo, by at most {max}");
        assert!(max <= 4.0, "{file}: {max}");
    }
}
