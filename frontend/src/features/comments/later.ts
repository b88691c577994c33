import { latePart } from '../../late-part';
import { needSections } from '../../sections';

/** The comments on a product, which stand below what everybody comes for. */
export const productComments = latePart(async () => {
  const [module] = await Promise.all([import('../../later'), needSections(['comments'])]);
  return module.Comments;
});
