-- How much a buyer may write where a product asks for a text: what fits on a plate is less than what fits into a column.
ALTER TABLE custom_fields ADD COLUMN max_length INTEGER NOT NULL DEFAULT 200 CHECK (max_length BETWEEN 1 AND 200);
