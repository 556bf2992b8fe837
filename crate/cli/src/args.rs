//! The command line, and the help that it prints.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use pixelproof::export::Target;
use pixelproof::{Backend, PixelFormat, ValueRange};

/// Prepares images for vision models, with the same numbers as the Python library the model was trained with, and shows
/// what a wrong channel order or value range does to a model's input.
#[derive(Parser)]
#[command(name = "pixelproof", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  pixelproof compare photo.jpg --preset keras/tf --mistake bgr-as-rgb -o ab.png
  pixelproof run photo.jpg --preset keras/caffe -o input.npy
  pixelproof run array.npy --format Bgr8 --pipeline my-model.json -o input.npy
  pixelproof import preprocessor_config.json -o my-model.json
  pixelproof presets torchvision/resnet50
  pixelproof mistakes

Exit codes:
  0  done; also where the reader of stdout (head, a pager) has seen enough
  1  refused or failed: one line on stderr says why, and no output file is written or changed
  2  the command line itself is wrong

With NO_COLOR set in the environment nothing is coloured.";

#[derive(Subcommand)]
pub enum Command {
    /// Turn a picture or a .npy array into a model's input, written as .npy
    Run(RunArgs),
    /// Run a pipeline right and with a mistake, and show both in numbers and side by side
    Compare(CompareArgs),
    /// Make a pipeline from a model's own config, and say what it took
    Import(ImportArgs),
    /// Write a pipeline as another tool's code or options
    Export(ExportArgs),
    /// List the presets, or show one in words or as JSON
    #[command(after_help = "\
Examples:
  pixelproof presets
  pixelproof presets torchvision/resnet50
  pixelproof presets torchvision/resnet50 --json > my-model.json")]
    Presets {
        /// The preset to show
        name: Option<String>,
        /// Print the JSON that --pipeline takes
        #[arg(long, requires = "name")]
        json: bool,
    },
    /// List the mistakes, or tell the story of one
    #[command(after_help = "\
Examples:
  pixelproof mistakes
  pixelproof mistakes hwc-as-chw")]
    Mistakes {
        /// The mistake to tell of
        id: Option<String>,
    },
    /// Print the JSON Schema of a pipeline file
    #[command(after_help = "\
Example:
  pixelproof schema > pipeline.schema.json

Name that file in \"$schema\" at the top of a pipeline, and your editor completes it.")]
    Schema,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  pixelproof run photo.jpg --preset torchvision/resnet50 -o input.npy
  pixelproof run array.npy --format Bgr8 --pipeline my-model.json -o input.npy
  pixelproof run f.npy --format RgbF32 --range 0-1 --preset keras/tf -o input.npy
  cat photo.jpg | pixelproof run - --preset keras/tf -o - > input.npy")]
