//! NumPy's .npy: a header in front of plain numbers. Read strictly, as the file may come from anywhere; written with the
//! very bytes that numpy.save writes.

use std::io::{self, Read};

use pixelproof::{DType, Tensor};

pub const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// What numpy.load itself allows a header to have.
const MAX_HEADER: usize = 10_000;

/// What a .npy file says of its numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct Header {
    /// Such as `<f4`; `None` for a structured array.
    pub descr: Option<String>,
    pub fortran_order: bool,
    pub shape: Vec<u64>,
}

/// A header, and how many bytes of the file it takes; or what is wrong with it.
pub type Parsed = Result<(Header, u64), &'static str>;

/// Reads the header and leaves the reader at the first number. The outer error is the reader's.
pub fn read_header(reader: &mut impl Read) -> io::Result<Parsed> {
    let mut start = [0; 8];
    reader.read_exact(&mut start)?;
    let mut length = [0; 4];
    let field = match start {
        [0x93, b'N', b'U', b'M', b'P', b'Y', 1, _] => &mut length[..2],
        [0x93, b'N', b'U', b'M', b'P', b'Y', 2 | 3, _] => &mut length[..],
        _ => return Ok(Err("it is of no version of .npy that is known (1, 2 or 3)")),
    };
    reader.read_exact(field)?;
    let before_text = start.len() + field.len();
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_HEADER {
        return Ok(Err("its header is longer than that of any plain array"));
    }
    let mut text = vec![0; length];
    reader.read_exact(&mut text)?;
    let header = std::str::from_utf8(&text).ok().and_then(|text| Parser { rest: text }.header());
    let taken = (before_text + length) as u64;
    Ok(header.map(|header| (header, taken)).ok_or("its header is not the one of a plain array"))
}

/// Reads `{'descr': '|u1', 'fortran_order': False, 'shape': (61, 97, 3), }` and no other Python.
struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn header(mut self) -> Option<Header> {
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        self.eat("{")?;
        while self.eat("}").is_none() {
            let key = self.string()?;
            self.eat(":")?;
            match key {
                "descr" => descr = Some(self.descr()?),
                "fortran_order" => fortran_order = Some(self.boolean()?),
                "shape" => shape = Some(self.shape()?),
                _ => return None,
            }
            if self.eat(",").is_none() {
                self.eat("}")?;
                break;
            }
        }
        let header = Header { descr: descr?, fortran_order: fortran_order?, shape: shape? };
        self.rest.trim_ascii().is_empty().then_some(header)
    }

    fn eat(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.trim_ascii_start().strip_prefix(token)?;
        Some(())
    }

    fn string(&mut self) -> Option<&'a str> {
        let quote = if self.eat("'").is_some() { '\'' } else { self.eat("\"").map(|()| '"')? };
        let (text, rest) = self.rest.split_once(quote)?;
        self.rest = rest;
        Some(text)
    }

    /// `None` inside for the list of fields of a structured array, which is skipped.
    fn descr(&mut self) -> Option<Option<String>> {
        if self.eat("[").is_none() {
            return self.string().map(|text| Some(text.into()));
        }
        let end = self.rest.rfind(']')?;
        self.rest = &self.rest[end + 1..];
        Some(None)
    }

    fn boolean(&mut self) -> Option<bool> {
        if self.eat("True").is_some() { Some(true) } else { self.eat("False").map(|()| false) }
    }

    fn shape(&mut self) -> Option<Vec<u64>> {
        let mut axes = Vec::new();
        self.eat("(")?;
        while self.eat(")").is_none() {
            self.rest = self.rest.trim_ascii_start();
            let end = self.rest.find(|letter: char| !letter.is_ascii_digit())?;
            let (digits, rest) = self.rest.split_at(end);
            // More than fits is as far beyond every limit as the largest number.
            axes.push(if digits.is_empty() { return None } else { digits.parse().unwrap_or(u64::MAX) });
            self.rest = rest;
            if self.eat(",").is_none() {
                self.eat(")")?;
                break;
            }
        }
        Some(axes)
    }
}

/// The whole file of a tensor.
pub fn encode(tensor: &Tensor) -> Vec<u8> {
    let descr = match tensor.spec().dtype {
        DType::U8 => "|u1",
        DType::I8 => "|i1",
        DType::U16 => "<u2",
        DType::F16 => "<f2",
        DType::F32 => "<f4",
    };
    let shape = tensor.shape();
    let axes: Vec<String> = shape.iter().map(usize::to_string).collect();
    // numpy keeps room for the first axis to grow in place, and begins the numbers at a multiple of 64.
    let growth = 21_usize.saturating_sub(axes.first().map_or(0, String::len));
    let dictionary =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({}), }}{:growth$}", axes.join(", "), "");
    let before_text = MAGIC.len() + 4;
    let padding = 64 - (before_text + dictionary.len() + 1) % 64;
    let text = format!("{dictionary}{:padding$}\n", "");
    let numbers = tensor.to_le_bytes();
    let mut file = Vec::with_capacity(before_text + text.len() + numbers.len());
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&[1, 0]);
    // A header of three or four axes is a few hundred bytes at most.
    file.extend_from_slice(&(text.len() as u16).to_le_bytes());
    file.extend_from_slice(text.as_bytes());
    file.extend_from_slice(&numbers);
    file
}

#[cfg(test)]
mod tests {
    use super::{Header, Parser};

    fn parse(text: &str) -> Option<Header> {
        Parser { rest: text }.header()
    }

    #[test]
    fn headers_of_numpy_and_of_other_writers_are_read() {
        let expected = |descr: Option<&str>, fortran_order, shape: &[u64]| {
            Some(Header { descr: descr.map(String::from), fortran_order, shape: shape.into() })
        };
        let numpy = "{'descr': '|u1', 'fortran_order': False, 'shape': (61, 97, 3), }      \n";
        assert_eq!(parse(numpy), expected(Some("|u1"), false, &[61, 97, 3]));
        let other = "{\"shape\":(7,),\"fortran_order\":True,\"descr\":\"<f4\"}";
        assert_eq!(parse(other), expected(Some("<f4"), true, &[7]));
        let fields = "{'descr': [('a', '<f4'), ('b', '<f4', (2,))], 'fortran_order': False, 'shape': (), }";
        assert_eq!(parse(fields), expected(None, false, &[]));
        let huge = "{'descr': '|u1', 'fortran_order': False, 'shape': (99999999999999999999999, 1)}";
        assert_eq!(parse(huge), expected(Some("|u1"), false, &[u64::MAX, 1]));
    }

    #[test]
    fn what_is_no_header_is_refused() {
        for text in [
            "",
            "{",
            "{}",
            "{'descr': '|u1', 'fortran_order': False}",
            "{'descr': '|u1', 'fortran_order': 0, 'shape': (1,)}",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (-1, 3)}",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 3}",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (1 3)}",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)} x",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), 'more': 1}",
            "{'descr: |u1",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse(&"(".repeat(9_999)), None);
    }
}
