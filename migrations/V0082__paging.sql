-- Which records are invoices, in their order: the records themselves are long.
CREATE INDEX invoice_records_issued ON invoice_records (seq) WHERE kind = 'issue';
