//! What of an engine can be tuned, by name.

use crate::error::TuningError;
use crate::spsa::Range;
use crate::weights::{Weight, weights_in, with_values, written};
use longjump_engine::{EngineSpec, OptionKind, SearchParameters, build};

/// A number of an engine that can be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// What it is called: `last`, `rows.3` for one in an array, or a search's `late_moves`.
    pub name: String,
    /// What it is now.
    pub value: f64,
    /// Whether it can be a whole number only.
    pub is_whole: bool,
    /// Whether it is a weight of the evaluation and not an option of the search.
    pub is_weight: bool,
}

impl Parameter {
    /// A value of it as it is written, rounded where it has to be.
    pub fn written(&self, value: f64) -> String {
        written(value, self.is_whole)
    }
}

/// A number and where it may go.
#[derive(Clone, PartialEq, Debug)]
pub struct RangedParameter {
    /// The parameter.
    pub parameter: Parameter,
    /// Where it begins, how far it may go and how far it is moved.
    pub range: Range,
}

/// An engine with other parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TunedEngine {
    /// The text of its weights, if one of them is another.
    pub weights: Option<String>,
    /// The options of its search that are others.
    pub options: Vec<(String, String)>,
}

/// An engine and its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct TunableEngine {
    spec: EngineSpec,
    text: String,
    weights: Vec<Weight>,
    parameters: Vec<Parameter>,
}

impl TunableEngine {
    /// What of this engine can be tuned: its weights, and the parameters of its search.
    ///
    /// ```
    /// use longjump_tuning::TunableEngine;
    /// let tunable = TunableEngine::of(&"knightthrough/default".parse()?)?;
    /// let parameters = tunable.ranges("rows.3=620:500:700,late_moves=:1:20")?;
    /// let changed = tunable.with([(&parameters[0].parameter, 610.4), (&parameters[1].parameter, 5.0)]);
    /// assert!(changed.weights.unwrap().contains("[626, 534, 774, 610, 1340,"));
    /// assert_eq!(changed.options, [("late_moves".to_owned(), "5".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such engine.
    pub fn of(spec: &EngineSpec) -> Result<Self, TuningError> {
        let engine = build(spec)?;
        let text = engine.weights().unwrap_or_default().to_owned();
        let weights = weights_in(&text).expect("the engine has read them");
        let mut parameters: Vec<Parameter> = weights
            .iter()
            .map(|weight| Parameter {
                name: weight.name.clone(),
                value: weight.value,
                is_whole: weight.is_whole,
                is_weight: true,
            })
            .collect();
        for option in engine.options() {
            let is_search = SearchParameters::numbers().any(|name| name == option.name);
            if !is_search || !matches!(option.kind, OptionKind::Number { .. }) {
                continue;
            }
            parameters.push(Parameter {
                name: option.name.to_owned(),
                // What the engine was built with is what it says.
                value: option.default.parse().unwrap_or_default(),
                is_whole: true,
                is_weight: false,
            });
        }
        Ok(Self {
            spec: spec.clone(),
            text,
            weights,
            parameters,
        })
    }

