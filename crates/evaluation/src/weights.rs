//! Weights as files that people can read and tune.

use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// The weights of an evaluation. Their defaults are a TOML file beside the
/// code; another file gives others, and has to name every weight.
pub trait Weights: DeserializeOwned {
    /// The default file's text.
    const DEFAULT: &'static str;

    /// The weights in a file's text.
    ///
    /// # Errors
    /// When the text has something else than names and numbers, or a weight is missing or unknown.
    fn read(text: &str) -> Result<Self, WeightsError> {
        let weights = entries(text)?;
        Self::deserialize(MapDeserializer::new(weights.into_iter()))
            .map_err(|error: Error| WeightsError(error.to_string()))
    }

    /// The default weights.
    ///
    /// # Panics
    /// When our own file is broken, which a test rules out.
    fn standard() -> Self {
        Self::read(Self::DEFAULT).expect("our own weights")
    }
}

/// A file of weights that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("these weights can't be used: {0}\nstart from the weights.toml of the game")]
pub struct WeightsError(String);

/// What stands behind a name.
#[derive(Clone, PartialEq, Debug)]
enum Value {
    Whole(i64),
    Decimal(f64),
    List(Vec<Value>),
}

impl<'de> IntoDeserializer<'de, Error> for Value {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Value {
    type Error = Error;
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Whole(number) => visitor.visit_i64(number),
            Self::Decimal(number) => visitor.visit_f64(number),
            Self::List(values) => SeqDeserializer::new(values.into_iter()).deserialize_any(visitor),
        }
    }
    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The part of TOML that weights are written in: a name, `=`, and a number or a list of numbers
/// in brackets on each line, and comments. A library for all of TOML, with the parsing of any
/// floating-point number, was a tenth of what pages load.
fn entries(text: &str) -> Result<Vec<(&str, Value)>, WeightsError> {
    let mut entries = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let entry = line.split_once('=').and_then(|(name, value)| {
            let is_part = |letter: u8| letter.is_ascii_alphanumeric() || b"_-".contains(&letter);
            let name = name.trim();
            let is_name = !name.is_empty() && name.bytes().all(is_part);
            is_name.then_some((name, read_value(value.trim())?))
        });
        let entry = entry.ok_or_else(|| {
            let expected = "a name, '=', and a number or numbers in brackets";
            WeightsError(format!(
                "line {}, '{line}': expected {expected}",
                number + 1
            ))
        })?;
        if entries.iter().any(|(name, _)| *name == entry.0) {
            let line = number + 1;
            return Err(WeightsError(format!("line {line}: {} again", entry.0)));
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn read_value(text: &str) -> Option<Value> {
    let Some(list) = text.strip_prefix('[') else {
        return read_number(text);
    };
    let list = list.strip_suffix(']')?.trim();
    if list.is_empty() {
        return Some(Value::List(Vec::new()));
    }
    // A comma may stand behind the last one, too.
    let list = list.strip_suffix(',').unwrap_or(list);
    let numbers = list.split(',').map(|number| read_number(number.trim()));
    numbers.collect::<Option<_>>().map(Value::List)
}

/// A number in decimal digits. Digits and the power of ten below them have to be exact in a `f64`;
/// then so is rounding their quotient.
fn read_number(text: &str) -> Option<Value> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_decimal = whole.len() < digits.len();
    if !is_digits(whole) || is_decimal && !is_digits(fraction) || digits.len() > 16 {
        return None;
    }
    // As in TOML: what begins with 0 might be meant octal.
    if whole.len() > 1 && whole.starts_with('0') {
        return None;
    }
    let add = |sum: i64, digit: u8| sum * 10 + i64::from(digit - b'0');
    let all = whole.bytes().chain(fraction.bytes()).fold(0, add);
    if !is_decimal {
        return Some(Value::Whole(sign * all));
    }
    let unit = 10_f64.powi(fraction.len() as i32);
    Some(Value::Decimal(sign as f64 * (all as f64 / unit)))
}

#[cfg(test)]
mod tests {
    use super::{Value, entries};
    use fastrand::Rng;

    /// The same by the library for all of TOML.
    fn by_library(text: &str) -> Option<Vec<(String, Value)>> {
        fn value(from: &toml::Value) -> Option<Value> {
            Some(match from {
                toml::Value::Integer(number) => Value::Whole(*number),
                toml::Value::Float(number) => Value::Decimal(*number),
                toml::Value::Array(values) => {
                    Value::List(values.iter().map(value).collect::<Option<_>>()?)
                }
                _ => return None,
            })
        }
        let table: toml::Table = text.parse().ok()?;
        let entry = |(name, from): (&String, &toml::Value)| Some((name.clone(), value(from)?));
        table.iter().map(entry).collect()
    }

    #[track_caller]
    fn check(text: &str) {
        let mut ours = entries(text).ok().map(|entries| {
            let owned = |(name, value): (&str, Value)| (name.to_owned(), value);
            entries.into_iter().map(owned).collect::<Vec<_>>()
        });
        let mut theirs = by_library(text);
        for entries in ours.iter_mut().chain(theirs.iter_mut()) {
            entries.sort_by(|one, other| one.0.cmp(&other.0));
        }
        assert_eq!(ours, theirs, "{text:?}");
    }

    #[test]
    fn whatever_is_read_is_what_toml_says() {
        let mut random = Rng::with_seed(22);
        for _ in 0..20_000 {
            let mut text = String::new();
            for entry in 0..random.usize(0..4) {
                let number = |random: &mut Rng| {
                    let whole = random.i64(-9_999..10_000);
                    match random.u8(0..3) {
                        0 => whole.to_string(),
                        1 => format!("{whole}.{}", random.u32(0..100_000)),
                        _ => format!("+{}.{:03}", whole.abs(), random.u32(0..1_000)),
                    }
                };
                let value = match random.u8(0..4) {
                    0 => format!("[{}, {}]", number(&mut random), number(&mut random)),
                    1 => format!("[ {} ,]", number(&mut random)),
                    _ => number(&mut random),
                };
                text += &format!("weight_{entry} = {value} # {entry}\n\n");
            }
            check(&text);
        }
    }

    #[test]
    fn what_is_no_weight_is_refused_as_in_toml() {
        for text in [
            "row",
            "row =",
            "= 1",
            "row = x",
            "row = 1.",
            "row = .5",
            "row = 01",
            "row = --1",
            "row = [1",
            "row = 1]",
            "row = [1 2]",
            "row = [,]",
            "row = 1\nrow = 2",
            "ro w = 1",
        ] {
            assert!(entries(text).is_err(), "{text:?}");
            check(text);
        }
    }
}
