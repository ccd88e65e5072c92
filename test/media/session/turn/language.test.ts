/** A call continues in another language when the model requests it, within the agent's list. */
import t from 'tap';
import { briefOf as callBrief } from '../../../../media/driver/session-brief.js';
import type { CallLanguage } from '../../../../media/session/io.js';
import { PHRASES_BY_LANGUAGE } from '../../../../media/speech/phrases-by-language.js';
import { SWITCH_LANGUAGE_TOOL } from '../../../../schemas/agents/tool.js';
import type { VoiceSettings } from '../../../../schemas/agents/voice-settings.js';
import { briefOf, type Conversation, converse } from '../carrier.js';

const LANGUAGES: readonly CallLanguage[] = [
  { language: 'en-US', phrases: briefOf().phrases },
  { language: 'de', phrases: PHRASES_BY_LANGUAGE.de },
  { language: 'es-ES', phrases: PHRASES_BY_LANGUAGE.es },
];

const afterQuestion = (languages?: readonly CallLanguage[]): Conversation => {
  const brief = briefOf({}, { greeting: '', language: 'en-US', ...(languages && { languages }) });
  const conversation = converse(brief);
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.hear('sprechen sie deutsch');
  conversation.pass(200);
  return conversation;
};

const requestSwitch = (conversation: Conversation, language: unknown): void => {
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'model_tool', generation, name: SWITCH_LANGUAGE_TOOL, arguments: { language } });
  conversation.feed({ type: 'model_done', generation });
};

const prepared = (conversation: Conversation): readonly string[] =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'prepare' ? [output.text] : []));

t.test('everything after the switch is in the new language', async (t) => {
  const conversation = afterQuestion(LANGUAGES);
  requestSwitch(conversation, 'de');
  t.same(
    conversation.outputs
      .map(({ output }) => output)
      .filter(({ type }) => type === 'language' || type === 'open_recogniser'),
    [
      { type: 'open_recogniser', recogniser: 1 },
      { type: 'language', language: 'de' },
      { type: 'open_recogniser', recogniser: 1 },
    ],
    'the recogniser is opened again, after the voice has changed',
  );
  t.match(conversation.last('respond')?.messages.at(-1), {
    role: 'tools',
    uses: [{ name: SWITCH_LANGUAGE_TOOL, outcome: 'done', result: /continues in de\. Answer/ }],
  });
  t.equal(conversation.sent('use_tool'), 0, 'nothing is requested elsewhere');
  t.ok(prepared(conversation).includes(PHRASES_BY_LANGUAGE.de.filler));
  conversation.answer('Ja, gern. Um 3 Uhr z. B. ist frei.');
  conversation.pass(4_000);
  t.equal(conversation.turns().at(-1)?.text, 'Ja, gern. Um 3 Uhr z. B. ist frei.');
  t.same(
    conversation.outputs.flatMap(({ output }) => (output.type === 'synthesise' ? [output.text] : [])),
    ['Ja, gern.', 'Um 3 Uhr z. B. ist frei.'],
    'German abbreviations end no sentence',
  );
  conversation.hear('und auf englisch', 400);
  conversation.pass(200);
  requestSwitch(conversation, 'en');
  t.equal(conversation.last('language')?.language, 'en-US', 'a region may be missing');
  t.equal(prepared(conversation).at(-1), 'Time is up.', 'the phrases of the agent are back');
});

t.test('times of words follow the clock of the new recogniser', async (t) => {
  const conversation = afterQuestion(LANGUAGES);
  requestSwitch(conversation, 'de');
  const reopenedAt = conversation.now();
  conversation.answer('Ja.');
  conversation.pass(3_000);
  const startedAt = conversation.now();
  conversation.pass(600, true);
  const startMs = startedAt - reopenedAt;
  const words = { text: 'guten tag', startMs, endMs: startMs + 600, confidence: 1, endOfUtterance: true };
  conversation.feed({ type: 'recognised', event: { type: 'final', ...words } });
  conversation.pass(1_500);
  const turn = conversation.turns().findLast(({ speaker }) => speaker === 'customer');
  t.equal(turn?.text, 'guten tag');
  t.ok(
    Math.abs((turn?.audioOffsetMs ?? 0) - startedAt) < 200,
    `${turn?.audioOffsetMs} instead of ${startedAt} ms`,
  );
});

t.test('another language is refused, and the present one changes nothing', async (t) => {
  for (const language of ['fr', 7, undefined]) {
    const conversation = afterQuestion(LANGUAGES);
    requestSwitch(conversation, language);
    t.equal(conversation.sent('language'), 0);
    t.match(conversation.last('respond')?.messages.at(-1), {
      uses: [{ outcome: 'failed', result: 'Choose one of en-US, de, es-ES. The language is still en-US.' }],
    });
  }
  const conversation = afterQuestion(LANGUAGES);
  requestSwitch(conversation, 'en-us');
  t.equal(conversation.sent('language'), 0);
  t.match(conversation.last('respond')?.messages.at(-1), { uses: [{ outcome: 'done' }] });
});

t.test('a tool of an agent with one language may have the name', async (t) => {
  const conversation = afterQuestion();
  requestSwitch(conversation, 'de');
  t.match(conversation.last('use_tool'), { name: SWITCH_LANGUAGE_TOOL, arguments: { language: 'de' } });
});

t.test('phrases that a model writes are kept for their language', async (t) => {
  const conversation = afterQuestion(LANGUAGES);
  const phrases = { ...PHRASES_BY_LANGUAGE.es, filler: 'Un momento.' };
  conversation.feed({ type: 'phrases', language: 'es-ES', phrases });
  t.notOk(prepared(conversation).includes('Un momento.'));
  requestSwitch(conversation, 'es');
  t.ok(prepared(conversation).includes('Un momento.'));
});

/** A brief of a call whose media has just been attached. */
const attached = (voiceSettings: VoiceSettings, ...switches: readonly string[]) =>
  callBrief(
    {
      agent: {
        agentId: 'agent-1',
        name: 'Ann',
        instructions: 'After silence, say "Hallo?".',
        greeting: 'Hello.',
        languageCode: 'en-US',
        voiceSettings,
        knowledgeSourceIds: [],
      },
      mediaStartedAt: 0,
      greetingBegun: true,
      turns: [],
      toolUses: switches.map((language, at) => ({
        id: `use-${at}`,
        name: SWITCH_LANGUAGE_TOOL,
        arguments: { language },
        at,
        result: '',
        outcome: language === 'fr' ? 'failed' : 'done',
        durationMs: 0,
      })),
    },
    {
      attachmentId: 'media-1',
      confirmsVoice: false,
      providers: { models: 1, synthesisers: 1, recognisers: 1 },
      preemptive: false,
    },
  );

t.test('a session that resumes a call goes on in its language', async (t) => {
  const furtherLanguages = ['de', 'es'];
  t.equal(attached({ furtherLanguages }).language, 'en-US');
  const resumed = attached({ furtherLanguages, filler: 'Wait a sec.' }, 'de', 'es', 'fr');
  t.equal(resumed.language, 'es');
  t.same(resumed.phrases, PHRASES_BY_LANGUAGE.es);
  t.match(resumed.languages?.[0], { language: 'en-US', phrases: { filler: 'Wait a sec.', nudge: 'Hallo?' } });
  t.equal(attached({ furtherLanguages, filler: '' }, 'de').phrases.filler, '', 'no filler in any language');
  t.equal(attached({ furtherLanguages: ['en-US'] }, 'de').languages, undefined);
});
