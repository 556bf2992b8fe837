//! `export`: a pipeline as another tool's code or options.

use crate::support::{fails, run, succeeds};

#[test]
fn a_preset_is_written_for_a_target_or_refused_by_its_step() {
    let code = succeeds(&run(["export", "--preset", "torchvision/resnet50", "--to", "torchvision"]));
    assert!(code.contains("T.Compose"), "{code}");
    let refused = run(["export", "--preset", "torchvision/resnet50", "--to", "openvino"]);
    fails(&refused, "Unsupported", &["torchvision/resnet50", "step 2", "openvino"]);
}
