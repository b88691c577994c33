// Stands in some documents, in front of what it speaks of. A visit that begins at the top of the page leaves the layout of
// what stands further down until somebody comes near (home.css, store.css, product.css). One that returns to a place, or is led to
// one, does not: how tall sections are that nobody has laid out is a guess, by which it would end elsewhere. Nor does it in a browser that
// would let what is read move when sections above it are laid out.

const page = document.documentElement;
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

if (visit?.type === 'navigate' && location.hash === '' && CSS.supports('overflow-anchor', 'auto')) {
  page.classList.add('from-top');
  const layOutAll = () => page.classList.remove('from-top');
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href*="#"]')) layOutAll();
  });
  // Who leaps reads below sections that nobody has seen.
  let last = 0;
  addEventListener('scroll', () => {
    if (scrollY - last > 2 * innerHeight) layOutAll();
    last = scrollY;
  });
}
