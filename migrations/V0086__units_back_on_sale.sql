-- How many of a refund's units go back on sale, where a return says it of each; else all or none of them do.
ALTER TABLE refund_lines ADD COLUMN restocked INTEGER CHECK (restocked BETWEEN 0 AND quantity);
