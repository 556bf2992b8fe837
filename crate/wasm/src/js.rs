//! The only file that sees a `JsValue`.

use std::cell::RefCell;
use std::rc::Rc;

use half::vec::{HalfBitsVecExt, HalfFloatVecExt};
use js_sys::{Float32Array, Function, Int8Array, Object, Reflect, Uint8Array, Uint8ClampedArray, Uint16Array};
use pixelproof::{Backend, DType, Error, Image, ImageSpec, Pipeline, Preset, Run, Tensor, TensorData, TensorSpec};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::answer::{self, Failure};

type Result<T> = std::result::Result<T, Thrown>;

/// What is thrown: a plain object, from which `crate/wasm/ts/error.ts` makes a `PixelproofError`.
pub struct Thrown(JsValue);

impl From<Error> for Thrown {
    fn from(error: Error) -> Self {
        // Plain objects, as JSON has them, not Maps.
        let plain = serde_wasm_bindgen::Serializer::json_compatible();
        let thrown = Failure::from(error).serialize(&plain);
        Self(thrown.unwrap_or_else(|unserialisable| unserialisable.into()))
    }
}

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> Self {
        thrown.0
    }
}

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

thread_local! {
    static LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Calls `listener` with the message of a panic: one inside a promise would otherwise leave it pending for ever.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(listener: Function) {
    LISTENER.set(Some(listener));
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        if let Some(listener) = LISTENER.take() {
            // Nothing can be done about a listener that fails while a panic is reported.
            let _ = listener.call1(&JsValue::NULL, &JsValue::from_str(&panic.to_string()));
            LISTENER.set(Some(listener));
        }
    }));
}

/// All presets as JSON.
#[wasm_bindgen]
pub fn presets() -> String {
    answer::presets()
}

/// All mistakes as JSON.
#[wasm_bindgen]
pub fn mistakes() -> String {
    answer::mistakes()
}

/// A pipeline beside the one with a mistake in it, as JSON.
#[wasm_bindgen(js_name = applyMistake)]
pub fn apply_mistake(pipeline: &str, id: &str) -> Result<String> {
    Ok(answer::apply_mistake(pipeline, id)?)
}

/// Each step of a pipeline in plain words, as JSON.
#[wasm_bindgen(js_name = inWords)]
pub fn in_words(pipeline: &str) -> Result<String> {
    Ok(answer::json(&Pipeline::from_json(pipeline)?.in_words()))
}

/// The JSON Schema of a pipeline.
#[cfg(feature = "schema")]
#[wasm_bindgen]
pub fn schema() -> String {
    answer::json(&Pipeline::json_schema())
}

/// Compiles a pipeline for images of one spec.
#[wasm_bindgen]
pub fn compile(pipeline: &str, spec: &str) -> Result<Plan> {
    Plan::new(&Pipeline::from_json(pipeline)?, spec)
}

/// Compiles a preset for images of one spec.
#[wasm_bindgen(js_name = compilePreset)]
pub fn compile_preset(name: &str, spec: &str) -> Result<Plan> {
    Plan::new(&Preset::find(name)?.pipeline(), spec)
}

/// A compiled plan.
#[wasm_bindgen]
pub struct Plan(Rc<pixelproof::Plan>);

impl Plan {
    fn new(pipeline: &Pipeline, spec: &str) -> Result<Self> {
        Ok(Self(Rc::new(pipeline.compile(&ImageSpec::from_json(spec)?)?)))
    }
}

#[wasm_bindgen]
impl Plan {
    /// What it takes, gives and does, as JSON.
    pub fn describe(&self) -> String {
        answer::describe(&self.0)
    }

    /// Runs on the CPU.
    #[wasm_bindgen(js_name = runSync)]
    pub fn run_sync(&self, spec: &str, pixels: &JsValue, into: &JsValue) -> Result<JsValue> {
        Ok(numbers(self.0.run(&image(spec, pixels)?)?.into_data(), into))
    }

    /// Takes the pixels in for a later run, so that the caller may reuse the array at once.
    pub fn job(&self, spec: &str, pixels: &JsValue) -> Result<Job> {
        Ok(Job { plan: Rc::clone(&self.0), image: image(spec, pixels)? })
    }

    /// A tensor, whatever made it, as this plan's model sees it: RGBA.
    pub fn view(&self, spec: &str, shape: &str, data: &JsValue) -> Result<Uint8ClampedArray> {
        let picture = pixelproof::as_the_model_sees_it(&tensor(spec, shape, data)?, self.0.affine());
        Ok(Uint8ClampedArray::from(picture.rgba.as_slice()))
    }
}

/// The executors.
#[wasm_bindgen]
#[derive(Default)]
pub struct Runner(pixelproof::Runner);

#[wasm_bindgen]
impl Runner {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }
}

/// One run that waits for its turn.
#[wasm_bindgen]
pub struct Job {
    plan: Rc<pixelproof::Plan>,
    image: Image<'static>,
}

#[wasm_bindgen]
impl Job {
    /// Runs on a GPU where there is one: any one if `software`, else a real one.
    pub async fn run(self, runner: &mut Runner, software: bool, into: JsValue) -> Result<Object> {
        let backend = if software { Backend::Gpu } else { Backend::Auto };
        let run = runner.0.run(&self.plan, &self.image, backend).await?;
        let Run { tensor, backend, adapter, fallback_reason, .. } = run;
        let result = Object::new();
        set(&result, "backend", if backend == Backend::Gpu { "gpu" } else { "cpu" });
        set(&result, "adapter", adapter);
        set(&result, "fallbackReason", fallback_reason);
        set(&result, "data", numbers(tensor.into_data(), &into));
        Ok(result)
    }
}

