// A dispatch as one long row of invocations: a side of the grid holds 65535 workgroups, so rows are stacked.

const WORKGROUP: u32 = 64u;

fn invocation(group: vec3<u32>, groups: vec3<u32>, local: u32) -> u32 {
    return (group.y * groups.x + group.x) * WORKGROUP + local;
}