    /// The engine.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// The number of this name: a weight, or else a number of the search.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, name: &str) -> Result<&Parameter, TuningError> {
        let mut parameters = self.parameters.iter();
        parameters
            .find(|parameter| parameter.name == name)
            .ok_or_else(|| {
                let known = self.parameters.iter();
                let known = known.map(|it| format!("{}={}", it.name, it.written(it.value)));
                TuningError::Unknown {
                    engine: self.spec.to_string(),
                    name: name.to_owned(),
                    known: match known.collect::<Vec<_>>() {
                        known if known.is_empty() => "none".to_owned(),
                        known => known.join(", "),
                    },
                }
            })
    }

    /// The weights of these names with commas between them, or all.
    ///
    /// # Errors
    /// When there is no such weight, or none at all.
    pub fn weights(&self, names: Option<&str>) -> Result<Vec<Parameter>, TuningError> {
        let Some(names) = names else {
            let all: Vec<Parameter> = self
                .parameters
                .iter()
                .filter(|it| it.is_weight)
                .cloned()
                .collect();
            return match all.is_empty() {
                true => Err(TuningError::NoWeights(self.spec.to_string())),
                false => Ok(all),
            };
        };
        let mut weights: Vec<Parameter> = Vec::new();
        for name in names.split(',') {
            let parameter = self.find(name.trim())?;
            if !parameter.is_weight {
                return Err(TuningError::NotAWeight(parameter.name.clone()));
            }
            if weights.contains(parameter) {
                return Err(TuningError::Twice(parameter.name.clone()));
            }
            weights.push(parameter.clone());
        }
        Ok(weights)
    }

    /// Reads parameters such as `last=190:100:300,late_moves=2:1:8:1`.
    ///
    /// # Errors
    /// When one is not written so, or there is no such parameter.
    pub fn ranges(&self, text: &str) -> Result<Vec<RangedParameter>, TuningError> {
        let mut ranges: Vec<RangedParameter> = Vec::new();
        for part in text.split(',') {
            let ranged = self.range(part.trim())?;
            if ranges
                .iter()
                .any(|other| other.parameter == ranged.parameter)
            {
                return Err(TuningError::Twice(ranged.parameter.name));
            }
            ranges.push(ranged);
        }
        Ok(ranges)
    }

    fn range(&self, part: &str) -> Result<RangedParameter, TuningError> {
        let malformed = || TuningError::Malformed(part.to_owned());
        let (name, range) = part.split_once('=').ok_or_else(malformed)?;
        let parameter = self.find(name)?.clone();
        let fields: Vec<&str> = range.split(':').collect();
        let read = |text: &str| {
            let value = text.parse().ok().filter(|value: &f64| value.is_finite());
            value.ok_or_else(malformed)
        };
        let [start, least, most] = fields.get(..3).ok_or_else(malformed)? else {
            return Err(malformed());
        };
        let (least, most) = (read(least)?, read(most)?);
        let start = match *start {
            "" => parameter.value,
            start => read(start)?,
        };
        let step = match &fields[3..] {
            // As wide as the range of the usual first guess.
            [] if parameter.is_whole => ((most - least) / 20.0).max(0.5),
            [] => (most - least) / 20.0,
            [step] => read(step)?,
            _ => return Err(malformed()),
        };
        let reason = if least >= most {
            format!("{least} is not less than {most}")
        } else if !(least..=most).contains(&start) {
            format!("it begins at {start}, which is not from {least} to {most}")
        } else if step <= 0.0 || step > most - least {
            format!("a step of {step} is not from above 0 to {}", most - least)
        } else if parameter.is_whole && step < 0.5 {
            format!(
                "it is a whole number, so a step of {step} would change nothing; give 0.5 or more"
            )
        } else if !parameter.is_weight && least < 0.0 {
            "an option of the search is not less than 0".to_owned()
        } else {
            let range = Range {
                start,
                least,
                most,
                step,
            };
            return Ok(RangedParameter { parameter, range });
        };
        Err(TuningError::BadRange {
            name: parameter.name,
            reason,
        })
    }

    /// What is other than before with these values; parameters not given stay as they are.
    pub fn with<'a>(&self, values: impl IntoIterator<Item = (&'a Parameter, f64)>) -> TunedEngine {
        let values: Vec<(&Parameter, f64)> = values.into_iter().collect();
        let weights = self.weights.iter().map(|weight| {
            let mut given = values.iter().filter(|(parameter, _)| parameter.is_weight);
            let given = given.find(|(parameter, _)| parameter.name == weight.name);
            (weight, given.map_or(weight.value, |it| it.1))
        });
        let any = values.iter().any(|(parameter, _)| parameter.is_weight);
        let options = values.iter().filter(|(parameter, _)| !parameter.is_weight);
        TunedEngine {
            weights: any.then(|| with_values(&self.text, weights)),
            options: options
                .map(|(parameter, value)| (parameter.name.clone(), parameter.written(*value)))
                .collect(),
        }
    }
}

