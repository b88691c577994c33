import Package from 'lucide-react/icons/package';
import { pictureSizes, pictureSources } from '../../ui/picture-sources';

type Props = {
  url: string | null | undefined;
  alt: string;
  /** In view at once: loaded before anything else. */
  eager?: boolean;
  className?: string;
  place?: keyof typeof pictureSizes;
};

/** A product picture in a fixed box, whatever its own shape; a drawing where there is none. */
export function ProductPicture({ url, alt, eager = false, className = '', place = 'card' }: Props) {
  const { widths, sizes } = pictureSizes[place];
  return (
    // A `span`: it stands inside buttons too.
    <span className={`picture ${className}`.trim()}>
      {url ? (
        <img
          {...pictureSources(url, widths, sizes)}
          alt={alt}
          width="800"
          height="600"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
        />
      ) : (
        <Package className="picture__none" aria-hidden="true" />
      )}
    </span>
  );
}
