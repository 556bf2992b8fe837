//! Every shader, put together as it runs, parses and validates.

#[test]
fn every_shader_is_valid_wgsl() {
    let mut count = 0;
    for (stem, source) in pixelproof::gpu_shaders() {
        let module = naga::front::wgsl::parse_str(source)
            .unwrap_or_else(|error| panic!("{stem}: {}", error.emit_to_string(source)));
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty())
            .validate(&module)
            .unwrap_or_else(|error| panic!("{stem}: {}", error.emit_to_string(source)));
        assert!(module.entry_points.iter().any(|entry| entry.name == "main"), "{stem} has no entry point `main`");
        count += 1;
    }
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders")).expect("shaders/ is there");
    let stages = files.filter(|file| file.as_ref().is_ok_and(|file| file.path().extension().is_some())).count();
    assert_eq!(count, stages, "a file in shaders/ is not among the shaders that run");
}