/// Mean, smallest and largest value of every channel, one after the other.
#[wasm_bindgen(js_name = channelStats)]
pub fn channel_stats(spec: &str, shape: &str, data: &JsValue) -> Result<Vec<f64>> {
    let stats = pixelproof::channel_stats(&tensor(spec, shape, data)?);
    Ok(stats.iter().flat_map(|channel| [channel.mean, channel.min.into(), channel.max.into()]).collect())
}

/// Largest, mean, count, total and the first index or -1 of what differs.
#[wasm_bindgen]
pub fn difference(
    spec_a: &str,
    shape_a: &str,
    a: &JsValue,
    spec_b: &str,
    shape_b: &str,
    b: &JsValue,
) -> Result<Vec<f64>> {
    let found = pixelproof::difference(&tensor(spec_a, shape_a, a)?, &tensor(spec_b, shape_b, b)?)?;
    let first = found.first.map_or(-1.0, |first| first as f64);
    Ok(vec![found.max, found.mean, found.count as f64, found.total as f64, first])
}

/// Decodes a picture file, as the JSON of a pipeline's `decode` says.
#[cfg(feature = "decode")]
#[wasm_bindgen]
pub fn decode(bytes: &[u8], policy: &str) -> Result<Object> {
    let decoded = pixelproof::decode_as(bytes, &answer::decode_policy(policy)?)?;
    let result = Object::new();
    set(&result, "spec", answer::json(&decoded.image.spec()));
    match decoded.image.pixels() {
        pixelproof::Pixels::U8(pixels) => set(&result, "pixels", Uint8Array::from(&**pixels)),
        pixelproof::Pixels::U16(pixels) => set(&result, "pixels", Uint16Array::from(&**pixels)),
        pixelproof::Pixels::F32(pixels) => set(&result, "pixels", Float32Array::from(&**pixels)),
    }
    set(&result, "format", decoded.format);
    set(&result, "decoder", decoded.decoder);
    set(&result, "orientation", decoded.orientation);
    set(&result, "exifOrientation", decoded.exif_orientation);
    set(&result, "reduced", decoded.reduced());
    set(&result, "notes", decoded.notes().into_iter().map(JsValue::from).collect::<js_sys::Array>());
    Ok(result)
}

fn set(object: &Object, key: &str, value: impl Into<JsValue>) {
    // Fails only on a frozen object or a proxy; this one is neither.
    let _ = Reflect::set(object, &JsValue::from_str(key), &value.into());
}

/// Copies the pixels in. The array's type was checked in TypeScript, by name: `instanceof` fails between realms.
fn image(spec: &str, pixels: &JsValue) -> Result<Image<'static>> {
    let spec = ImageSpec::from_json(spec)?;
    // Before any memory is taken.
    spec.values()?;
    Ok(match spec.format.dtype() {
        DType::U16 => Image::from_u16(spec, pixels.unchecked_ref::<Uint16Array>().to_vec())?,
        DType::F32 => Image::from_f32(spec, pixels.unchecked_ref::<Float32Array>().to_vec())?,
        _ => Image::from_u8(spec, pixels.unchecked_ref::<Uint8Array>().to_vec())?,
    })
}

/// Copies a tensor in; its array is checked as in [`image`].
fn tensor(spec: &str, shape: &str, data: &JsValue) -> Result<Tensor> {
    let spec = TensorSpec::from_json(spec)?;
    answer::check_shape(&spec, shape)?;
    let data = match spec.dtype {
        DType::U8 => TensorData::U8(data.unchecked_ref::<Uint8Array>().to_vec()),
        DType::I8 => TensorData::I8(data.unchecked_ref::<Int8Array>().to_vec()),
        DType::U16 => TensorData::U16(data.unchecked_ref::<Uint16Array>().to_vec()),
        DType::F16 => TensorData::F16(data.unchecked_ref::<Uint16Array>().to_vec().reinterpret_into()),
        DType::F32 => TensorData::F32(data.unchecked_ref::<Float32Array>().to_vec()),
    };
    Ok(Tensor::new(spec, data)?)
}

/// Copies numbers out, into the caller's array where one was given. TypeScript checked that it fits, and refuses one that
/// has lost its buffer since then.
fn numbers(data: TensorData, into: &JsValue) -> JsValue {
    macro_rules! copy_out {
        ($array:ty, $values:expr) => {
            if into.is_undefined() {
                <$array>::from($values).into()
            } else {
                let (into, values) = (into.unchecked_ref::<$array>(), $values);
                if into.length() as usize == values.len() {
                    into.copy_from(values);
                }
                into.into()
            }
        };
    }
    match data {
        TensorData::U8(values) => copy_out!(Uint8Array, values.as_slice()),
        TensorData::I8(values) => copy_out!(Int8Array, values.as_slice()),
        TensorData::U16(values) => copy_out!(Uint16Array, values.as_slice()),
        TensorData::F16(values) => {
            let bits: Vec<u16> = values.reinterpret_into();
            copy_out!(Uint16Array, bits.as_slice())
        }
        TensorData::F32(values) => copy_out!(Float32Array, values.as_slice()),
    }
}
