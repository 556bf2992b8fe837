//! `pixelproof presets`, `mistakes` and `schema`: what there is to choose from.

use std::fmt::Write;

use pixelproof::{MISTAKES, Mistake, PRESETS, Pipeline, Preset};

use crate::failure::Result;
use crate::output;

pub fn presets(name: Option<&str>, json: bool) -> Result<()> {
    let Some(name) = name else {
        return output::text(&table(PRESETS.iter().map(|preset| (preset.name, preset.description))));
    };
    let preset = Preset::find(name)?;
    let pipeline = preset.pipeline();
    if json {
        return output::text(&format!("{}\n", pipeline.to_json()));
    }
    let mut text = format!("{}\n{}\nsource: {}\n", preset.name, preset.description, preset.source);
    if !preset.also.is_empty() {
        let _ = writeln!(text, "also: {}", preset.also.join(", "));
    }
    text.push('\n');
    for (at, words) in pipeline.in_words().iter().enumerate() {
        let _ = writeln!(text, "{:>2}. {words}", at + 1);
    }
    output::text(&text)
}

pub fn mistakes(id: Option<&str>) -> Result<()> {
    let Some(id) = id else {
        return output::text(&table(MISTAKES.iter().map(|mistake| (mistake.id, mistake.title))));
    };
    let mistake = Mistake::find(id)?;
    output::text(&format!("{}\n{}\n\n{}\n", mistake.id, mistake.title, mistake.story))
}

pub fn schema() -> Result<()> {
    output::text(&format!("{:#}\n", Pipeline::json_schema()))
}

fn table<'a>(rows: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> String {
    let width = rows.clone().map(|(name, _)| name.len()).max().unwrap_or_default();
    rows.fold(String::new(), |mut text, (name, about)| {
        let _ = writeln!(text, "{name:<width$}  {about}");
        text
    })
}
