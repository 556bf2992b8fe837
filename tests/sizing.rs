//! Sizing: output sizes and crop offsets against the libraries' own tables.

mod common;

use common::{find, manifest, npy};
use pixelproof::{
    CenterCrop, CropMatches, Filter, Fit, Image, ImageSpec, InsideRounding, LimitRounding, Pad, PadPlace, PadTo,
    Pipeline, PixelFormat, Size, Step, Tensor, ValueRange,
};

/// The rows of a table of whole numbers.
fn table(id: &str) -> Vec<Vec<u32>> {
    let golden = &find(&manifest(), id).output.clone();
    let (shape, array) = npy(golden);
    let rows: Vec<Vec<u32>> =
        array.whole().chunks_exact(shape[1]).map(|row| row.iter().map(|&v| v as u32).collect()).collect();
    assert_eq!(rows.len(), shape[0]);
    rows
}

fn crop(width: u32, height: u32) -> Step {
    Step::CenterCrop(CenterCrop { size: Size::new(width, height), matches: CropMatches::Torchvision })
}

/// Runs crops on an image whose pixels are their own index, counted from 1.
fn run(pipeline: &Pipeline, height: u32, width: u32) -> Tensor {
    let size = Size::new(width, height);
    let spec = ImageSpec { size, format: PixelFormat::GrayF32, range: ValueRange::Bytes };
    let pixels: Vec<f32> = (1..=width * height).map(|index| index as f32).collect();
    let image = Image::from_f32(spec, pixels).expect("a sound image");
    pipeline.compile(&spec).and_then(|plan| plan.run(&image)).unwrap_or_else(|error| panic!("{size}: {error}"))
}

/// What a row of a crop table says: where the picture begins, where it is read from, and black around it.
fn expected(row: &[u32]) -> Vec<f32> {
    let &[height, width, crop_height, crop_width, top, left, pad_top, pad_left] = row else { panic!("eight columns") };
    let read = |y: u32, x: u32| {
        let (source_y, source_x) = ((y + top).checked_sub(pad_top)?, (x + left).checked_sub(pad_left)?);
        (source_y < height && source_x < width).then_some((source_y * width + source_x + 1) as f32)
    };
    (0..crop_height).flat_map(|y| (0..crop_width).map(move |x| read(y, x).unwrap_or_default())).collect()
}

#[test]
fn shortest_edge_gives_the_sizes_of_torchvision_and_megengine() {
    for id in ["sizing_tv_shortest", "sizing_megengine_resize"] {
        let rows = table(id);
        for row in &rows {
            let &[height, width, edge, out_height, out_width] = &row[..] else { panic!("five columns") };
            let spec = ImageSpec::bytes(Size::new(width, height), PixelFormat::Gray8);
            let plan = Pipeline::new().resize(Filter::Bilinear, Fit::ShortestEdge(edge)).compile(&spec);
            let size = plan.unwrap_or_else(|error| panic!("{id} {row:?}: {error}")).output().size;
            assert_eq!(size, Size::new(out_width, out_height), "{id} {row:?}");
        }
        eprintln!("{id}: {} sizes", rows.len());
    }
}

#[test]
fn center_crop_takes_the_pixels_of_torchvision_and_megengine() {
    for id in ["sizing_centercrop_tv_tensor", "sizing_centercrop_tv_pil", "sizing_centercrop_megengine"] {
        let rows = table(id);
        for row in &rows {
            let tensor = run(&Pipeline::new().step(crop(row[3], row[2])), row[0], row[1]);
            assert_eq!(tensor.as_f32(), Some(&expected(row)[..]), "{id} {row:?}");
        }
        eprintln!("{id}: {} crops", rows.len());
    }
}

