import { Link } from 'react-router';
import type { Product } from '../../api/types';
import { paths } from '../../paths';
import { pictureSources } from '../../ui/picture-sources';

/** The product that is asked for, and the way back to it; its room until it has come. */
export function AskedFor({ product }: { product: Product | undefined }) {
  if (!product) return <div className="asked-for" />;
  const { id, title, thumbnail } = product;
  return (
    <Link className="asked-for" to={paths.product(id)}>
      {thumbnail && <img {...pictureSources(thumbnail, [160])} alt="" width="64" height="48" />}
      <strong>{title}</strong>
    </Link>
  );
}
