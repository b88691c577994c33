import { trusted } from '../../trusted-html';

/** HTML that the server has cleaned. */
export function ProductHtml({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: trusted(html) }} />;
}
