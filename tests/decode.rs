//! Decoding beyond the golden table: what a file says of itself, what is refused, and that nothing broken passes for whole.
#![cfg(feature = "decode")]

mod common;

use std::io::Cursor;

use common::{cases, golden, input};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use pixelproof::{
    Alpha, Decode, DecodeMatches, DecodeMode, Decoded, Depth, ErrorKind, Orientation, Pipeline, PixelFormat, Pixels,
    Size, ValueRange, decode, decode_as,
};

fn file(name: &str) -> Vec<u8> {
    std::fs::read(golden().join("inputs").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn open(name: &str) -> Decoded {
    decode(&file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn open_as(name: &str, policy: Decode) -> Decoded {
    decode_as(&file(name), &policy).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn bytes(decoded: &Decoded) -> &[u8] {
    let Pixels::U8(pixels) = decoded.image.pixels() else { panic!("bytes expected") };
    pixels
}

#[test]
fn the_png_of_each_input_is_its_array() {
    for name in ["photo_a", "photo_b", "photo_c", "photo_d", "primaries", "noise", "px1", "row7", "col7"] {
        let decoded = open(&format!("{name}.png"));
        let array = input(name, PixelFormat::Rgb8, ValueRange::Bytes, 0);
        assert_eq!(decoded.image, array, "{name}");
        assert_eq!((decoded.format, decoded.decoder, decoded.notes().len()), ("PNG", "png", 0), "{name}");
    }
}

#[test]
fn without_a_policy_files_come_upright_with_alpha_and_in_8_bits() {
    let turned = open("exif6.jpg");
    assert_eq!((turned.orientation, turned.exif_orientation), (6, 6));
    assert_eq!(turned.image.spec().size, Size::new(40, 49));
    assert_eq!(open("rgba.png").image.spec().format, PixelFormat::Rgba8);
    assert_eq!(open("la.png").image.spec().format, PixelFormat::Rgba8);
    assert_eq!(open("gray.jpg").image.spec().format, PixelFormat::Gray8);
    assert_eq!(open("palette.png").image.spec().format, PixelFormat::Rgb8);
    assert_eq!(open("palette_trns.png").image.spec().format, PixelFormat::Rgba8);
    assert_eq!(open("cmyk.jpg").image.spec().format, PixelFormat::Rgb8);
    let deep = open("rgb16.png");
    assert!(deep.reduced() && deep.image.spec().format == PixelFormat::Rgb8);
}

#[test]
fn each_choice_can_be_made_by_itself() {
    let policy = Decode::default();
    let stored = open_as("exif6.jpg", Decode { orientation: Some(Orientation::Ignore), ..policy });
    assert_eq!((stored.orientation, stored.exif_orientation), (1, 6));
    assert_eq!(stored.image.spec().size, Size::new(49, 40));
    assert!(stored.notes().iter().any(|note| note.contains("left alone")), "{:?}", stored.notes());

    let whole = bytes(&open("rgba.png")).to_vec();
    let dropped = open_as("rgba.png", Decode { alpha: Some(Alpha::Drop), ..policy });
    assert!(bytes(&dropped).chunks(3).zip(whole.chunks(4)).all(|(rgb, rgba)| *rgb == rgba[..3]));
    for (alpha, under) in [(Alpha::White, 255), (Alpha::Black, 0)] {
        let over = open_as("rgba.png", Decode { alpha: Some(alpha), ..policy });
        assert_eq!(over.image.spec().format, PixelFormat::Rgb8);
        for (rgb, rgba) in bytes(&over).chunks(3).zip(whole.chunks(4)) {
            for (&value, &colour) in rgb.iter().zip(rgba) {
                let (colour, weight) = (u32::from(colour), u32::from(rgba[3]));
                let exact = f64::from(colour * weight + under * (255 - weight)) / 255.0;
                assert!((f64::from(value) - exact).abs() <= 0.5 + 1e-9, "{rgba:?} over {under}: {value}");
            }
        }
    }

    let kept = open_as("gray16.png", Decode { depth: Some(Depth::Keep), ..policy });
    let Pixels::U16(words) = kept.image.pixels() else { panic!("16 bits expected") };
    let high = open_as("gray16.png", Decode { depth: Some(Depth::HighByte), ..policy });
    assert!(bytes(&high).iter().zip(words.iter()).all(|(&byte, &word)| u16::from(byte) == word >> 8));
    let saturated = open_as("gray16.png", Decode { depth: Some(Depth::Saturate), ..policy });
    assert!(bytes(&saturated).iter().zip(words.iter()).all(|(&byte, &word)| u16::from(byte) == word.min(255)));

    let grey = open_as("palette.png", Decode { mode: Some(DecodeMode::Gray), ..policy });
    assert_eq!(grey.image.spec().format, PixelFormat::Gray8);
    let colour = open_as("gray8.png", Decode { mode: Some(DecodeMode::Colour), ..policy });
    assert_eq!(colour.image.spec().format, PixelFormat::Rgb8);
}

#[test]
fn what_a_library_has_not_is_refused_before_a_file_is_read() {
    use DecodeMatches::{Opencv, Pillow, Torchvision};
    for policy in [
        Decode::new(Pillow, DecodeMode::AnyDepth),
        Decode::new(Torchvision, DecodeMode::Gray),
        Decode { alpha: Some(Alpha::Keep), ..Decode::new(Pillow, DecodeMode::Gray) },
        Decode { alpha: Some(Alpha::White), ..Decode::new(Opencv, DecodeMode::AnyDepth) },
        Decode { alpha: Some(Alpha::Black), depth: Some(Depth::Keep), ..Decode::default() },
    ] {
        let kind = |error: pixelproof::Error| error.kind();
        assert_eq!(
            decode_as(b"no picture", &policy).map_err(kind).err(),
            Some(ErrorKind::InvalidPipeline),
            "{policy:?}"
        );
        let spec = pixelproof::ImageSpec::bytes(Size::new(2, 2), PixelFormat::Rgb8);
        let compiled = Pipeline::new().decode(policy).compile(&spec).map(|_| ()).map_err(kind);
        assert_eq!(compiled, Err(ErrorKind::InvalidPipeline), "{policy:?}");
    }
    // torchvision gives other bytes on each run.
    let unknown = decode_as(&file("palette.png"), &Decode::new(Torchvision, DecodeMode::Unchanged));
    assert_eq!(unknown.expect_err("not known").kind(), ErrorKind::Unsupported);
}

#[test]
fn x45_sixteen_bit_grey_keeps_256_levels() {
    // Pillow's convert("RGB") makes 255 of 256 pixels white.
    let ramp: Vec<u16> = (0..=255).map(|level| level * 257).collect();
    let mut png = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut png);
    let deep: Vec<u8> = ramp.iter().flat_map(|level| level.to_ne_bytes()).collect();
    image::ImageEncoder::write_image(encoder, &deep, 256, 1, image::ExtendedColorType::L16).expect("a PNG");
    let decoded = decode(&png).expect("a picture");
    assert!(bytes(&decoded).iter().copied().eq(0..=255));
    assert!(decoded.reduced());
    let pillow = decode_as(&png, &Decode::new(DecodeMatches::Pillow, DecodeMode::Colour)).expect("a picture");
    assert_eq!(bytes(&pillow).iter().filter(|&&value| value == 255).count(), 255 * 3);
}

#[test]
fn x43_jpeg_files_are_turned_as_their_exif_says_and_the_size_is_the_one_shown() {
    for (name, orientation) in
        [("exif2.jpg", 2), ("exif3.jpg", 3), ("exif5.jpg", 5), ("exif6.jpg", 6), ("exif8.jpg", 8)]
    {
        let decoded = open(name);
        assert_eq!(decoded.orientation, orientation, "{name}");
        let shown = if orientation >= 5 { Size::new(40, 49) } else { Size::new(49, 40) };
        assert_eq!(decoded.image.spec().size, shown, "{name}");
    }
}

/// Small pictures of every format: the goldens, and those that no golden has.
fn every_format() -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = cases()
        .into_iter()
        .filter(|case| case.group == "decode")
        .map(|case| (case.input.clone(), file(&case.input)))
        .collect();
    files.sort();
    files.dedup();
    let picture = RgbImage::from_fn(19, 11, |x, y| Rgb([(x * 13) as u8, (y * 21) as u8, (x * y) as u8]));
    for (name, format) in [
        ("made.webp", ImageFormat::WebP),
        ("made.bmp", ImageFormat::Bmp),
        ("made.gif", ImageFormat::Gif),
        ("made.tiff", ImageFormat::Tiff),
    ] {
        let mut file = Cursor::new(Vec::new());
        DynamicImage::from(picture.clone()).write_to(&mut file, format).expect("an encoder");
        files.push((name.into(), file.into_inner()));
    }
    files
}

#[test]
fn a_file_that_was_cut_off_is_an_error_or_still_the_whole_picture() {
    let mut wrong = Vec::new();
    for (name, whole) in every_format() {
        let picture = decode(&whole).unwrap_or_else(|error| panic!("{name}: {error}")).image;
        let mut refused = 0;
        for length in 0..whole.len() {
            match decode(&whole[..length]) {
                Ok(decoded) if decoded.image == picture => {}
                Ok(_) => wrong.push(format!("{name}, {length} of {}", whole.len())),
                Err(error) => {
                    let kind = error.kind();
                    assert!(matches!(kind, ErrorKind::Decode | ErrorKind::Unsupported), "{name} at {length}: {error}");
                    refused += 1;
                }
            }
        }
        eprintln!("{name}: {refused} of {} prefixes are refused", whole.len());
    }
    assert!(wrong.is_empty(), "{} prefixes are another picture:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_jpeg_with_missing_or_scrambled_rows_is_an_error() {
    for name in ["base420.jpg", "base444.jpg", "progressive.jpg", "gray.jpg", "cmyk.jpg"] {
        let whole = file(name);
        let end: &[u8] = &[0xff, 0xd9];
        // After the last start of scan.
        let data = whole.windows(2).rposition(|pair| pair == [0xff, 0xda]).expect("a scan") + 16;
        let middle = data + (whole.len() - data) / 2;
        let hole = [&whole[..middle], &whole[middle + 40..]].concat();
        let closed = [&whole[..middle], end].concat();
        for (what, broken) in [("cut off", &whole[..middle]), ("cut and closed", &closed), ("a hole", &hole)] {
            let error = decode(broken).err().unwrap_or_else(|| panic!("{name}, {what}: a picture"));
            assert_eq!(error.kind(), ErrorKind::Decode, "{name}, {what}: {error}");
        }
    }
    let error = decode(&file("base420.jpg")[..650]).expect_err("a broken picture");
    assert!(error.message().contains("broken or truncated JPEG"), "{error}");
}

#[test]
fn declared_sizes_are_refused_before_memory_is_taken() {
    let mut jpeg = file("base420.jpg");
    let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a frame");
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff, 0x00, 0xff, 0x00]);
    assert_eq!(decode(&jpeg).expect_err("too large").kind(), ErrorKind::Limits);
}