pub struct RunArgs {
    /// A picture (PNG, JPEG, WebP, BMP, GIF, TIFF) or a .npy array; `-` reads stdin
    pub input: PathBuf,
    #[command(flatten)]
    pub image: ImageArgs,
    #[command(flatten)]
    pub pipeline: PipelineArgs,
    /// The .npy file to write, never the input itself; `-` writes to stdout, and all messages to stderr
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The executor; `auto` takes a real GPU where there is one
    #[arg(long, value_enum, default_value = "auto")]
    pub backend: BackendArg,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  pixelproof compare photo.jpg --preset keras/tf --mistake bgr-as-rgb -o ab.png
  pixelproof compare photo.jpg --pipeline my-model.json --mistake rescaled-twice

`pixelproof mistakes` lists the mistakes. Both halves of the picture are drawn as the model sees them: undone with \
its own constants, in its own channel order, and clamped to 0-255.")]
pub struct CompareArgs {
    /// A picture (PNG, JPEG, WebP, BMP, GIF, TIFF) or a .npy array; `-` reads stdin
    #[arg(value_name = "PHOTO")]
    pub input: PathBuf,
    #[command(flatten)]
    pub image: ImageArgs,
    #[command(flatten)]
    pub pipeline: PipelineArgs,
    /// The mistake to make, by its id
    #[arg(long, value_name = "ID")]
    pub mistake: String,
    /// The .png file to write: left the right input, right the wrong one
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The executor; `auto` takes a real GPU where there is one
    #[arg(long, value_enum, default_value = "auto")]
    pub backend: BackendArg,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  pixelproof import preprocessor_config.json -o my-model.json
  pixelproof import yolo11n.onnx
  pixelproof import torchvision:ResNet50_Weights.IMAGENET1K_V2 --json
  pixelproof import keras:ResNet50

docs/IMPORT.md lists the configs that are read.")]
pub struct ImportArgs {
    /// A config file, torchvision:WEIGHTS or keras:APPLICATION
    #[arg(value_name = "FILE|NAME")]
    pub source: String,
    /// Hugging Face: the class's backend; torchvision: what its transforms are given
    #[arg(long, value_enum)]
    pub backend: Option<ConfigBackend>,
    /// timm: take the size that the config has for tests
    #[arg(long)]
    pub test_size: bool,
    /// Print everything as JSON: the pipeline, what was read, assumed, ignored and not known
    #[arg(long)]
    pub json: bool,
    /// The pipeline file to write
    #[arg(short, long, value_name = "FILE.json")]
    pub output: Option<PathBuf>,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  pixelproof export --preset torchvision/resnet50 --to torchvision
  pixelproof export --pipeline my-model.json --to openvino

What the tool cannot express is refused, with its step.")]
pub struct ExportArgs {
    #[command(flatten)]
    pub pipeline: PipelineArgs,
    /// The tool to write it for
    #[arg(long, value_parser = target())]
    pub to: Target,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ConfigBackend {
    Pil,
    Torch,
}

/// What a .npy array is; a picture file says it itself.
#[derive(ClapArgs)]
pub struct ImageArgs {
    /// What the channels of a .npy array are; required for one, as no array says it
    #[arg(long, value_parser = pixel_format(), ignore_case = true)]
    pub format: Option<PixelFormat>,
    /// What a .npy array's smallest and largest value mean [default: 0-255]
    #[arg(long, value_parser = value_range(), allow_hyphen_values = true)]
    pub range: Option<ValueRange>,
}

/// What the model wants.
#[derive(ClapArgs)]
#[group(required = true, multiple = false)]
pub struct PipelineArgs {
    /// A named pipeline; `pixelproof presets` lists them
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// A pipeline written in JSON; `pixelproof schema` says what it may hold
    #[arg(long, value_name = "FILE.json")]
    pub pipeline: Option<PathBuf>,
    /// A model's own config, as `pixelproof import` takes it
    #[arg(long, value_name = "FILE|NAME")]
    pub config: Option<String>,
}

impl PipelineArgs {
    /// Every file that is read, with the image's.
    pub fn inputs<'a>(&'a self, image: &'a Path) -> Vec<&'a Path> {
        [Some(image), self.pipeline.as_deref(), self.config.as_deref().map(Path::new)].into_iter().flatten().collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BackendArg {
    Auto,
    Cpu,
    Gpu,
}

impl From<BackendArg> for Backend {
    fn from(backend: BackendArg) -> Self {
        match backend {
            BackendArg::Auto => Self::Auto,
            BackendArg::Cpu => Self::Cpu,
            BackendArg::Gpu => Self::Gpu,
        }
    }
}

const RANGES: [ValueRange; 4] = [ValueRange::Bytes, ValueRange::Unit, ValueRange::SignedUnit, ValueRange::Normalised];

fn pixel_format() -> impl TypedValueParser<Value = PixelFormat> {
    PossibleValuesParser::new(PixelFormat::ALL.map(PixelFormat::name)).try_map(|name| {
        let named = PixelFormat::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(&name));
        named.ok_or("not a pixel format")
    })
}

fn target() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::ALL.map(Target::name))
        .try_map(|name| Target::ALL.into_iter().find(|target| target.name() == name).ok_or("not a target"))
}

fn value_range() -> impl TypedValueParser<Value = ValueRange> {
    PossibleValuesParser::new(RANGES.map(ValueRange::name))
        .try_map(|name| RANGES.into_iter().find(|range| range.name() == name).ok_or("not a value range"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        super::Args::command().debug_assert();
    }
}
