-- What customers write about products. Nobody but its author and the administrators reads one before it is approved.

CREATE TABLE comments (
    id         TEXT PRIMARY KEY,
    item_id    TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    content    TEXT NOT NULL CHECK (length(content) BETWEEN 1 AND 2000),
    status     TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
    reason     TEXT CHECK (length(reason) BETWEEN 1 AND 500),       -- why it was rejected, for administrators
    created_at INTEGER NOT NULL,
    decided_at INTEGER,                                             -- when it was approved or rejected
    CHECK ((decided_at IS NULL) = (status = 'pending')),
    CHECK (reason IS NULL OR status = 'rejected')
) STRICT;
CREATE INDEX comments_by_time ON comments (created_at);
CREATE INDEX comments_by_status ON comments (status, created_at);
CREATE INDEX comments_by_user ON comments (user_id, created_at);
-- The condition is the one of the public list, word for word.
CREATE INDEX comments_approved_of_item ON comments (item_id, created_at) WHERE status = 'approved';

-- Pages show approved comments, and the names of who wrote them.
CREATE TRIGGER catalogue_version_comment_insert AFTER INSERT ON comments WHEN new.status = 'approved' BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_comment_update AFTER UPDATE ON comments WHEN old.status = 'approved' OR new.status = 'approved' BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_comment_delete AFTER DELETE ON comments WHEN old.status = 'approved' BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_author_update AFTER UPDATE OF name ON profiles
WHEN old.name <> new.name AND EXISTS (SELECT 1 FROM comments WHERE user_id = new.id AND status = 'approved')
BEGIN UPDATE catalogue_version SET version = version + 1; END;
