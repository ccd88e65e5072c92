/** A campaign that is being thought about. It outlives a reload, in this browser, by ids and words alone: no name or number of anybody. */
import type { Asked } from '../../api/client.js';
import type { Day } from '../../parts/day-ticks.js';

export interface Draft {
  readonly name: string;
  readonly objective: string;
  readonly channel: 'voice' | 'whatsapp';
  readonly agentId: string;
  readonly categoryIds: readonly string[];
  readonly contactIds: readonly string[];
  /** On WhatsApp: what is written. */
  readonly writes: 'text' | 'template';
  readonly messageText: string;
  readonly templateName: string;
  readonly templateLanguage: string;
  /** What the variables of the template's body are filled with, one a line. */
  readonly templateValues: string;
  readonly hasWindow: boolean;
  readonly days: readonly Day[];
  readonly opens: string;
  readonly closes: string;
  readonly timezone: string;
  /** Whether the hours hold in the time zone of each recipient; `timezone` is of those whose zone is not known. */
  readonly inRecipientZone: boolean;
  /** As a `datetime-local` input has it, on the viewer's clock; empty: it is started by hand. */
  readonly startAt: string;
  readonly maxRetries: number;
  readonly retryDelayMinutes: number;
}

export const newDraft = (): Draft => ({
  name: '',
  objective: '',
  channel: 'voice',
  agentId: '',
  categoryIds: [],
  contactIds: [],
  writes: 'template',
  messageText: '',
  templateName: '',
  templateLanguage: '',
  templateValues: '',
  hasWindow: true,
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  opens: '09:00',
  closes: '18:00',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  inRecipientZone: false,
  startAt: '',
  maxRetries: 1,
  retryDelayMinutes: 60,
});

const keyOf = (businessId: string): string => `parley.campaign-draft.${businessId}`;

/** The one that was left, or an empty one; what an older page left out is as in a new one. */
export const loadDraft = (businessId: string): Draft => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(businessId)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...newDraft(), ...kept } : newDraft();
  } catch {
    return newDraft();
  }
};

export const keepDraft = (businessId: string, draft: Draft): void => {
  try {
    localStorage.setItem(keyOf(businessId), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing: the draft lives as long as the page.
  }
};

export const forgetDraft = (businessId: string): void => {
  try {
    localStorage.removeItem(keyOf(businessId));
  } catch {
    // As above.
  }
};

type Create = NonNullable<Asked<'createCampaign'>['body']>;
type Settings = NonNullable<Create['settings']>;

const messageOf = (draft: Draft): Settings => {
  if (draft.channel === 'voice') return {};
  if (draft.writes === 'text') return draft.messageText === '' ? {} : { messageText: draft.messageText };
  const values = draft.templateValues.split('\n').filter((value) => value.trim() !== '');
  return {
    ...(draft.templateName === '' ? {} : { templateName: draft.templateName }),
    ...(draft.templateLanguage === '' ? {} : { templateLanguage: draft.templateLanguage }),
    ...(draft.templateName === '' || values.length === 0
      ? {}
      : {
          templateComponents: [
            { type: 'body' as const, parameters: values.map((text) => ({ type: 'text' as const, text })) },
          ],
        }),
  };
};

const settingsOf = (draft: Draft): Settings => ({
  maxRetries: draft.maxRetries,
  retryDelayMinutes: draft.retryDelayMinutes,
  ...(draft.hasWindow
    ? {
        window: {
          timezone: draft.timezone,
          days: draft.days,
          start: draft.opens,
          end: draft.closes,
          ...(draft.inRecipientZone ? { recipientTimezone: true } : {}),
        },
      }
    : {}),
  ...messageOf(draft),
});

/** What of it is a plan. */
const planOf = (businessId: string, draft: Draft) => {
  const startAt = new Date(draft.startAt);
  return {
    businessId,
    channel: draft.channel,
    agentId: draft.agentId,
    audience: {
      ...(draft.categoryIds.length === 0 ? {} : { categoryIds: draft.categoryIds }),
      ...(draft.contactIds.length === 0 ? {} : { contactIds: draft.contactIds }),
    },
    settings: settingsOf(draft),
    ...(draft.startAt === '' || Number.isNaN(startAt.getTime()) ? {} : { startAt: startAt.toISOString() }),
  };
};

/** Whether enough is known to say what would come of it. */
export const isEstimable = ({ agentId, categoryIds, contactIds, hasWindow, days }: Draft): boolean =>
  agentId !== '' && categoryIds.length + contactIds.length > 0 && (!hasWindow || days.length > 0);

export const estimateOf = (
  businessId: string,
  draft: Draft,
): NonNullable<Asked<'estimateCampaign'>['body']> => planOf(businessId, draft);

export const campaignOf = (businessId: string, draft: Draft): Create => ({
  ...planOf(businessId, draft),
  name: draft.name.trim(),
  objective: draft.objective.trim(),
});
