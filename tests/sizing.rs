//! Sizing: output sizes and crop offsets against the libraries' own tables.

mod common;

use common::{find, manifest, npy};
use pixelproof::{CenterCrop, Filter, Fit, Image, ImageSpec, Pipeline, PixelFormat, Size, Step, Tensor, ValueRange};

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
    Step::CenterCrop(CenterCrop { size: Size::new(width, height) })
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
fn two_center_crops_take_the_pixels_of_the_pil_backend_of_transformers() {
    // The golden table writes its floor(d / 2) so: one pixel more where d is odd, then the size. It does not pad.
    let rows = table("sizing_centercrop_hf_pil");
    let fits = rows.iter().filter(|row| row[0] >= row[2] && row[1] >= row[3]);
    for row in fits {
        let &[height, width, crop_height, crop_width, ..] = &row[..] else { panic!("eight columns") };
        let first = crop(crop_width + (width - crop_width) % 2, crop_height + (height - crop_height) % 2);
        let pipeline = Pipeline::new().step(first).step(crop(crop_width, crop_height));
        assert_eq!(run(&pipeline, height, width).as_f32(), Some(&expected(row)[..]), "{row:?}");
    }
}
