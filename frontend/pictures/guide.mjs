// What the guide at the desk shows (src/features/desk/guide/acts.ts): each picture by its name, and the way to what is on it.

/** Looks at a page of the desk; from `mark` on where one is given: what stands there is at the top. */
const at = (where, mark) => async (page) => {
  await page.goto(`/admin/${where}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  if (mark) await toTop(page, mark(page));
};

/** Below the bar, which stays. */
const toTop = async (page, mark) => {
  const element = mark.first();
  await element.evaluate((node) => window.scrollTo(0, node.getBoundingClientRect().top + window.scrollY - 72));
};

const press = (place, name) => place.getByRole('button', { name, exact: true }).click();

/** The steps in the order in which they leave the shop as the next one needs it. */
export const guide = ({ orders, quote }) => ({
  'ship-find': at('orders?to_ship=true'),
  'ship-pack': at(`orders/${orders.paid}`, (page) => page.getByText('Quién lo recibe', { exact: true })),
  'ship-send': async (page) => {
    await at(`orders/${orders.paid}`)(page);
    await press(page, 'Marcar como enviado');
    await page.getByLabel('Número de seguimiento').fill('PQ4E8X0700012340108003C');
  },
  'ship-told': async (page) => {
    await press(page.getByRole('dialog'), 'Marcar como enviado');
    await page.getByRole('button', { name: 'Marcar como entregado' }).waitFor();
  },
  'refund-open': at(`orders/${orders.delivered}`, (page) => page.getByRole('button', { name: 'Añadir una nota' })),
  'refund-choose': async (page) => {
    await press(page, 'Devolver dinero');
    await page.getByRole('dialog').waitFor();
  },
  'refund-done': at(`orders/${orders.refunded}`),
  'product-new': at('products'),
  'product-basics': async (page) => {
    await at('products/new')(page);
    await page.locator('[name=title]').fill('Guantes de trabajo reforzados');
  },
  'product-price': async (page) => {
    const fold = page.getByText('Precio y existencias', { exact: true });
    await toTop(page, fold);
  },
  'product-publish': async (page) => {
    const fold = page.getByRole('heading', { name: 'En la tienda' });
    await fold.click();
    await toTop(page, fold);
  },
  'request-find': at('inbox'),
  'request-read': at(`inbox/quotes/${quote}`),
  'request-reply': async (page) => {
    await page.getByLabel('Tu respuesta').fill('Hola, Marta: suena a que el cuadro se queda corto. Podemos pasar el jueves por la mañana. ¿Te va bien?');
    await toTop(page, page.getByLabel('Tu respuesta'));
  },
  'request-close': async (page) => toTop(page, page.getByRole('button', { name: 'Añadir una nota' })),
  'hours-find': at('settings', (page) => page.getByRole('heading', { name: 'Horario de oficina' })),
  'hours-write': async (page) => toTop(page, page.getByRole('checkbox', { name: 'martes' })),
  'hours-closed': async (page) => {
    await press(page, 'Añadir días cerrados');
    await toTop(page, page.getByText('Días cerrados', { exact: true }));
  },
});
