/** The draft of an agent: what the editor shows, what is saved, and what survives a reload. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem } from '../../api/client.js';
import { type ServiceAnswer, type ServiceRequest, stubService } from '../../testing/service.js';
import { brokenStorage, memoryStorage } from '../../testing/storage.js';
import {
  type Agent,
  type AgentDraft,
  agentDraftOf,
  baseOf,
  countWords,
  create,
  isChannel,
  isSame,
  loadUnsaved,
  phrasesIn,
  placeholdersIn,
  type ServiceDraft,
  saveAsDraft,
  storeUnsaved,
  type Unsaved,
} from './agent-draft.js';

/** Each setting has a value that a careless default would replace. */
const AGENT: Agent = {
  id: 'agent-1',
  referenceName: 'reception',
  channel: 'voice',
  status: 'active',
  version: 3,
  contactContextRequired: false,
  name: 'Reception',
  instructions: 'Be brief.',
  languageCode: 'en',
  dataSourceIds: ['source-1'],
  contactCategoryIds: ['category-1'],
  dataSourceVariables: [{ sourceId: 'source-1', fieldKey: 'plan', alias: 'plan' }],
  voiceSettings: {
    liveVoiceId: 'voice-1',
    language: 'en-GB',
    furtherLanguages: ['es'],
    backgroundNoiseKey: 'cafe',
    backgroundNoiseLevelPercent: 0,
    firstGreeting: 'Good morning.',
    disclosure: 'This call is recorded.',
    allowGreetingInterrupt: false,
    nudgeAfterSilenceSeconds: 7,
    disconnectAfterSilenceSeconds: 21,
    maxCallDurationSeconds: 600,
    fillerAfterSeconds: 2,
    filler: '',
    keyPauseSeconds: 4,
    repeatInterruptedSentence: false,
    speakingSpeed: 1.1,
    pronunciations: [{ written: 'Nginx', spoken: 'engine X' }],
    patience: 'high',
    bargeInDuck: false,
    backchannels: ['roger that', 'copy'],
    phoneMenu: { goal: 'Reach billing.', repeats: 2, transferTool: 'to_sales' },
  },
  chatSettings: { typingIndicator: false, images: true, voiceNotes: false },
  instagramCollectMobileEnabled: false,
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-02T10:00:00.000Z',
};

const DRAFT: AgentDraft = {
  name: 'Reception',
  channel: 'voice',
  disclosure: 'This call is recorded.',
  greeting: 'Good morning.',
  instructions: 'Be brief.',
  voiceId: 'voice-1',
  language: 'en-GB',
  furtherLanguages: ['es'],
  noise: 'cafe',
  noiseLevel: 0,
  nudgeAfterSeconds: 7,
  hangUpAfterSeconds: 21,
  longestSeconds: 600,
  fillerAfterSeconds: 2,
  filler: '',
  keyPauseSeconds: 4,
  greetingInterruptible: false,
  repeatInterrupted: false,
  speed: 1.1,
  pronunciations: 'Nginx = engine X',
  patience: 'high',
  duck: false,
  backchannels: 'roger that\ncopy',
  menuGoal: 'Reach billing.',
  menuRepeats: 2,
  menuTransferTool: 'to_sales',
  typingIndicator: false,
  showImages: true,
  transcribeNotes: false,
  sourceIds: ['source-1'],
  categoryIds: ['category-1'],
  variables: [{ sourceId: 'source-1', fieldKey: 'plan', alias: 'plan' }],
};

const EMPTY: AgentDraft = {
  name: '',
  channel: 'voice',
  disclosure: '',
  greeting: '',
  instructions: '',
  voiceId: '',
  language: '',
  furtherLanguages: [],
  noise: '',
  noiseLevel: null,
  nudgeAfterSeconds: null,
  hangUpAfterSeconds: null,
  longestSeconds: null,
  fillerAfterSeconds: null,
  filler: null,
  keyPauseSeconds: null,
  greetingInterruptible: null,
  repeatInterrupted: null,
  speed: null,
  pronunciations: '',
  patience: null,
  duck: null,
  backchannels: '',
  menuGoal: '',
  menuRepeats: null,
  menuTransferTool: '',
  typingIndicator: null,
  showImages: null,
  transcribeNotes: null,
  sourceIds: [],
  categoryIds: [],
  variables: [],
};

describe('the draft', () => {
  test('of an agent has all its settings, including zero and no', () => {
    expect(agentDraftOf(AGENT)).toStrictEqual(DRAFT);
  });

  test('of a new agent, or of one without voice settings, has the defaults', () => {
    expect(agentDraftOf(null)).toStrictEqual(EMPTY);
    const { chatSettings: _none, ...bare } = AGENT;
    expect(agentDraftOf({ ...bare, voiceSettings: {} })).toStrictEqual({
      ...EMPTY,
      name: 'Reception',
      instructions: 'Be brief.',
      sourceIds: DRAFT.sourceIds,
      categoryIds: DRAFT.categoryIds,
      variables: DRAFT.variables,
    });
  });

  test('is changed by a change of any of its values, and by no copy', () => {
    expect(isSame(agentDraftOf(AGENT), DRAFT)).toBe(true);
    expect(isSame({ ...DRAFT, noiseLevel: null }, DRAFT)).toBe(false);
    expect(isSame({ ...DRAFT, sourceIds: ['source-2'] }, DRAFT)).toBe(false);
    const rename = (alias: string) => DRAFT.variables.map((variable) => ({ ...variable, alias }));
    expect(isSame({ ...DRAFT, variables: rename('plan') }, DRAFT)).toBe(true);
    expect(isSame({ ...DRAFT, variables: rename('tariff') }, DRAFT)).toBe(false);
  });
});