#[test]
fn center_crop_takes_the_pixels_of_the_pil_backend_of_transformers() {
    let rows = table("sizing_centercrop_hf_pil");
    for row in &rows {
        let crop = CenterCrop { size: Size::new(row[3], row[2]), matches: CropMatches::HuggingFacePil };
        let tensor = run(&Pipeline::new().step(Step::CenterCrop(crop)), row[0], row[1]);
        assert_eq!(tensor.as_f32(), Some(&expected(row)[..]), "{row:?}");
    }
}

/// Resizes every image of a table whose last two columns are the height and width that the library gave.
fn sizes(id: &str, fit: impl Fn(&[u32]) -> Fit) {
    let rows = table(id);
    for row in &rows {
        let spec = ImageSpec::bytes(Size::new(row[1], row[0]), PixelFormat::Gray8);
        let plan = Pipeline::new().resize(Filter::Bilinear, fit(row)).compile(&spec);
        let size = plan.unwrap_or_else(|error| panic!("{id} {row:?}: {error}")).output().size;
        let &[.., out_height, out_width] = &row[..] else { panic!("two columns at least") };
        assert_eq!(size, Size::new(out_width, out_height), "{id} {row:?}");
    }
    eprintln!("{id}: {} sizes", rows.len());
}

#[test]
fn a_limited_shortest_edge_gives_the_sizes_of_detectron2_and_detr() {
    for (id, rounding) in [
        ("sizing_detectron2_shortest", LimitRounding::Detectron2),
        ("sizing_hf_shortest_longest", LimitRounding::HuggingFace),
    ] {
        sizes(id, |row| Fit::ShortestEdgeUpTo { edge: row[2], limit: row[3], rounding });
    }
}

#[test]
fn fitting_inside_gives_the_sizes_of_mmcv_yolox_and_sam() {
    sizes("sizing_mmcv_keep_ratio", |row| Fit::Inside {
        width: row[2],
        height: row[3],
        rounding: InsideRounding::Mmcv,
    });
    sizes("sizing_yolox_letterbox", |row| Fit::Inside {
        width: row[2],
        height: row[2],
        rounding: InsideRounding::Truncate,
    });
    sizes("sizing_hf_sam_longest", |row| Fit::LongestEdge { edge: row[2], rounding: InsideRounding::HalfUp });
}

#[test]
fn keeping_the_ratio_gives_the_sizes_of_timm() {
    sizes("sizing_timm_keep_ratio", |row| Fit::KeepRatio { width: 224, height: 224, longest: f64::from(row[3]) });
}

#[test]
fn a_letterbox_has_the_size_and_the_margins_of_ultralytics() {
    let rows = table("sizing_ultralytics_letterbox");
    for row in &rows {
        let &[height, width, edge, auto, out_height, out_width, top, bottom, left, right] = &row[..] else {
            panic!("ten columns")
        };
        let spec = ImageSpec::bytes(Size::new(width, height), PixelFormat::Gray8);
        let fit = Fit::Inside { width: edge, height: edge, rounding: InsideRounding::HalfEven };
        let resized = Pipeline::new().resize(Filter::Bilinear, fit);
        let size = resized.compile(&spec).unwrap_or_else(|error| panic!("{row:?}: {error}")).output().size;
        assert_eq!(size, Size::new(out_width, out_height), "{row:?}");
        let to = if auto == 1 { PadTo::Multiple(32) } else { PadTo::Size(Size::new(edge, edge)) };
        let pad = Pad { to, place: PadPlace::Ultralytics, value: vec![114.0] };
        let padded = resized.step(Step::Pad(pad)).compile(&spec).unwrap_or_else(|error| panic!("{row:?}: {error}"));
        let frame = Size::new(out_width + left + right, out_height + top + bottom);
        assert_eq!(padded.output().size, frame, "{row:?}");
        let Some(pixelproof::plan::Pass::Table(table)) = padded.passes().last() else { panic!("a table at the end") };
        assert_eq!((table.store.window.x, table.store.window.y), (-i64::from(left), -i64::from(top)), "{row:?}");
    }
}
