/**
 * The draft of a campaign. It survives a reload, in this browser, and holds only ids and texts: no names or numbers of
 * contacts.
 */
import type { RequestParams } from '../../api/client.js';
import type { Day } from '../../ui/forms/day-ticks.js';
import { numberIn } from '../../ui/forms/number-in.js';

export interface Draft {
  readonly name: string;
  readonly objective: string;
  readonly channel: 'voice' | 'whatsapp';
  readonly agentId: string;
  readonly categoryIds: readonly string[];
  readonly contactIds: readonly string[];
  /** On WhatsApp: the kind of message to send. */
  readonly writes: 'text' | 'template';
  readonly messageText: string;
  readonly templateName: string;
  readonly templateLanguage: string;
  /** Values of the variables in the template's body, one per line. */
  readonly templateValues: string;
  readonly hasWindow: boolean;
  readonly days: readonly Day[];
  readonly opens: string;
  readonly closes: string;
  readonly timezone: string;
  /** Whether the hours apply in each recipient's time zone; `timezone` then applies to those whose zone is unknown. */
  readonly inRecipientZone: boolean;
  /** In the format of a `datetime-local` input, in the viewer's time zone; empty for a manual start. */
  readonly startAt: string;
  /** As typed, like the other numbers. */
  readonly maxRetries: string;
  readonly retryDelayMinutes: string;
  /** Whether calls that a machine answered are tried again, too. */
  readonly retryVoicemail: boolean;
  /** Whether people are called back at the time that they requested. */
  readonly callsBack: boolean;
  readonly callBacksEach: string;
  readonly callBackDays: string;
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
  maxRetries: '1',
  retryDelayMinutes: '60',
  retryVoicemail: false,
  callsBack: false,
  callBacksEach: '1',
  callBackDays: '14',
});

const keyOf = (businessId: string): string => `parley.campaign-draft.${businessId}`;

/** Older pages stored numbers as numbers. */
const typed = (stored: object): object =>
  Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );

/** The stored draft, or an empty one; values that an older page did not store are as in a new draft. */
export const loadDraft = (businessId: string): Draft => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(businessId)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...newDraft(), ...typed(stored) } : newDraft();
  } catch {
    return newDraft();
  }
};

export const keepDraft = (businessId: string, draft: Draft): void => {
  try {
    localStorage.setItem(keyOf(businessId), JSON.stringify(draft));
  } catch {
    // If the browser stores nothing, the draft lives as long as the page.
  }
};

export const forgetDraft = (businessId: string): void => {
  try {
    localStorage.removeItem(keyOf(businessId));
  } catch {
    // Same as above.
  }
};

type Create = NonNullable<RequestParams<'createCampaign'>['body']>;
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
  maxRetries: numberIn(draft.maxRetries),
  retryDelayMinutes: numberIn(draft.retryDelayMinutes),
  ...(draft.channel === 'voice' && draft.retryVoicemail ? { retryVoicemail: true } : {}),
  ...(draft.channel === 'voice' && draft.callsBack
    ? {
        callBacks: { maxPerContact: numberIn(draft.callBacksEach), withinDays: numberIn(draft.callBackDays) },
      }
    : {}),
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

/** The part of the draft that an estimate needs. */
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

/** Whether the draft is complete enough for an estimate. */
export const isEstimable = ({ agentId, categoryIds, contactIds, hasWindow, days }: Draft): boolean =>
  agentId !== '' && categoryIds.length + contactIds.length > 0 && (!hasWindow || days.length > 0);

export const estimateOf = (
  businessId: string,
  draft: Draft,
): NonNullable<RequestParams<'estimateCampaign'>['body']> => planOf(businessId, draft);

export const campaignOf = (businessId: string, draft: Draft): Create => ({
  ...planOf(businessId, draft),
  name: draft.name.trim(),
  objective: draft.objective.trim(),
});
