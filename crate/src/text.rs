//! Help for people who mistype a name.

/// The candidate that needs the fewest single-letter edits to become `name`, with or without its part before a slash.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> &'a str {
    let name: Vec<char> = name.chars().take(64).collect();
    let edits = |candidate: &&str| {
        let last = candidate.rsplit('/').next().unwrap_or_default();
        distance(&name, candidate).min(distance(&name, last))
    };
    candidates.min_by_key(edits).unwrap_or_default()
}

fn distance(a: &[char], b: &str) -> usize {
    let mut row: Vec<usize> = (0..=a.len()).collect();
    for (at, letter) in b.chars().enumerate() {
        let mut diagonal = at;
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
        for (column, &other) in a.iter().enumerate() {
            let above = row.get(column + 1).copied().unwrap_or_default();
            let left = row.get(column).copied().unwrap_or_default();
            let best = (diagonal + usize::from(letter != other)).min(above + 1).min(left + 1);
            diagonal = above;
            if let Some(slot) = row.get_mut(column + 1) {
                *slot = best;
            }
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_wins() {
        let names = ["torchvision/resnet50", "keras/caffe", "keras/tf"];
        assert_eq!(nearest("keras/cafe", names.into_iter()), "keras/caffe");
        assert_eq!(nearest("resnet50", names.into_iter()), "torchvision/resnet50");
    }
}
