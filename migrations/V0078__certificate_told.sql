-- The owner is told by mail when the certificate runs out. Only the definition changes.
CREATE TABLE owner_alerts_more (
    kind TEXT PRIMARY KEY CHECK (kind IN ('order_events', 'dead_mails', 'backup', 'drill', 'invoices', 'invoices_wrong', 'certificate')),
    told INTEGER NOT NULL
) STRICT;
INSERT INTO owner_alerts_more (kind, told) SELECT kind, told FROM owner_alerts;
INSERT INTO owner_alerts_more (kind, told) VALUES ('certificate', 0);
DROP TABLE owner_alerts;
ALTER TABLE owner_alerts_more RENAME TO owner_alerts;
