SELECT v.id                                                  AS variant_id,
       p.id                                                  AS product_id,
       coalesce(product_text.text, p.title)                  AS product_title,
       coalesce(variant_text.text, v.title)                  AS variant_title,
       v.sku                                                 AS sku,
       coalesce(v.image_url,
                (SELECT url FROM product_images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1)) AS image_url,
       v.price_in_cents                                      AS price,
       v.sale_price_in_cents                                 AS sale_price,
       p.tax_rate_bp                                         AS tax_rate_bp,
       v.weight_grams                                        AS weight_grams,
       v.manage_inventory                                    AS manage_inventory,
       v.inventory_quantity                                  AS inventory_quantity,
       p.purchasable                                         AS purchasable
FROM variants v
JOIN products p ON p.id = v.product_id
LEFT JOIN product_texts product_text
       ON product_text.product_id = p.id AND product_text.lang = ?2 AND product_text.path = 'title'
LEFT JOIN product_texts variant_text
       ON variant_text.product_id = p.id AND variant_text.lang = ?2 AND variant_text.path = 'variant/' || v.id
WHERE v.id = ?1
  AND v.deleted_at IS NULL
  AND p.deleted_at IS NULL
  AND p.status = 'published'
  AND NOT p.is_hidden
