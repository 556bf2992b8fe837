//! Affine maps as OpenCV computes them, in f64 and in its order.

use crate::spec::Size;

/// `x' = a x + b y + c` and `y' = d x + e y + f`, as `[a, b, c, d, e, f]`.
pub type Matrix = [f64; 6];

/// CenterNet's get_affine_transform without a turn: three points, and cv2.getAffineTransform through them.
pub fn longest_edge(image: Size, frame: Size) -> Option<Matrix> {
    let halves = |size: Size| [size.width as f32 / 2.0, size.height as f32 / 2.0];
    let points = |[x, y]: [f32; 2], half: f32| [[x, y], [x, y - half], [x - half, y - half]];
    let from = points(halves(image), image.width.max(image.height) as f32 / 2.0);
    let to = points(halves(frame), frame.width as f32 / 2.0);
    let rows = from.iter().zip(&to).flat_map(|(from, to)| {
        let [x, y, left, top] = [from[0], from[1], to[0], to[1]].map(f64::from);
        [[x, y, 1.0, 0.0, 0.0, 0.0, left], [0.0, 0.0, 0.0, x, y, 1.0, top]]
    });
    solve(rows.collect())
}

/// Gauss elimination with the largest pivot of each column; the last number of a row is the right side.
fn solve(mut rows: Vec<[f64; 7]>) -> Option<Matrix> {
    for column in 0..6 {
        let mut pivot = column;
        for row in column + 1..rows.len() {
            if rows.get(row)?[column].abs() > rows.get(pivot)?[column].abs() {
                pivot = row;
            }
        }
        rows.swap(column, pivot);
        let (above, below) = rows.split_at_mut(column + 1);
        let pivot = above.last()?;
        if pivot[column].abs() < f64::EPSILON * 100.0 {
            return None;
        }
        let inverse = -1.0 / pivot[column];
        for row in below {
            let factor = row[column] * inverse;
            for (value, above) in row.iter_mut().zip(pivot).skip(column + 1) {
                *value += factor * above;
            }
        }
    }
    let mut solution = [0.0; 6];
    for at in (0..6).rev() {
        let row = rows.get(at)?;
        let known = row.iter().zip(&solution).take(6).skip(at + 1);
        solution[at] = known.fold(row[6], |sum, (factor, value)| sum - factor * value) / row[at];
    }
    Some(solution)
}

/// The map back, as warpAffine turns it round; none where all pixels fall onto a line.
pub fn inverse([a, b, c, d, e, f]: Matrix) -> Option<Matrix> {
    let determinant = a * e - b * d;
    if determinant == 0.0 || !determinant.is_finite() {
        return None;
    }
    let reciprocal = 1.0 / determinant;
    let (a, b, d, e) = (e * reciprocal, b * -reciprocal, d * -reciprocal, a * reciprocal);
    let matrix = [a, b, -a * c - b * f, d, e, -d * c - e * f];
    matrix.iter().all(|entry| entry.is_finite()).then_some(matrix)
}
