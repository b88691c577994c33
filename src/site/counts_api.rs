//! `POST /api/counts/{what}`: what happens in a browser after its page has come.

use poem_openapi::param::Path;
use poem_openapi::{ApiResponse, OpenApi, Tags};

use crate::app::Shared;
use crate::counts::{self, What};

/// The endpoint of counts.
pub struct CountsApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The firm and its site.
    Site,
}

#[derive(ApiResponse)]
enum CountAnswer {
    /// Counted, unless a program asked.
    #[oai(status = 204)]
    Counted,
}

#[OpenApi(tag = "Tag::Site")]
impl CountsApi {
    /// Counts that a page was opened or something pressed, and keeps nothing of who did it
    #[oai(path = "/counts/:what", method = "post", operation_id = "count")]
    #[expect(clippy::unused_async, reason = "every operation is async")]
    async fn count(
        &self,
        http: &poem::Request,
        /// What.
        what: Path<What>,
    ) -> CountAnswer {
        if counts::is_somebody(http) {
            self.app.counts.count(what.0, self.app.clock.now());
        }
        CountAnswer::Counted
    }
}
