-- What a buyer was promised stays so when the product says something else later.
ALTER TABLE order_items ADD COLUMN making_days INTEGER CHECK (making_days > 0); -- working days of making it for its buyer, where they are known
