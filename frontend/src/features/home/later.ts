import { latePart } from '../../late-part';
import { needSections } from '../../sections';

/** Everything below the landing page's first screen. */
export const homeSections = latePart(async () => {
  const [module] = await Promise.all([import('../../later'), needSections(['home', 'contact', 'finding'])]);
  return module.HomeSections;
});
