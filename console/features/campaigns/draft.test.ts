/** The draft of a campaign: how it is stored, and the request that it becomes. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { brokenStorage, memoryStorage } from '../../testing/storage.js';
import {
  campaignOf,
  type Draft,
  estimateOf,
  forgetDraft,
  isEstimable,
  keepDraft,
  loadDraft,
  newDraft,
} from './draft.js';

const KEY = 'parley.campaign-draft.business-1';

/** A complete draft; every value differs from that of a new one. */
const DRAFT: Draft = {
  name: 'Spring menu',
  objective: 'Reserve tables',
  channel: 'whatsapp',
  agentId: 'agent-1',
  categoryIds: ['category-1'],
  contactIds: ['contact-1', 'contact-2'],
  writes: 'text',
  messageText: 'Hello!',
  templateName: 'spring_menu',
  templateLanguage: 'en_US',
  templateValues: 'Grace\nFriday',
  hasWindow: false,
  days: ['sat'],
  opens: '10:00',
  closes: '11:30',
  timezone: 'Europe/Paris',
  inRecipientZone: true,
  startAt: '2026-03-06T09:00',
  maxRetries: '3',
  retryDelayMinutes: '15',
  retryVoicemail: false,
  callsBack: false,
  callBacksEach: '2',
  callBackDays: '7',
};
/** A call campaign for one category. */
const CALLS: Draft = {
  ...newDraft(),
  agentId: 'agent-1',
  categoryIds: ['category-1'],
  timezone: 'Europe/Paris',
};

const store = (text: string): void => {
  vi.stubGlobal('localStorage', memoryStorage({ [KEY]: text }));
};

afterEach(() => {
  vi.stubEnv('TZ', undefined);
});

describe('a stored draft', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', memoryStorage());
  });

  test('is loaded as it was kept', () => {
    keepDraft('business-1', DRAFT);
    expect(loadDraft('business-1')).toStrictEqual(DRAFT);
  });

  test('belongs to one business', () => {
    keepDraft('business-1', DRAFT);
    keepDraft('business-2', { ...DRAFT, name: 'Autumn menu' });
    expect(loadDraft('business-1').name).toBe('Spring menu');
    forgetDraft('business-1');
    expect(loadDraft('business-1')).toStrictEqual(newDraft());
    expect(loadDraft('business-2').name).toBe('Autumn menu');
  });

  test('of an older page is completed with the values of a new draft', () => {
    store('{"name":"Spring menu","days":["sun"],"maxRetries":0}');
    expect(loadDraft('business-1')).toStrictEqual({
      ...newDraft(),
      name: 'Spring menu',
      days: ['sun'],
      maxRetries: '0',
    });
  });

  test('that is no draft counts as none', () => {
    for (const text of ['', '{"name":"Spr', 'null', '"Spring menu"', '7', '[]']) {
      store(text);
      expect(loadDraft('business-1')).toStrictEqual(newDraft());
    }
  });

  test('lives as long as the page if the browser stores nothing', () => {
    vi.stubGlobal('localStorage', brokenStorage());
    keepDraft('business-1', DRAFT);
    forgetDraft('business-1');
    expect(loadDraft('business-1')).toStrictEqual(newDraft());
  });
});

describe('a new draft', () => {
  test('proposes calls in office hours of the zone of the viewer', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(newDraft()).toMatchObject({
      channel: 'voice',
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      opens: '09:00',
      closes: '18:00',
      timezone: 'America/New_York',
      startAt: '',
    });
  });

  test('cannot be estimated', () => {
    expect(isEstimable(newDraft())).toBe(false);
  });
});

describe('an estimate', () => {
  test('needs an agent', () => {
    expect(isEstimable(CALLS)).toBe(true);
    expect(isEstimable({ ...CALLS, agentId: '' })).toBe(false);
  });

  test('needs a category or a contact', () => {
    expect(isEstimable({ ...CALLS, categoryIds: [] })).toBe(false);
    expect(isEstimable({ ...CALLS, categoryIds: [], contactIds: ['contact-1'] })).toBe(true);
  });

  test('needs a day if the hours are limited', () => {
    expect(isEstimable({ ...CALLS, days: [] })).toBe(false);
    expect(isEstimable({ ...CALLS, days: [], hasWindow: false })).toBe(true);
  });

  test('is requested without name and objective', () => {
    expect(estimateOf('business-1', { ...CALLS, name: 'Spring menu', objective: 'Tables' })).toStrictEqual({
      businessId: 'business-1',
      channel: 'voice',
      agentId: 'agent-1',
      audience: { categoryIds: ['category-1'] },
      settings: {
        maxRetries: 1,
        retryDelayMinutes: 60,
        window: {
          timezone: 'Europe/Paris',
          days: ['mon', 'tue', 'wed', 'thu', 'fri'],
          start: '09:00',
          end: '18:00',
        },
      },
    });
  });
});

