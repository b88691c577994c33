-- The words of products by each three letters in a row (a space stands before the first and behind the last), so that
-- those near a mistyped word are found without reading all. Letters are counted and compared without case and accents.
CREATE TABLE product_word_grams (
    gram    TEXT NOT NULL,
    letters INTEGER NOT NULL,                            -- of the whole word
    word    TEXT NOT NULL,
    PRIMARY KEY (gram, letters, word)
) STRICT, WITHOUT ROWID;

INSERT INTO product_word_grams (gram, letters, word)
WITH RECURSIVE place (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < 40),
padded (word, text) AS (
    SELECT word, ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        replace(replace(replace(word, 'á', 'a'), 'à', 'a'), 'â', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'),
        'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ó', 'o'), 'ô', 'o'), 'ú', 'u'), 'ñ', 'n'), 'ç', 'c') || ' '
    FROM product_words
)
SELECT DISTINCT substr(text, n, 3), length(text) - 2, word FROM padded JOIN place ON n <= length(text) - 2;
