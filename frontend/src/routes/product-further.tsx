import { ProductSafety } from '../features/catalogue/product-safety';
import { Comments } from '../features/comments/comments';

/** What stands below what everybody comes for. */
export function ProductFurther() {
  return (
    <>
      <ProductSafety />
      <Comments />
    </>
  );
}
