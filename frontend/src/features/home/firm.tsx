// What shows that the firm is real, as far as its owner gave it.

import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { Licence, Proof, Said as Words, TeamMember } from '../../api/types';
import { useTranslation } from '../../i18n';
import { money, thousands } from '../../ui/format';
import { AreaMap } from './area-map';
import { SitePicture } from './site-picture';

const useProof = (): Proof | undefined => useResource<Proof>(resourcePaths.proof).data;

/** A few numbers that say who one deals with; nothing where none was given. */
export function Figures() {
  const { t, lang } = useTranslation();
  const { locality } = useSite();
  const { since, jobs, guarantee_months: months, insurance } = useProof() ?? {};
  const figures = [
    since && { key: 'since', value: t('proof.since', { year: since }), text: t('proof.since_text', { locality }) },
    jobs && { key: 'jobs', value: t('proof.jobs', { count: thousands(jobs, lang) }), text: t('proof.jobs_text') },
    months && { key: 'months', value: t('proof.guarantee', { count: months }), text: t('proof.guarantee_text') },
    insurance && {
      key: 'insurance',
      value: money(insurance.cover_in_euros * 100, lang).replace(/[.,]00/, '').replace(/\d+/, (euros) => thousands(Number(euros), lang)),
      text: t('proof.insurance_text', { insurer: insurance.insurer }),
    },
  ].filter((figure) => typeof figure === 'object' && figure !== null);
  if (figures.length === 0) return null;
  return (
    <dl className="figures page">
      {figures.map(({ key, value, text }) => (
        <div key={key}>
          <dt className="numeric">{value}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Who comes, what they may do, where they go, and what was said of them. */
export function Firm() {
  const { t } = useTranslation();
  const { team = [], licences = [], words = [] } = useProof() ?? {};
  const own = useSite().own_pictures ?? [];
  const faces = team.map((_, n) => `team-${n + 1}`);
  const isDrawn = (name: string) => !own.includes(name);
  if (team.length + licences.length + words.length === 0) return null;
  return (
    <section className="page section firm" aria-labelledby="firm-title">
      <header className="section-head">
        <p className="kicker">{t('proof.kicker')}</p>
        {/* Nobody is promised faces who sees drawings. */}
        <h2 id="firm-title">{t(faces.some(isDrawn) ? 'proof.title_drawn' : 'proof.title')}</h2>
        {team.length > 0 && ['van', ...faces].some(isDrawn) && <p className="muted">{t('proof.illustrations')}</p>}
      </header>
      {team.length > 0 && <Team team={team} />}
      <div className="firm__papers">
        {licences.length > 0 && <Licences licences={licences} />}
        <Places />
      </div>
      {words.length > 0 && <Said words={words} />}
    </section>
  );
}

function Team({ team }: { team: TeamMember[] }) {
  const { t } = useTranslation();
  return (
    <div className="team">
      <ul className="team__people">
        {team.map(({ name, trade, since }, n) => (
          <li key={name}>
            <SitePicture name={`team-${n + 1}`} alt="" shape="face" sizes="(min-width: 60rem) 14rem, 46vw" />
            <h3>
              <bdi>{name}</bdi>
            </h3>
            <p>{t(`proof.trade.${trade}`)}</p>
            {since && <p className="muted">{t('proof.in_trade_since', { year: since })}</p>}
          </li>
        ))}
      </ul>
      <SitePicture name="van" shape="van" alt={t('proof.van')} sizes="(min-width: 60rem) 58rem, 92vw" />
    </div>
  );
}

function Licences({ licences }: { licences: Licence[] }) {
  const { t } = useTranslation();
  return (
    <div>
      <h3>{t('proof.papers')}</h3>
      <dl className="licences">
        {licences.map(({ kind, number }) => (
          <div key={kind + number}>
            <dt>{t(`proof.licence.${kind}`)}</dt>
            <dd className="numeric">
              <bdi>{number}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Places() {
  const { t } = useTranslation();
  const { area } = useSite();
  return (
    <div>
      <h3>{t('proof.where')}</h3>
      <p>
        <bdi>{t('area.served', { places: area.join(t('common.comma')) })}</bdi>
      </p>
      <AreaMap />
    </div>
  );
}

function Said({ words }: { words: Words[] }) {
  const { t, lang: reader } = useTranslation();
  return (
    <div className="said">
      <h3>{t('proof.said')}</h3>
      <ul className="said__list">
        {words.map(({ text, lang, author, place, month, trade }) => (
          <li key={text}>
            <figure>
              {/* As they said it. */}
              <blockquote lang={lang ?? ''} dir="auto">
                {text}
              </blockquote>
              <figcaption>
                <strong>
                  <bdi>{author}</bdi>
                </strong>
                <span className="muted">
                  {t(`proof.trade.${trade}`)} · <bdi>{place}</bdi>
                </span>
                {/* As many lines of all: the names line up. */}
                <span className="muted">
                  {monthYear(month, t)}
                  {lang && lang !== reader && ` · ${t(`proof.written.${lang}`)}`}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="muted">{t('proof.said_how')}</p>
    </div>
  );
}

/** Month and year of `2026-09`; empty for an unreadable one. */
function monthYear(month: string, t: ReturnType<typeof useTranslation>['t']): string {
  const [year, number] = month.split('-').map(Number);
  // In Catalan they stand with the word that follows a day.
  const name = t('date.months').split(' ')[(number ?? 0) - 1]?.replace(/^d(e\s|’)/, '');
  return name === undefined ? '' : t('proof.month', { month: name, year });
}
