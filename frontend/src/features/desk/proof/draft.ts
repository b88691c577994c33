// The sheet of proof while it is written: numbers as they are typed, parts with keys of their own. Pure.

import type { Licence, Proof, Said, TeamMember } from '../../../api/types';
import { countOf } from '../cents';
import { newKey } from '../products/draft';

type Keyed<Part> = Omit<Part, 'since'> & { key: string };

export type LicenceDraft = Keyed<Licence>;
export type MemberDraft = Keyed<TeamMember> & { since: string };
export type SaidDraft = Keyed<Said>;

export type Draft = {
  since: string;
  jobs: string;
  guarantee: string;
  insurer: string;
  cover: string;
  licences: LicenceDraft[];
  team: MemberDraft[];
  words: SaidDraft[];
};

export const licenceKinds: Licence['kind'][] = ['electricity', 'gas', 'heating', 'refrigerants', 'water', 'construction', 'security'];

export const trades: TeamMember['trade'][] = [
  'builder',
  'locksmith',
  'electrician',
  'plumber',
  'refrigeration',
  'blacksmith',
  'carpenter',
  'painter',
  'removals',
  'office',
];

export const blankLicence = (): LicenceDraft => ({ key: newKey(), kind: 'electricity', number: '' });
export const blankMember = (): MemberDraft => ({ key: newKey(), name: '', trade: 'builder', since: '' });
export const blankSaid = (): SaidDraft => ({ key: newKey(), text: '', author: '', place: '', month: '', trade: 'builder' });

const typed = (number: number | null | undefined) => (number == null ? '' : String(number));

export function draftOf({ since, jobs, guarantee_months: months, insurance, licences = [], team = [], words = [] }: Proof): Draft {
  return {
    since: typed(since),
    jobs: typed(jobs),
    guarantee: typed(months),
    insurer: insurance?.insurer ?? '',
    cover: typed(insurance?.cover_in_euros),
    licences: licences.map((licence, n) => ({ ...licence, key: `licence-${n}` })),
    team: team.map((member, n) => ({ ...member, since: typed(member.since), key: `member-${n}` })),
    words: words.map((said, n) => ({ ...said, key: `said-${n}` })),
  };
}

/** The fields that hold no whole number and should. */
export function wrongNumbers({ since, jobs, guarantee, insurer, cover, team }: Draft): string[] {
  const isWrong = (text: string) => text.trim() !== '' && countOf(text) === null;
  const fields = [
    { name: 'since', isWrong: isWrong(since) },
    { name: 'jobs', isWrong: isWrong(jobs) },
    { name: 'guarantee_months', isWrong: isWrong(guarantee) },
    { name: 'insurance/cover_in_euros', isWrong: isWrong(cover) || (insurer.trim() !== '' && cover.trim() === '') },
    ...team.map((member, n) => ({ name: `team/${n}/since`, isWrong: isWrong(member.since) })),
  ];
  return fields.filter((field) => field.isWrong).map(({ name }) => name);
}

export function bodyOf(draft: Draft): Proof {
  const { insurer, cover } = draft;
  const isInsured = insurer.trim() !== '' || cover.trim() !== '';
  return {
    since: countOf(draft.since),
    jobs: countOf(draft.jobs),
    guarantee_months: countOf(draft.guarantee),
    insurance: isInsured ? { insurer, cover_in_euros: countOf(cover) ?? 0 } : null,
    licences: draft.licences.map(({ key: _, ...licence }) => licence),
    team: draft.team.map(({ key: _, since, ...member }) => ({ ...member, since: countOf(since) })),
    words: draft.words.map(({ key: _, ...said }) => said),
  };
}

export const isSame = (one: Draft, other: Draft) => JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other));
