-- What a translation translates: a hash of the Spanish text as it was. Another Spanish text makes it stale; without a
-- hash, as for texts from before, nothing is known.
ALTER TABLE product_texts ADD COLUMN source BLOB;
