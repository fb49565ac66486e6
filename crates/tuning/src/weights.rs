//! The numbers in a file of weights, changed where they stand: remarks and order are kept.

use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A number in the text of a file of weights.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Weight {
    /// Its name; a number in an array has its place there after a dot, as in `rows.3`.
    pub(super) name: String,
    pub(super) value: f64,
    /// Whether it can be a whole number only.
    pub(super) is_whole: bool,
    at: Range<usize>,
}

/// All numbers of a text, in its order.
pub(super) fn weights_in(text: &str) -> Result<Vec<Weight>, toml::de::Error> {
    let table = DeTable::parse(text)?;
    let mut weights = Vec::new();
    for (name, value) in table.get_ref() {
        collect(name.get_ref(), value.get_ref(), value.span(), &mut weights);
    }
    weights.sort_by_key(|weight| weight.at.start);
    Ok(weights)
}

fn collect(name: &str, value: &DeValue<'_>, at: Range<usize>, weights: &mut Vec<Weight>) {
    let (text, is_whole) = match value {
        DeValue::Integer(number) => (number.as_str(), true),
        DeValue::Float(number) => (number.as_str(), false),
        DeValue::Array(array) => {
            for (place, value) in array.iter().enumerate() {
                let name = format!("{name}.{place}");
                collect(&name, value.get_ref(), value.span(), weights);
            }
            return;
        }
        _ => return,
    };
    if let Ok(value) = text.parse() {
        weights.push(Weight {
            name: name.to_owned(),
            value,
            is_whole,
            at,
        });
    }
}

/// The text with other numbers, given in the order of the text.
pub(super) fn with_values<'a>(
    text: &str,
    values: impl DoubleEndedIterator<Item = (&'a Weight, f64)>,
) -> String {
    let mut text = text.to_owned();
    for (weight, value) in values.rev() {
        text.replace_range(weight.at.clone(), &written(value, weight.is_whole));
    }
    text
}

/// A number as it stands in a file.
pub(super) fn written(value: f64, is_whole: bool) -> String {
    if is_whole {
        // Adding zero makes a zero of one with a minus.
        format!("{:.0}", value.round() + 0.0)
    } else {
        format!("{:?}", (value * 1000.0).round() / 1000.0 + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# remark\nrows = [6, -5] # two\nside = 17.5\nname = 'x'\nlast = +3\n";

    #[test]
    fn numbers_are_found_and_replaced_where_they_stand() {
        let weights = weights_in(TEXT).expect("it is TOML");
        let names: Vec<&str> = weights.iter().map(|weight| weight.name.as_str()).collect();
        assert_eq!(names, ["rows.0", "rows.1", "side", "last"]);
        let values: Vec<f64> = weights.iter().map(|weight| weight.value).collect();
        assert_eq!(values, [6.0, -5.0, 17.5, 3.0]);
        let new = [6.6, -0.2, 17.04567, 100.0];
        let changed = with_values(TEXT, weights.iter().zip(new));
        let expect = "# remark\nrows = [7, 0] # two\nside = 17.046\nname = 'x'\nlast = 100\n";
        assert_eq!(changed, expect);
    }

    #[test]
    fn whole_numbers_and_others_are_told_apart_again() {
        for (value, is_whole) in [(3.0, true), (3.0, false), (-0.0001, false), (1e6, false)] {
            let text = format!("a = {}", written(value, is_whole));
            let read = weights_in(&text).expect("it is TOML");
            assert_eq!(read[0].is_whole, is_whole, "{text}");
        }
    }
}
