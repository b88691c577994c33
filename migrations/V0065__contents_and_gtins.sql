-- How much of something a variant holds, such as '0.75 l', of which the price of a litre is made; and the number its maker
-- gave it, of 8, 12, 13 or 14 digits.
ALTER TABLE variants ADD COLUMN content TEXT CHECK (content GLOB '[0-9]* [a-z]*');
ALTER TABLE variants ADD COLUMN gtin TEXT CHECK (length(gtin) IN (8, 12, 13, 14) AND gtin NOT GLOB '*[^0-9]*');
