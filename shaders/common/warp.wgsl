// Where OpenCV 5's warp reads, and what it makes of four neighbours: f32 with fused multiply-adds.
// Needs: fused.wgsl, params.body, params.from_x, params.from_y.

// A coordinate from the row of the matrix that makes it; x and y are those of the frame.
fn coordinate(row: vec3<f32>, x: u32, y: u32) -> f32 {
    let down = exactly(f32(y) * row.y);
    // The vector code adds the row's part and the offset first, the rest of a row the offset last.
    if x < params.body {
        return fused(row.x, f32(x), exactly(down + row.z));
    }
    return exactly(fused(f32(x), row.x, down) + row.z);
}

fn between(a: f32, b: f32, c: f32, d: f32, part: vec2<f32>) -> f32 {
    let above = fused(part.x, exactly(b - a), a);
    let below = fused(part.x, exactly(d - c), c);
    return fused(part.y, exactly(below - above), above);
}
