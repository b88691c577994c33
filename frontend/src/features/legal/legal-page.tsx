import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../api/site';
import { paths } from '../../paths';
import { useTitle } from '../site/use-navigation-effects';
import { FactsProvider, fill, RichText } from './rich-text';
import { SectionLink } from './section-link';
import { useLegalTexts, type Block, type DocumentName, type LegalDocument } from './texts';
import { OlderVersions, VersionOf } from './versions';
import { WithdrawalForm } from './withdrawal-form';

/** From so many sections on a document has a table of contents. */
const long = 4;

/** Documents that say who else learns of a visit. */
const tellsOfOthers: DocumentName[] = ['privacy', 'cookies'];

type Props = {
  name: DocumentName;
  /** What can be done here, before what there is to read. */
  children?: ReactNode;
};

/** A legal document, laid out for reading. */
export function LegalPage({ name, children }: Props) {
  const { ui, documents } = useLegalTexts();
  const { captcha } = useSite();
  const { title, lead, sections } = documents[name];
  useTitle(title);
  return (
    <FactsProvider>
      <div className="legal page">
        <Link className="legal__home" to={paths.home}>
          <ArrowLeft aria-hidden="true" className="flip" /> {ui.home}
        </Link>
        <header className="legal__head stack">
          <h1>{title}</h1>
          <VersionOf name={name} />
          <div className="legal__said stack">
            <p className="legal__lead">
              <RichText text={lead} />
            </p>
            <p className="legal__binding">{ui.binding}</p>
            {captcha && tellsOfOthers.includes(name) && <p>{fill(ui.captcha, { captcha })}</p>}
          </div>
        </header>
        {children}
        {sections.length >= long && <Contents title={ui.contents} sections={sections} />}
        <article className="legal__text">
          {sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id} tabIndex={-1}>
                {section.title}
              </h2>
              {section.blocks.map((block, index) => (
                <LegalBlock key={index} block={block} />
              ))}
            </section>
          ))}
        </article>
        <OlderVersions name={name} />
      </div>
    </FactsProvider>
  );
}

function Contents({ title, sections }: { title: string } & Pick<LegalDocument, 'sections'>) {
  return (
    <nav className="legal__contents" aria-label={title}>
      <p className="legal__contents-title">{title}</p>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <SectionLink id={id}>{title}</SectionLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function LegalBlock({ block }: { block: Block }) {
  if (typeof block === 'string') return <p><RichText text={block} /></p>;
  if (Array.isArray(block)) {
    return (
      <ul>
        {block.map((item) => (
          <li key={item}><RichText text={item} /></li>
        ))}
      </ul>
    );
  }
  if ('form' in block) return <WithdrawalForm lines={block.form} />;
  return (
    <dl>
      {block.terms.map(([name = '', meaning = '']) => (
        <div key={name}>
          <dt><RichText text={name} /></dt>
          <dd><RichText text={meaning} /></dd>
        </div>
      ))}
    </dl>
  );
}
