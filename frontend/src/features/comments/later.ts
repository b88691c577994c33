import { latePart } from '../../late-part';
import { needSections } from '../../sections';

/** What the law wants told of a product and the comments on it, which stand below what everybody comes for. */
export const productFurther = latePart(async () => {
  const [module] = await Promise.all([import('../../later'), needSections(['comments'])]);
  return module.ProductFurther;
});
