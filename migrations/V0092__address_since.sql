-- Since when an account has its address, where it had another before: whoever was erased under that one earlier is somebody
-- else, and what the account brought along is older than their erasure.
ALTER TABLE users ADD COLUMN address_since INTEGER;
