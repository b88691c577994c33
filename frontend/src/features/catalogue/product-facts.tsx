import FileText from 'lucide-react/icons/file-text';
import { useTranslation } from '../../i18n';
import type { Product } from '../../api/types';

/** What is told of a product one by one: its attributes, what is in the box, its maker's papers. */
export function ProductFacts({ product }: { product: Product }) {
  const { t } = useTranslation();
  const { attributes, in_the_box: box, documents } = product;
  const named = [
    ['facts.brand', product.brand],
    ['facts.model', product.model],
  ].flatMap(([key, value]) => (key && value ? [{ name: t(key), value }] : []));
  const rows = [...named, ...attributes];
  return (
    <>
      {rows.length > 0 && (
        <section className="facts" aria-labelledby="facts-title">
          <h2 id="facts-title">{t('facts.title')}</h2>
          <table>
            <tbody>
              {rows.map(({ name, value }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <bdi>{value}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {box.length > 0 && (
        <section className="facts" aria-labelledby="box-title">
          <h2 id="box-title">{t('facts.box')}</h2>
          <ul className="facts__box">
            {box.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {documents.length > 0 && (
        <section className="facts" aria-labelledby="documents-title">
          <h2 id="documents-title">{t('facts.documents')}</h2>
          <ul className="facts__documents">
            {documents.map(({ title, url, bytes }) => (
              <li key={url}>
                <a href={url} download>
                  <FileText aria-hidden="true" />
                  <span>
                    {title} <small>{bytes ? t('facts.size', { size: Math.ceil(bytes / 1000) }) : 'PDF'}</small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
