//! What the answer is to what rooms and the database say.

use crate::rooms::ActError;
use crate::store::StoreError;
use longjump_accounts::ApiError;
use longjump_online::Refusal;

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the database");
        Self::Away
    }
}

impl From<ActError> for ApiError {
    fn from(error: ActError) -> Self {
        match error {
            ActError::NoGame => Self::NotFound("there is no such game"),
            ActError::Refused(refusal) => refused(&refusal),
            ActError::TryAgain => Self::Away,
        }
    }
}

/// What a room or the service says no to.
pub(super) fn refused(refusal: &Refusal) -> ApiError {
    ApiError::Refused(refusal.code(), refusal.to_string())
}