describe('a campaign', () => {
  const settingsOf = (draft: Draft) => campaignOf('business-1', draft).settings;

  test('is the estimated plan with its name and objective, without the space around them', () => {
    const draft = { ...CALLS, name: '  Spring menu ', objective: '\nReserve tables ' };
    expect(campaignOf('business-1', draft)).toStrictEqual({
      ...estimateOf('business-1', draft),
      name: 'Spring menu',
      objective: 'Reserve tables',
    });
  });

  test('has only the chosen parts of the audience', () => {
    const audienceOf = (categoryIds: readonly string[], contactIds: readonly string[]) =>
      campaignOf('business-1', { ...CALLS, categoryIds, contactIds }).audience;
    expect(audienceOf([], ['contact-1'])).toStrictEqual({ contactIds: ['contact-1'] });
    expect(audienceOf(['category-1'], ['contact-1'])).toStrictEqual({
      categoryIds: ['category-1'],
      contactIds: ['contact-1'],
    });
    expect(audienceOf([], [])).toStrictEqual({});
  });

  test('has no window if its hours are not limited', () => {
    expect(settingsOf({ ...CALLS, hasWindow: false })).toStrictEqual({
      maxRetries: 1,
      retryDelayMinutes: 60,
    });
  });

  test('can apply its hours in the zone of each recipient', () => {
    expect(settingsOf({ ...CALLS, inRecipientZone: true })?.window).toStrictEqual({
      timezone: 'Europe/Paris',
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      start: '09:00',
      end: '18:00',
      recipientTimezone: true,
    });
  });

  test('starts at the chosen time in the zone of the viewer, before and after clocks change', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const startOf = (startAt: string) => campaignOf('business-1', { ...CALLS, startAt }).startAt;
    expect(startOf('2026-03-06T09:00')).toBe('2026-03-06T14:00:00.000Z');
    expect(startOf('2026-03-09T09:00')).toBe('2026-03-09T13:00:00.000Z');
  });

  test('is started by hand if it has no readable time', () => {
    for (const startAt of ['', 'soon'])
      expect(campaignOf('business-1', { ...CALLS, startAt })).not.toHaveProperty('startAt');
  });
});

describe('the message of a campaign', () => {
  const retries = { maxRetries: 3, retryDelayMinutes: 15 };
  const settingsOf = (changes: Partial<Draft>) => campaignOf('business-1', { ...DRAFT, ...changes }).settings;

  test('is not sent with calls, even if it was written before', () => {
    expect(settingsOf({ channel: 'voice' })).toStrictEqual(retries);
    expect(settingsOf({ channel: 'voice', writes: 'template' })).toStrictEqual(retries);
    expect(settingsOf({ channel: 'voice', retryVoicemail: true })).toStrictEqual({
      ...retries,
      retryVoicemail: true,
    });
  });

  test('has call-backs for calls alone', () => {
    expect(settingsOf({ channel: 'voice', callsBack: true })).toStrictEqual({
      ...retries,
      callBacks: { maxPerContact: 2, withinDays: 7 },
    });
    expect(settingsOf({ messageText: '', callsBack: true })).toStrictEqual(retries);
  });

  test('is the text, without the values of a template', () => {
    expect(settingsOf({})).toStrictEqual({ ...retries, messageText: 'Hello!' });
    expect(settingsOf({ messageText: '' })).toStrictEqual(retries);
    expect(settingsOf({ messageText: '', retryVoicemail: true })).toStrictEqual(retries);
  });

  test('is the template with one value for each line, without the text', () => {
    expect(settingsOf({ writes: 'template' })).toStrictEqual({
      ...retries,
      templateName: 'spring_menu',
      templateLanguage: 'en_US',
      templateComponents: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Grace' },
            { type: 'text', text: 'Friday' },
          ],
        },
      ],
    });
  });

  test('skips blank lines of the values, and keeps the others as typed', () => {
    const settings = settingsOf({ writes: 'template', templateValues: '\n at eight \n  \n' });
    expect(settings?.templateComponents).toStrictEqual([
      { type: 'body', parameters: [{ type: 'text', text: ' at eight ' }] },
    ]);
  });

  test('has no values for a template without values', () => {
    expect(settingsOf({ writes: 'template', templateValues: ' \n' })).toStrictEqual({
      ...retries,
      templateName: 'spring_menu',
      templateLanguage: 'en_US',
    });
  });

  test('has no values and no language that were not entered', () => {
    expect(settingsOf({ writes: 'template', templateName: '' })).toStrictEqual({
      ...retries,
      templateLanguage: 'en_US',
    });
    expect(settingsOf({ writes: 'template', templateName: '', templateLanguage: '' })).toStrictEqual(retries);
  });
});
