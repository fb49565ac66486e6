//! What keeps other sites out.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use longjump_wire::rest::Problem;

/// Everything comes from here, nothing is written into pages but by our own scripts, and the
/// engines' WebAssembly may run. Workers ask an address of the page itself (`blob:`) whether
/// they are still wanted.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; \
    connect-src 'self' blob:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'self'";

/// The only page that other sites may show in a frame: a board to look at. It asks for nothing but
/// files, and studies as a stranger would, and knows no account, so nobody can be led to click on
/// something that matters there.
const EMBED: &str = "/embed.html";

/// Adds the headers that browsers keep to; where the site has a secure address, it is to be
/// asked for there only.
pub async fn shield_headers(
    State(is_secure): State<bool>,
    request: Request,
    next: Next,
) -> Response {
    let is_embed = request.uri().path() == EMBED;
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if is_secure {
        let two_years = HeaderValue::from_static("max-age=63072000");
        headers.insert(STRICT_TRANSPORT_SECURITY, two_years);
    }
    let fixed: [(HeaderName, &'static str); 5] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-embedder-policy"),
            "require-corp",
        ),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let readers = if is_embed {
        "cross-origin"
    } else {
        // Beside the policy above; browsers keep to both.
        let unframed = HeaderValue::from_static("frame-ancestors 'none'");
        headers.append(CONTENT_SECURITY_POLICY, unframed);
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        "same-origin"
    };
    let resource_policy = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(resource_policy, HeaderValue::from_static(readers));
    response
}

/// Turns away what another site has a browser do: changes, and sockets, carry the visitor's
/// cookie whoever asked for them.
pub async fn same_site_only(request: Request, next: Next) -> Response {
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_socket = request.headers().contains_key("upgrade");
    if (!harmless || is_socket) && !is_same_site(request.headers()) {
        let problem = Problem {
            code: "forbidden".to_owned(),
            why: "this was asked for by another site".to_owned(),
        };
        return (StatusCode::FORBIDDEN, Json(problem)).into_response();
    }
    next.run(request).await
}

/// Whether a request was made by our own pages, or by no page at all.
fn is_same_site(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site")
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    match headers.get(ORIGIN) {
        None => true,
        Some(origin) => {
            let origin = origin.to_str().ok();
            let host = origin.and_then(|origin| origin.split_once("://"));
            host.is_some_and(|(_, host)| text(HOST.as_str()) == Some(host))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::routing::get;
    use axum::{Router, middleware};
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;

    /// What is said to browsers about an address, one line a header.
    async fn headers_of(path: &'static str) -> Vec<String> {
        let router = Router::new()
            .fallback(get(|| async { "a page" }))
            .layer(middleware::from_fn_with_state(true, shield_headers));
        let request = Request::builder().uri(path).body(Body::empty());
        let request = request.expect("a request");
        let answer = TowerToHyperService::new(router).call(request).await;
        let answer = answer.expect("an answer");
        let line = |(name, value): (&HeaderName, &HeaderValue)| {
            format!("{name}: {}", value.to_str().expect("text"))
        };
        answer.headers().iter().map(line).collect()
    }

    #[tokio::test]
    async fn only_the_embed_can_be_framed() {
        let frames = [
            "content-security-policy: frame-ancestors 'none'",
            "x-frame-options: DENY",
        ];
        for path in [
            "/",
            "/index.html",
            "/api/me",
            "/embed.html/",
            "//embed.html",
        ] {
            let headers = headers_of(path).await;
            for frame in frames {
                assert!(headers.iter().any(|line| line == frame), "{path}: {frame}");
            }
        }
        let headers = headers_of("/embed.html").await;
        assert!(
            !headers.iter().any(|line| line.contains("frame")),
            "{headers:?}"
        );
        assert!(headers.contains(&format!("content-security-policy: {POLICY}")));
    }

    fn check(pairs: &[(&'static str, &'static str)], expect: bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, HeaderValue::from_static(value));
        }
        assert_eq!(is_same_site(&headers), expect, "{pairs:?}");
    }

    #[test]
    fn other_sites_are_kept_out_and_programs_are_not() {
        check(&[("host", "a.org")], true);
        check(&[("host", "a.org"), ("origin", "https://a.org")], true);
        check(&[("host", "a.org"), ("origin", "https://b.org")], false);
        check(&[("host", "a.org"), ("origin", "null")], false);
        check(
            &[("host", "a.org"), ("origin", "https://a.org.b.org")],
            false,
        );
        check(
            &[("host", "a.org"), ("sec-fetch-site", "cross-site")],
            false,
        );
        check(&[("host", "a.org"), ("sec-fetch-site", "same-site")], false);
        check(
            &[("host", "a.org"), ("sec-fetch-site", "same-origin")],
            true,
        );
    }
}
