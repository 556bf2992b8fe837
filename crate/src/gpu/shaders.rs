//! The WGSL of each stage, put together from its file and the common parts that it names.

/// A compute shader: the stem of its stage and its whole source.
#[derive(Debug, Clone, Copy)]
pub struct Shader {
    pub stem: &'static str,
    pub source: &'static str,
}

macro_rules! shader {
    ($stem:literal, $($common:literal),*) => {
        Shader {
            stem: $stem,
            source: concat!(
                $(include_str!(concat!("../../../shaders/common/", $common, ".wgsl")), "\n",)*
                include_str!(concat!("../../../shaders/", $stem, ".wgsl")),
            ),
        }
    };
}

/// All shaders, one file a stage.
pub static SHADERS: &[Shader] = &[
    shader!("resample_h", "dispatch", "bytes"),
    shader!("resample_v", "dispatch", "bytes"),
    shader!("resample_h_float", "dispatch", "double"),
    shader!("resample_v_float", "dispatch", "double"),
    shader!("resample_2d", "dispatch", "bytes", "exact"),
    shader!("resample_2d_float", "dispatch", "exact"),
    shader!("reduce", "dispatch", "bytes"),
    shader!("warp_affine", "dispatch", "bytes", "exact", "double", "fused", "warp"),
    shader!("warp_affine_float", "dispatch", "exact", "double", "fused", "warp"),
    shader!("hue_shift", "dispatch", "bytes", "hsv"),
    shader!("alpha", "dispatch", "bytes"),
    shader!("colour", "dispatch", "bytes", "exact", "double", "fused", "hsv", "hsv_tables", "colour"),
    shader!("colour_float", "dispatch", "exact", "double", "fused", "colour"),
    shader!("table", "dispatch", "bytes", "store"),
    shader!("pointwise", "dispatch", "exact", "store"),
];

/// Finds a shader by its stem.
pub fn find(stem: &str) -> Option<&'static Shader> {
    SHADERS.iter().find(|shader| shader.stem == stem)
}
