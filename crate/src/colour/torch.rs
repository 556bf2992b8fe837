//! torchvision's float HSV, and torch's sum. *Source*: torchvision, transforms/v2/functional/_color.py; ATen, SumKernel.cpp.

use super::by_sector;

/// adjust_hue of a tensor of floats, 0 to 1.
pub fn shift_hue(rgb: [f32; 3], factor: f32) -> [f32; 3] {
    let [r, g, b] = rgb;
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let range = most - least;
    let (over_value, over_range) = if range == 0.0 { (1.0, 1.0) } else { (most, range) };
    let s = range / over_value;
    let [rc, gc, bc] = rgb.map(|colour| (most - colour) / over_range);
    let hue = if most == r {
        bc - gc
    } else if most == g {
        rc + 2.0 - bc
    } else {
        gc + 4.0 - rc
    };
    let hue = (hue * (1.0 / 6.0) + 1.0) % 1.0 + factor;
    // torch's remainder has the sign of the divisor.
    let rest = hue % 1.0;
    let hue = if rest < 0.0 { rest + 1.0 } else { rest };
    let turn = hue * 6.0;
    let sector = turn.floor();
    let part = s * (turn - sector);
    let clamp = |x: f32| x.clamp(0.0, 1.0);
    let q = clamp((1.0 - part) * most);
    let t = clamp((part + (1.0 - s)) * most);
    let p = clamp((1.0 - s) * most);
    by_sector(sector as i64, [most, p, q, t])
}

/// A byte as to_dtype makes a float of it, and back.
pub fn to_unit(byte: u8) -> f32 {
    f32::from(byte) * (1.0 / 255.0)
}

pub fn from_unit(value: f32) -> u8 {
    (value * 255.999) as u8
}

/// torch.mean of all numbers: the cascade of sums of an AVX-512 build, 16 lanes in four rows, then one division.
pub fn mean(values: &[f32]) -> f32 {
    const LANES: usize = 16;
    const ROWS: usize = 4;
    const LEVELS: usize = 4;
    type Lanes = [f32; LANES];
    let add = |sum: &mut Lanes, more: &[f32]| sum.iter_mut().zip(more).for_each(|(sum, &value)| *sum += value);
    let block = LANES * ROWS;
    let steps = values.len() / block;
    let power = (steps.next_power_of_two().trailing_zeros() as usize / LEVELS).max(4);
    let step = 1 << power;
    let mut levels = [[[0.0; LANES]; ROWS]; LEVELS];
    for (at, chunk) in values.chunks_exact(block).enumerate() {
        let [lowest, ..] = &mut levels;
        lowest.iter_mut().zip(chunk.chunks_exact(LANES)).for_each(|(sum, more)| add(sum, more));
        if (at + 1) % step != 0 {
            continue;
        }
        for level in 1..LEVELS {
            let (below, above) = levels.split_at_mut(level);
            if let (Some(below), Some(above)) = (below.last_mut(), above.first_mut()) {
                above.iter_mut().zip(below.iter()).for_each(|(sum, more)| add(sum, more));
                *below = [[0.0; LANES]; ROWS];
            }
            if (at + 1) & ((step - 1) << (level * power)) != 0 {
                break;
            }
        }
    }
    let [mut rows, above @ ..] = levels;
    for level in above {
        rows.iter_mut().zip(&level).for_each(|(sum, more)| add(sum, more));
    }
    let [mut lanes, others @ ..] = rows;
    let rest = values.get(steps * block..).unwrap_or_default().chunks_exact(LANES);
    let tail = rest.remainder();
    rest.for_each(|more| add(&mut lanes, more));
    others.iter().for_each(|more| add(&mut lanes, more));
    let sum = tail.iter().chain(&lanes).fold(0.0, |sum: f32, &value| sum + value);
    sum / values.len() as f32
}
