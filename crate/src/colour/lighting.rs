//! The PCA noise of AlexNet, as MegEngine's Lighting adds it. *Source*: MegEngine, data/transform/vision/transform.py.

/// The principal axes of ImageNet's colours; a row each for blue, green, red.
const EIGENVECTORS: [[f64; 3]; 3] =
    [[-0.5836, -0.6948, 0.4203], [-0.5808, -0.0045, -0.8140], [-0.5675, 0.7192, 0.4009]];
const EIGENVALUES: [f64; 3] = [0.2175, 0.0188, 0.0045];

/// What is added to each channel: numpy's f64 dot, whose vector code begins with the middle and fuses the others.
pub fn shifts(alpha: [f64; 3], blue_first: bool) -> [f64; 3] {
    let [a, b, c] = alpha;
    let [first, second, third] = EIGENVALUES;
    let (a, b, c) = (a * first, b * second, c * third);
    let mut shifts = EIGENVECTORS.map(|[x, y, z]| z.mul_add(c, x.mul_add(a, y * b)));
    if !blue_first {
        shifts.reverse();
    }
    shifts
}
