-- Who makes a product. Imports kept it among the owner's data, as the vendor.
ALTER TABLE products ADD COLUMN brand TEXT CHECK (length(brand) BETWEEN 1 AND 100);
UPDATE products SET brand = trim(json_extract(metadata, '$.vendor')), metadata = json_remove(metadata, '$.vendor')
WHERE json_type(metadata, '$.vendor') = 'text' AND length(trim(json_extract(metadata, '$.vendor'))) BETWEEN 1 AND 100;
