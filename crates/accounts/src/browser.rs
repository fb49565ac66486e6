//! Which browser somebody uses, in words that they know.

/// Browsers by what they say of themselves; most claim to be those further down too.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Systems likewise.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
];

/// `Firefox, Windows`; none for what is no browser that we know.
pub(crate) fn in_words(user_agent: &str) -> Option<String> {
    let find = |list: &[(&str, &'static str)]| {
        let found = list.iter().find(|(mark, _)| user_agent.contains(mark));
        found.map(|&(_, name)| name)
    };
    let browser = find(&BROWSERS)?;
    Some(match find(&SYSTEMS) {
        Some(system) => format!("{browser}, {system}"),
        None => browser.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn browsers_are_told_apart() {
        for (says, words) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
                Some("Firefox, Windows"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                Some("Edge, Windows"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                Some("Chrome, Android"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
                Some("Safari, iPhone"),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
                Some("Safari, Mac"),
            ),
            ("curl/8.5.0", None),
            ("", None),
        ] {
            assert_eq!(in_words(says).as_deref(), words, "{says}");
        }
    }
}
