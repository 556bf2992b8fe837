//! Help for people who mistype a name, and messages that stay short.

/// That there is no such name, with the one that was meant where one is near, and all that there are, or where they are listed.
pub fn unknown<'a>(what: &str, name: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> String {
    let meant = meant(name, candidates.clone());
    let all = if candidates.clone().nth(40).is_some() {
        format!("`pixelproof {what}s` lists all")
    } else {
        format!("All: {}", candidates.collect::<Vec<_>>().join(", "))
    };
    format!("there is no {what} `{name}`{meant} {all}")
}

/// The end of a sentence about a name: the one that was meant, where one is near.
pub fn meant<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    nearest(name, candidates).map_or_else(|| ".".into(), |meant| format!("; did you mean `{meant}`?"))
}

/// The candidate that needs the fewest single-letter edits to become `name`, with or without its part before a slash; none
/// where more than a third of the letters would have to change.
fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(64).collect();
    let edits = |candidate: &'a str| {
        let last = candidate.rsplit('/').next().unwrap_or_default();
        let near = |text: &str| {
            let edits = distance(&name, text);
            (edits <= (name.len().max(text.len()) / 3).max(1)).then_some(edits)
        };
        Some(([near(candidate), near(last)].into_iter().flatten().min()?, candidate))
    };
    candidates.filter_map(edits).min_by_key(|(edits, _)| *edits).map(|(_, nearest)| nearest)
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

/// A message in which no number has hundreds of digits and no word thousands of letters, whatever it quotes.
pub fn shortened(message: &str) -> String {
    const DIGITS: usize = 24;
    const LETTERS: usize = 160;
    let mut text = String::with_capacity(message.len().min(4096));
    for word in message.split_inclusive(char::is_whitespace) {
        let word = short_numbers(word, DIGITS);
        let count = word.chars().count();
        if count > LETTERS {
            text.extend(word.chars().take(LETTERS / 4));
            text.push_str(&format!("... ({count} letters) "));
        } else {
            text.push_str(&word);
        }
    }
    text
}

fn short_numbers(word: &str, most: usize) -> String {
    let mut text = String::new();
    let mut rest = word;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let end = number.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(number.len());
        let (digits, after) = number.split_at(end);
        text.push_str(before);
        match digits.get(..most / 4) {
            Some(first) if digits.len() > most => text.push_str(&format!("{first}... ({} digits)", digits.len())),
            _ => text.push_str(digits),
        }
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::{nearest, shortened};

    #[test]
    fn the_nearest_name_wins_if_it_is_near() {
        let find = |name| nearest(name, ["torchvision/resnet50", "keras/caffe", "keras/tf"].into_iter());
        assert_eq!(find("keras/cafe"), Some("keras/caffe"));
        assert_eq!(find("resnet50"), Some("torchvision/resnet50"));
        for far in ["", "x", "dinov2", "my-own-model"] {
            assert_eq!(find(far), None, "{far}");
        }
    }

    #[test]
    fn what_a_message_quotes_is_cut_and_all_else_is_kept() {
        let plain = "a result of 100000x100000 is larger than the limit (expected at most 268435456 pixels, got 1)";
        assert_eq!(shortened(plain), plain);
        assert_eq!(shortened(&format!("got {}.5", f64::MAX)), "got 179769... (309 digits).5");
        let long = shortened(&format!("unknown field `{}`, expected `to`", "ö".repeat(100_000)));
        assert!(long.len() < 200 && long.ends_with("letters) expected `to`"), "{long}");
    }
}
