-- Attempts at a picture's AVIF files that were begun and never ended: what takes the program down with it is given up.

ALTER TABLE media ADD COLUMN avif_attempts INTEGER NOT NULL DEFAULT 0 CHECK (avif_attempts >= 0);
