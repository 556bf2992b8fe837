//! `pixelproof-bindgen INPUT.wasm OUT_DIR NAME`: writes the JavaScript glue of a compiled module.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, out_dir, name] = args.as_slice() else {
        eprintln!("usage: pixelproof-bindgen INPUT.wasm OUT_DIR NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    let result = bindgen
        .input_path(input)
        .out_name(name)
        .typescript(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(out_dir));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pixelproof-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
