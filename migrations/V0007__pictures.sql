-- The demo's pictures come in several widths: their addresses lost the ending of the drawings they were.

UPDATE product_images SET url = substr(url, 1, length(url) - 4) WHERE url GLOB '/media/demo/*.svg';
UPDATE variants SET image_url = substr(image_url, 1, length(image_url) - 4) WHERE image_url GLOB '/media/demo/*.svg';
UPDATE collections SET image_url = substr(image_url, 1, length(image_url) - 4) WHERE image_url GLOB '/media/demo/*.svg';
UPDATE order_items SET image_url = substr(image_url, 1, length(image_url) - 4) WHERE image_url GLOB '/media/demo/*.svg';
UPDATE catalogue_version SET version = version + 1;
