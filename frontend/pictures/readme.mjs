// What the README opens with: each picture by its name, and the way to what is on it.

/** Looks at a page as it opens. */
const at = (where) => async (page) => {
  await page.goto(where);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

/** A product with several pictures. */
const product = async (page) => {
  await at('/store')(page);
  await page.getByRole('link', { name: 'Taladro atornillador' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Taladro atornillador' }).waitFor();
};

export const readme = { shop: at('/'), product, desk: at('/admin/orders') };