impl TunedEngine {
    /// The engine with these parameters, its weights inside the spec.
    pub fn engine(&self, spec: &EngineSpec) -> EngineSpec {
        let weights = self.weights.as_ref();
        let weights = weights.map(|text| ("weights".to_owned(), format!("inline:{text}")));
        let options: Vec<_> = weights.into_iter().chain(self.options.clone()).collect();
        spec.clone().with(&options)
    }

    /// The engine with these parameters, its weights in a file.
    pub fn engine_with_file(&self, spec: &EngineSpec, file: &str) -> EngineSpec {
        let weights = self.weights.as_ref();
        let weights = weights.map(|_| ("weights".to_owned(), file.to_owned()));
        let options: Vec<_> = weights.into_iter().chain(self.options.clone()).collect();
        spec.clone().with(&options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn star() -> TunableEngine {
        TunableEngine::of(&"star/default".parse().expect("a spec")).expect("an engine")
    }

    #[test]
    fn what_is_no_parameter_is_told() {
        let check = |text: &str, expect: &str| {
            let error = star().ranges(text).expect_err(text).to_string();
            assert!(error.contains(expect), "{error}");
        };
        check("first=1:0:2", "it has row=100.0, side=17.0");
        check("first=1:0:2", "late_moves=2");
        check("hash=16:1:64", "no parameter called 'hash'");
        check("last", "write NAME=START:LEAST:MOST");
        check("last=190:100", "write NAME=START:LEAST:MOST");
        check("last=190:a:300", "write NAME=START:LEAST:MOST");
        check("last=190:300:100", "300 is not less than 100");
        check("last=90:100:300", "it begins at 90");
        check("last=190:100:300:0", "a step of 0");
        check("hop=28:0:60:0.1", "a step of 0.1 would change nothing");
        check("late_moves=2:-1:8", "not less than 0");
        check("last=:100:300,last=:1:300", "last is given twice");
    }

    #[test]
    fn parameters_begin_where_they_are() {
        let spec = "star/default:late_moves=4".parse().expect("a spec");
        let tunable = TunableEngine::of(&spec).expect("an engine");
        let ranges = tunable.ranges("late_moves=:1:9,last=:100:300");
        let ranges: Vec<Range> = ranges.unwrap().into_iter().map(|it| it.range).collect();
        assert_eq!((ranges[0].start, ranges[0].step), (4.0, 0.5));
        assert_eq!((ranges[1].start, ranges[1].step), (190.0, 10.0));
        let error = tunable.ranges("hop=:20:24").expect_err("28 is above");
        assert!(error.to_string().contains("it begins at 28"), "{error}");
    }

    #[test]
    fn only_weights_can_be_fitted() {
        assert_eq!(star().weights(None).expect("all").len(), 9);
        let some = star().weights(Some("last,hop")).expect("two");
        assert_eq!(
            some.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(),
            ["last", "hop"]
        );
        let error = star().weights(Some("late_moves")).expect_err("an option");
        assert!(error.to_string().contains("only weights"), "{error}");
        let greedy = TunableEngine::of(&"star/greedy".parse().expect("a spec")).expect("an engine");
        assert!(greedy.weights(None).is_err());
    }

    #[test]
    fn engines_are_built_with_other_numbers() {
        let tunable = star();
        let ranges = tunable
            .ranges("last=:100:300,late_moves=:1:8")
            .expect("right");
        let values = [203.25, 3.0];
        let changed = tunable.with(ranges.iter().map(|it| &it.parameter).zip(values));
        let spec = changed.engine(tunable.spec());
        let engine = build(&spec).expect("its weights are inside");
        assert!(engine.weights().expect("weights").contains("last = 203.25"));
        let spec = changed.engine_with_file(tunable.spec(), "best.toml");
        assert_eq!(
            spec.to_string(),
            "star/default:weights=best.toml,late_moves=3"
        );
    }
}
