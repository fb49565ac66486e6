//! What is answered when something can't be done.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use longjump_door::PasswordError;
use longjump_wire::rest::Problem;

/// Why a request was not done.
#[derive(Debug)]
pub enum ApiError {
    /// It makes no sense.
    Wrong(String),
    /// Nobody knows who asks.
    NoSession,
    /// Name or password is wrong, and nobody is told which.
    NoSuchLogin,
    /// Name or recovery code is wrong, and nobody is told which.
    NoSuchCode,
    /// The key of a letter is wrong, or not good any more.
    NoSuchKey,
    /// A passkey is not known here, or has not signed what it was to, and nobody is told which.
    NoSuchPasskey,
    /// Who is signed in has given a password that is not theirs.
    WrongPassword,
    /// The password that somebody chooses is one of those that are tried first.
    LeakedPassword,
    /// What can't be undone asks for the password or a key again.
    Unproven,
    /// Those who keep order have closed the account.
    Closed,
    /// Somebody asks for what is not theirs.
    Forbidden(&'static str),
    /// It is not there.
    NotFound(&'static str),
    /// The rules of the game or of the service say no.
    Refused(&'static str, String),
    /// Too often, or too much of it.
    TooMany(&'static str),
    /// Something we need is away.
    Away,
}

impl ApiError {
    /// Too often in a short time.
    pub const TOO_OFTEN: Self = Self::TooMany("too many requests; wait a minute");

    /// Another socket or stream than one may have.
    pub const TOO_MANY_OPEN: Self =
        Self::TooMany("you have too many games open; close some pages or programs");

    fn parts(self) -> (StatusCode, &'static str, String) {
        match self {
            Self::Wrong(why) => (StatusCode::UNPROCESSABLE_ENTITY, "wrong", why),
            Self::NoSession => (
                StatusCode::UNAUTHORIZED,
                "no_session",
                "sign in first, or POST /api/guest to play without an account".to_owned(),
            ),
            Self::NoSuchLogin => (
                StatusCode::UNAUTHORIZED,
                "no_such_login",
                "name or password is wrong".to_owned(),
            ),
            Self::NoSuchCode => (
                StatusCode::UNAUTHORIZED,
                "no_such_code",
                "name or code is wrong, or the code was used before".to_owned(),
            ),
            Self::NoSuchKey => (
                StatusCode::UNAUTHORIZED,
                "no_such_key",
                "the link is not good any more: it was used, or is too old".to_owned(),
            ),
            Self::NoSuchPasskey => (
                StatusCode::UNAUTHORIZED,
                "no_such_passkey",
                "this passkey is not known here, or its answer is wrong".to_owned(),
            ),
            Self::WrongPassword => (
                StatusCode::FORBIDDEN,
                "wrong_password",
                "the password is wrong".to_owned(),
            ),
            Self::LeakedPassword => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "leaked_password",
                "this password is easily guessed, or known from a leak; choose another one"
                    .to_owned(),
            ),
            Self::Unproven => (
                StatusCode::FORBIDDEN,
                "unproven",
                "this needs a proof that is five minutes old at most: POST /api/account/proof \
                 or, with a passkey, /api/account/proof/begin"
                    .to_owned(),
            ),
            Self::Closed => (
                StatusCode::FORBIDDEN,
                "closed",
                "this account is closed; write to those who run this service if that is wrong"
                    .to_owned(),
            ),
            Self::Forbidden(why) => (StatusCode::FORBIDDEN, "forbidden", why.to_owned()),
            Self::NotFound(why) => (StatusCode::NOT_FOUND, "not_found", why.to_owned()),
            Self::Refused(code, why) => (StatusCode::CONFLICT, code, why),
            Self::TooMany(why) => (StatusCode::TOO_MANY_REQUESTS, "too_many", why.to_owned()),
            Self::Away => (
                StatusCode::SERVICE_UNAVAILABLE,
                "away",
                "the server can't do that just now; try again".to_owned(),
            ),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code, why) = self.parts();
        let code = code.to_owned();
        (status, Json(Problem { code, why })).into_response()
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(%error, "the database");
        Self::Away
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::TooMany => Self::TOO_OFTEN,
            PasswordError::Away => Self::Away,
        }
    }
}

impl From<JsonRejection> for ApiError {
    fn from(error: JsonRejection) -> Self {
        Self::Wrong(error.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(error: PathRejection) -> Self {
        Self::Wrong(error.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(error: QueryRejection) -> Self {
        Self::Wrong(error.body_text())
    }
}
