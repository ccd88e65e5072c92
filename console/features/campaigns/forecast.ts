/** What an estimate means, in words: the audience, the duration, the cost, and what is in the way. Pure. */
import type { Data } from '../../api/client.js';
import { creditsOf } from '../../ui/format.js';
import { language } from '../../ui/i18n/language.js';
import { CAMPAIGNS } from './messages.js';

export type Estimate = Data<'estimateCampaign'>;
type Channel = 'voice' | 'whatsapp';

/** Contacts that the service examines. */
const MAX_EXAMINED = 5_000;

const texts = CAMPAIGNS.builder;

/** Whether a campaign would contact none of its audience. */
export const isEmptyAudience = ({ eligible }: Pick<Estimate, 'eligible'>): boolean => eligible === 0;

/** Who would be contacted. */
export const audienceText = ({ people, complete, eligible, skipped }: Estimate, channel: Channel): string => {
  if (eligible === 0) return people === 0 ? texts.noPeople : texts.noneLeft(people, channel === 'voice');
  const reasons = skipped.map(({ reason, people: number }) => CAMPAIGNS.reasons(reason, number));
  const all = texts.people(people, complete);
  if (complete || reasons.length === 0) return [all, ...reasons].join(', ');
  return `${all}; ${texts.ofFirst(MAX_EXAMINED)} ${reasons.join(', ')}`;
};

/** Seconds as `3 h 10 min`. */
const spanOf = (seconds: number): string => {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};

const exact = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone,
  }).format(Date.parse(at));

/** When it would be done; null if that is unknown, or nothing is to be done. */
export const endText = ({ endsAt, eligible }: Estimate, timeZone: string): string | null =>
  endsAt === null || eligible === 0 ? null : `${exact(endsAt, timeZone)} (${timeZone})`;

/** How long it would take, and until when; null if nothing is to be done. */
export const durationText = (estimate: Estimate, channel: Channel, timeZone: string): string | null => {
  const { durationSeconds, lines } = estimate;
  if (isEmptyAudience(estimate)) return null;
  if (channel === 'whatsapp') return texts.messages;
  if (durationSeconds === null) return texts.noLines;
  const end = endText(estimate, timeZone);
  return `${texts.duration(spanOf(durationSeconds), lines)}, ${end === null ? texts.noEnd : texts.end(end)}`;
};

/** What it would cost; null if nothing is to be done. */
export const costText = (estimate: Estimate, channel: Channel): string | null => {
  const { expectedMicrocredits, mostMicrocredits } = estimate;
  if (isEmptyAudience(estimate)) return null;
  if (channel === 'whatsapp') return texts.free;
  return mostMicrocredits === 0
    ? texts.noPrice
    : texts.cost(creditsOf(expectedMicrocredits), creditsOf(mostMicrocredits));
};

/** A warning if the credit may not last; null if it lasts for the most that the campaign can cost. */
export const creditWarning = ({
  expectedMicrocredits,
  mostMicrocredits,
  availableMicrocredits,
}: Estimate): string | null => {
  const available = creditsOf(Math.max(0, availableMicrocredits));
  if (expectedMicrocredits > availableMicrocredits) return texts.short(available);
  return mostMicrocredits > availableMicrocredits ? texts.maybeShort(available) : null;
};

/** Contacts that are left out for a reason, and the page or the change that would include them. */
export interface LeftOut {
  readonly reason: string;
  readonly words: string;
  readonly fix:
    | { readonly type: 'grant' }
    | { readonly type: 'template' }
    | { readonly type: 'link'; readonly href: string; readonly words: string }
    | null;
}

const linkFor = (reason: string, agentId: string): { href: string; words: string } | null => {
  switch (reason) {
    case 'contact_blocked':
      return { href: '/contacts?blocked=yes', words: texts.fixes.blocked };
    case 'contact_context_required':
      return { href: `/agents/${agentId}`, words: texts.fixes.variables };
    case 'suppressed':
      return { href: '/suppressions', words: texts.fixes.suppressed };
    case 'destination_not_allowed':
      return { href: '/settings', words: texts.fixes.destinations };
    default:
      return null;
  }
};

const fixFor = (reason: string, agentId: string): LeftOut['fix'] => {
  if (reason === 'contact_out_of_scope') return { type: 'grant' };
  if (reason === 'conversation_window_closed') return { type: 'template' };
  const link = linkFor(reason, agentId);
  return link === null ? null : { type: 'link', ...link };
};

/** Who is left out, most of them first. */
export const leftOutOf = ({ skipped }: Pick<Estimate, 'skipped'>, agentId: string): readonly LeftOut[] =>
  skipped
    .toSorted((a, b) => b.people - a.people)
    .map(({ reason, people }) => ({
      reason,
      words: CAMPAIGNS.contactsWithReason(people, CAMPAIGNS.reasonOf(reason)),
      fix: fixFor(reason, agentId),
    }));
