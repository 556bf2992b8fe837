//! The few tables of TensorFlow Lite's two FlatBuffers that an import needs. Each is verified before it is read.

use flatbuffers::{Follow, ForwardsUOffset, InvalidFlatbuffer, Table, Vector, Verifiable, Verifier, VerifierOptions};

use super::text;
use crate::error::{Error, Result};

/// A table with some of its fields: what is verified is what can be read.
macro_rules! table {
    ($a:lifetime, $name:ident { $($field:ident: $slot:literal => $kind:ty),* $(,)? }) => {
        #[derive(Clone, Copy)]
        struct $name<$a>(Table<$a>);

        impl<$a> Follow<$a> for $name<$a> {
            type Inner = Self;

            unsafe fn follow(buffer: &$a [u8], at: usize) -> Self {
                // SAFETY: the caller says that a table lies there.
                Self(unsafe { Table::new(buffer, at) })
            }
        }

        impl<$a> Verifiable for $name<$a> {
            fn run_verifier(verifier: &mut Verifier<'_, '_>, at: usize) -> Result<(), InvalidFlatbuffer> {
                verifier.visit_table(at)?$(.visit_field::<$kind>(stringify!($field), $slot, false)?)*.finish();
                Ok(())
            }
        }

        impl<$a> $name<$a> {
            $(fn $field(&self) -> Option<<$kind as Follow<$a>>::Inner> {
                // SAFETY: only `read` makes a table, and it has verified this field by this type.
                unsafe { self.0.get::<$kind>($slot, None) }
            })*
        }
    };
}

type Offset<T> = ForwardsUOffset<T>;
type Tables<'a, T> = Offset<Vector<'a, Offset<T>>>;

// A field's slot is 4 + 2 times its place in the schema.
table!('a, Model { subgraphs: 8 => Tables<'a, SubGraph<'a>>, buffers: 12 => Tables<'a, Buffer<'a>>, metadata: 16 => Tables<'a, Entry<'a>> });
table!('a, SubGraph { tensors: 4 => Tables<'a, Tensor<'a>>, inputs: 6 => Offset<Vector<'a, i32>> });
table!('a, Tensor { shape: 4 => Offset<Vector<'a, i32>>, element: 6 => i8, quantisation: 12 => Offset<Quantisation<'a>> });
table!('a, Quantisation { scale: 8 => Offset<Vector<'a, f32>>, zero_point: 10 => Offset<Vector<'a, i64>> });
table!('a, Buffer { data: 4 => Offset<Vector<'a, u8>> });
table!('a, Entry { name: 4 => Offset<&'a str>, buffer: 6 => u32 });
table!('a, ModelMetadata { subgraphs: 10 => Tables<'a, SubGraphMetadata<'a>> });
table!('a, SubGraphMetadata { inputs: 8 => Tables<'a, TensorMetadata<'a>> });
table!('a, TensorMetadata { content: 10 => Offset<Content<'a>>, units: 12 => Tables<'a, Unit<'a>> });
table!('a, Content { kind: 4 => u8, image: 6 => Offset<Image<'a>> });
table!('a, Image { colour: 4 => i8 });
table!('a, Unit { kind: 4 => u8, options: 6 => Offset<Normalization<'a>> });
table!('a, Normalization { mean: 4 => Offset<Vector<'a, f32>>, std: 6 => Offset<Vector<'a, f32>> });

/// What a file says of its first input.
pub struct Metadata {
    /// 1 RGB, 2 grey.
    pub colour: Option<i8>,
    pub options: Option<Options>,
    pub shape: Vec<i32>,
    /// The number of the type in schema.fbs.
    pub element: i8,
    pub scale: Option<f64>,
    pub zero_point: Option<i64>,
}

pub struct Options {
    pub mean: Vec<f64>,
    pub std: Vec<f64>,
}

/// *Errors*: `InvalidInput`, `Limits`.
pub fn metadata(bytes: &[u8]) -> Result<Metadata> {
    text::check_size(bytes, text::MAX_MODEL, "the model")?;
    if bytes.get(4..8) != Some(b"TFL3") {
        return Err(Error::invalid_input("the file is not a TensorFlow Lite model"));
    }
    let model = read::<Model>(bytes)?;
    let entry = model.metadata().into_iter().flatten().find(|entry| entry.name() == Some("TFLITE_METADATA"));
    let buffer = entry.and_then(|entry| {
        let at = usize::try_from(entry.buffer().unwrap_or_default()).ok()?;
        let buffers = model.buffers().filter(|buffers| at < buffers.len())?;
        buffers.get(at).data()
    });
    let Some(buffer) = buffer else {
        return Err(Error::invalid_input(
            "the model has no TFLITE_METADATA: it does not say how its input is prepared",
        ));
    };
    let told = read::<ModelMetadata>(buffer.bytes())?;
    let input = told.subgraphs().into_iter().flatten().next().and_then(|graph| graph.inputs()?.iter().next());
    let Some(input) = input else { return Err(Error::invalid_input("the metadata says nothing of the model's input")) };
    // 2 is ImageProperties, 1 NormalizationOptions: the places in their unions.
    let colour =
        input.content().filter(|content| content.kind() == Some(2)).and_then(|content| content.image()?.colour());
    let unit = input.units().into_iter().flatten().find(|unit| unit.kind() == Some(1)).and_then(|unit| unit.options());
    let floats = |list: Option<Vector<'_, f32>>| list.into_iter().flatten().map(f64::from).collect();
    let options = unit.map(|unit| Options { mean: floats(unit.mean()), std: floats(unit.std()) });
    let tensor = first_input(&model);
    let quantised = tensor.and_then(|tensor| tensor.quantisation());
    Ok(Metadata {
        colour,
        options,
        shape: tensor.and_then(|tensor| tensor.shape()).into_iter().flatten().collect(),
        element: tensor.and_then(|tensor| tensor.element()).unwrap_or_default(),
        scale: quantised.and_then(|told| told.scale()?.iter().next()).map(f64::from),
        zero_point: quantised.and_then(|told| told.zero_point()?.iter().next()),
    })
}

fn first_input<'a>(model: &Model<'a>) -> Option<Tensor<'a>> {
    let graph = model.subgraphs()?.iter().next()?;
    let at = usize::try_from(graph.inputs()?.iter().next()?).ok()?;
    let tensors = graph.tensors().filter(|tensors| at < tensors.len())?;
    Some(tensors.get(at))
}

fn read<'a, T: Follow<'a> + Verifiable + 'a>(bytes: &'a [u8]) -> Result<T::Inner> {
    let options = VerifierOptions { max_depth: 16, max_tables: 2_000_000, ..VerifierOptions::default() };
    flatbuffers::root_with_opts::<T>(&options, bytes).map_err(|error| {
        let first: String = error.to_string().lines().next().unwrap_or_default().chars().take(120).collect();
        Error::invalid_input(format!("the model's FlatBuffer is damaged: {first}"))
    })
}
