-- What a maker promises beyond the law, free of charge and for the whole of a product: how long, in months, by whom and for
-- which model (Directive (EU) 2024/825).
ALTER TABLE products ADD COLUMN guarantee_months INTEGER CHECK (guarantee_months BETWEEN 30 AND 1200 AND guarantee_months % 6 = 0);
ALTER TABLE products ADD COLUMN guarantee_producer TEXT CHECK (length(guarantee_producer) BETWEEN 1 AND 200);
ALTER TABLE products ADD COLUMN guarantee_model TEXT CHECK (length(guarantee_model) BETWEEN 1 AND 200);
