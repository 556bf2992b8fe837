//! `pixelproof import`: a pipeline from a model's own config, and what that took.

use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use pixelproof::import::{Backend, Imported, Options, from_bytes_with};

use crate::args::{ConfigBackend, ImportArgs};
use crate::failure::{Failure, Result};
use crate::output;

/// Model files hold their weights; only what describes the input is read of them.
const MAX_BYTES: u64 = 2 << 30;

pub fn import(args: &ImportArgs) -> Result<()> {
    if let Some(path) = &args.output {
        output::check(path, "json", &[Path::new(&args.source)])?;
    }
    let imported = read(&args.source, args.backend, args.test_size)?;
    if let Some(path) = &args.output
        && !output::save(path, format!("{}\n", imported.pipeline.to_json()).as_bytes())?
    {
        return Ok(());
    }
    if args.json {
        let json = serde_json::to_string_pretty(&imported)
            .map_err(|error| Failure::new(pixelproof::ErrorKind::Internal, error.to_string()))?;
        return output::report(&format!("{json}\n"), args.output.as_deref());
    }
    output::report(&in_words(&imported, args.output.as_deref()), args.output.as_deref())
}

/// Reads a config file, or a name as `torchvision:resnet50`.
pub fn read(source: &str, backend: Option<ConfigBackend>, test_size: bool) -> Result<Imported> {
    let named = source.starts_with("torchvision:") || source.starts_with("keras:");
    let bytes = if named { Vec::new() } else { file(Path::new(source))? };
    let folder = Path::new(source).parent().unwrap_or(Path::new(""));
    let base = |name: &str| file(&folder.join(name)).ok();
    let backend = backend.map(|backend| match backend {
        ConfigBackend::Pil => Backend::Pil,
        ConfigBackend::Torch => Backend::Torch,
    });
    let options = Options { backend, test_size, base: Some(&base) };
    from_bytes_with(source, &bytes, &options).map_err(|error| Failure::from(error).about(source))
}

fn file(path: &Path) -> Result<Vec<u8>> {
    let name = path.display().to_string();
    let unreadable = |error| Failure::reading(&name, &error);
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::limits(format!("`{name}` is too large for a config (at most {MAX_BYTES} bytes)")));
    }
    Ok(bytes)
}

fn in_words(imported: &Imported, output: Option<&Path>) -> String {
    let mut text = format!("{}: {}\n", imported.family.name(), imported.pipeline.name.as_deref().unwrap_or_default());
    if let Some(source) = &imported.pipeline.source {
        let _ = writeln!(text, "source: {source}");
    }
    text.push('\n');
    for (at, words) in imported.pipeline.in_words().iter().enumerate() {
        let _ = writeln!(text, "{:>2}. {words}", at + 1);
    }
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = writeln!(text, "\n{title}");
            for line in lines {
                let _ = writeln!(text, "  {line}");
            }
        }
    };
    list(
        "assumed, as the config does not say it:",
        imported.assumed.iter().map(|it| format!("{}: {}", it.what, it.why)).collect(),
    );
    let kind =
        |kind| serde_json::to_value(kind).ok().and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default();
    list("to know:", imported.warnings.iter().map(|it| format!("{}: {}", kind(it.kind), it.message)).collect());
    list("not known, and not used:", imported.unknown.clone());
    list(
        "known, but not about the tensor:",
        (!imported.ignored.is_empty()).then(|| imported.ignored.join(", ")).into_iter().collect(),
    );
    if let Some(path) = output.filter(|path| !output::is_dash(path)) {
        let _ = writeln!(text, "\nwrote {}", path.display());
    }
    text
}