describe('the text of instructions', () => {
  test('names each placeholder once, without the space around it', () => {
    expect(placeholdersIn('{{name}}, your {{ plan }} ends on {{date}}, {{name}}.')).toEqual([
      'name',
      'plan',
      'date',
    ]);
  });

  test('has no placeholder in single or open braces', () => {
    expect(placeholdersIn('{name} {{name} {{na{me}} name}}')).toEqual([]);
    expect(placeholdersIn('{{open {{name}}')).toEqual(['name']);
    expect(placeholdersIn('')).toEqual([]);
  });

  test('can have a placeholder without a name', () => {
    expect(placeholdersIn('{{}} {{ }}')).toEqual(['']);
  });

  test('is counted by its words', () => {
    expect(countWords('  Be brief,\n\tbe  polite. ')).toBe(4);
    expect(countWords(' \n ')).toBe(0);
  });

  test('names the phrases that a caller can say', () => {
    const instructions = [
      'When the customer says "book a table" or "I want a table", say "For how many people?".',
      'When the customer says "thank you", say "Goodbye!". Then hang up.',
    ].join('\n');
    expect(phrasesIn(instructions)).toEqual(['book a table', 'I want a table', 'thank you']);
    expect(phrasesIn('Say "Hello". The customer says nothing.')).toEqual([]);
  });
});

describe('a channel', () => {
  test('is one of the channels that have a name', () => {
    expect(['voice', 'whatsapp', 'instagram', 'sms', 'other'].filter(isChannel)).toHaveLength(5);
  });

  test('is no other text, nor a property that every object has', () => {
    expect(['', 'fax', 'Voice', 'toString', 'constructor'].filter(isChannel)).toEqual([]);
  });
});

/** The part of a request that is not about the voice. */
const PROFILE = {
  businessId: 'business-1',
  name: 'Reception',
  channel: 'voice',
  instructions: 'Be brief.',
  dataSourceIds: ['source-1'],
  contactCategoryIds: ['category-1'],
  dataSourceVariables: [{ sourceId: 'source-1', fieldKey: 'plan', alias: 'plan' }],
};

/** What clears every voice setting. */
const CLEARED = {
  firstGreeting: null,
  disclosure: null,
  liveVoiceId: null,
  language: null,
  furtherLanguages: null,
  backgroundNoiseKey: null,
  backgroundNoiseLevelPercent: null,
  nudgeAfterSilenceSeconds: null,
  disconnectAfterSilenceSeconds: null,
  maxCallDurationSeconds: null,
  fillerAfterSeconds: null,
  filler: null,
  keyPauseSeconds: null,
  allowGreetingInterrupt: null,
  repeatInterruptedSentence: null,
  speakingSpeed: null,
  pronunciations: null,
  patience: null,
  bargeInDuck: null,
  backchannels: null,
  phoneMenu: null,
};

const SERVICE_DRAFT: ServiceDraft = {
  agentId: 'agent-1',
  basedOn: 3,
  isOutdated: false,
  tag: 'tag-1',
  updatedAt: '2026-03-02T10:00:00.000Z',
  updatedBy: null,
  channel: 'voice',
  name: 'Reception',
  instructions: 'Be brief.',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: false,
};

describe('saving', () => {
  let answer: ServiceAnswer = { data: { agent: AGENT } };
  let requests: readonly ServiceRequest[] = [];
  beforeEach(() => {
    answer = { data: { agent: AGENT } };
    requests = stubService(() => answer);
  });

  test('keeps the words as the draft, if what they started from is unchanged', async () => {
    answer = { data: { draft: SERVICE_DRAFT } };
    const base = baseOf(AGENT, null);
    expect(await saveAsDraft('business-1', 'agent-1', base, { ...DRAFT, name: 'Front desk' })).toEqual(
      SERVICE_DRAFT,
    );
    expect(requests).toMatchObject([{ method: 'PATCH', path: '/api/v1/agents/agent-1/draft' }]);
    expect(requests[0]?.headers.get('if-match')).toBe('"3"');
    expect(requests[0]?.body).toStrictEqual({
      ...PROFILE,
      name: 'Front desk',
      voiceSettings: AGENT.voiceSettings,
      chatSettings: AGENT.chatSettings,
    });
    await saveAsDraft('business-1', 'agent-1', baseOf(AGENT, SERVICE_DRAFT), DRAFT);
    expect(requests[1]?.headers.get('if-match')).toBe('"tag-1"');
  });

  test('clears the settings of an agent that are empty', async () => {
    await saveAsDraft('business-1', 'agent-1', baseOf(AGENT, null), { ...EMPTY, name: 'Reception' });
    expect(requests[0]?.body).toMatchObject({
      dataSourceIds: [],
      voiceSettings: CLEARED,
      chatSettings: { typingIndicator: null, images: null, voiceNotes: null },
    });
  });

  test('creates an agent with only the settings that have a value, including zero and no', async () => {
    await create('business-1', {
      ...DRAFT,
      greeting: '',
      longestSeconds: null,
      menuRepeats: null,
      showImages: null,
    });
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/v1/agents' }]);
    expect(requests[0]?.body).toStrictEqual({
      ...PROFILE,
      voiceSettings: {
        disclosure: 'This call is recorded.',
        liveVoiceId: 'voice-1',
        language: 'en-GB',
        furtherLanguages: ['es'],
        backgroundNoiseKey: 'cafe',
        backgroundNoiseLevelPercent: 0,
        nudgeAfterSilenceSeconds: 7,
        disconnectAfterSilenceSeconds: 21,
        fillerAfterSeconds: 2,
        filler: '',
        keyPauseSeconds: 4,
        allowGreetingInterrupt: false,
        repeatInterruptedSentence: false,
        speakingSpeed: 1.1,
        pronunciations: [{ written: 'Nginx', spoken: 'engine X' }],
        patience: 'high',
        bargeInDuck: false,
        backchannels: ['roger that', 'copy'],
        phoneMenu: { goal: 'Reach billing.', transferTool: 'to_sales' },
      },
      chatSettings: { typingIndicator: false, voiceNotes: false },
    });
  });

  test('sends no disclosure for a channel without speech', async () => {
    await saveAsDraft('business-1', 'agent-1', baseOf(AGENT, null), { ...DRAFT, channel: 'whatsapp' });
    expect(requests[0]?.body).toMatchObject({ channel: 'whatsapp', voiceSettings: { disclosure: null } });
    await create('business-1', { ...DRAFT, channel: 'whatsapp' });
    expect(requests[1]?.body).not.toHaveProperty('voiceSettings.disclosure');
  });

  test('sends no background noise that the service does not have', async () => {
    await saveAsDraft('business-1', 'agent-1', baseOf(AGENT, null), { ...DRAFT, noise: 'airport' });
    expect(requests[0]?.body).toMatchObject({ voiceSettings: { backgroundNoiseKey: null } });
  });

  test('throws the refusal of the service', async () => {
    answer = { code: 'agent_not_found' };
    await expect(saveAsDraft('business-1', 'agent-1', baseOf(AGENT, null), DRAFT)).rejects.toThrow(
      ApiProblem,
    );
    await expect(create('business-1', DRAFT)).rejects.toMatchObject({ code: 'agent_not_found' });
  });
});

/** Words that are not saved, and what they started from. */
const UNSAVED: Unsaved = { words: { ...DRAFT, name: 'Front desk' }, base: baseOf(AGENT, null) };

describe('a stored draft', () => {
  const KEY = 'parley.draft.business-1.agent-1';
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', memoryStorage());
  });

  test('is loaded as it was stored, for its agent and business only', () => {
    storeUnsaved('business-1', 'agent-1', UNSAVED);
    expect(loadUnsaved('business-1', 'agent-1')).toStrictEqual(UNSAVED);
    expect(loadUnsaved('business-1', 'agent-2')).toBeNull();
    expect(loadUnsaved('business-2', 'agent-1')).toBeNull();
  });

  test('is removed on its own', () => {
    storeUnsaved('business-1', 'agent-1', UNSAVED);
    storeUnsaved('business-1', 'agent-2', UNSAVED);
    storeUnsaved('business-1', 'agent-1', null);
    expect(loadUnsaved('business-1', 'agent-1')).toBeNull();
    expect(loadUnsaved('business-1', 'agent-2')).toStrictEqual(UNSAVED);
  });

  test('of an older page is completed with defaults', () => {
    vi.stubGlobal('sessionStorage', memoryStorage({ [KEY]: '{"name":"Reception","noiseLevel":0}' }));
    expect(loadUnsaved('business-1', 'agent-1')).toStrictEqual({
      words: { ...EMPTY, name: 'Reception', noiseLevel: 0 },
      base: null,
    });
  });

  test('that cannot be read counts as none', () => {
    vi.stubGlobal('sessionStorage', memoryStorage({ [KEY]: '{"name":"Rec' }));
    expect(loadUnsaved('business-1', 'agent-1')).toBeNull();
  });

  test('is not kept by a browser that stores nothing', () => {
    vi.stubGlobal('sessionStorage', brokenStorage());
    storeUnsaved('business-1', 'agent-1', UNSAVED);
    storeUnsaved('business-1', 'agent-1', null);
    expect(loadUnsaved('business-1', 'agent-1')).toBeNull();
  });
});
