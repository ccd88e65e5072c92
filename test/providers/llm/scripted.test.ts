import t from 'tap';
import {
  type ChatMessage,
  type ModelEvent,
  type ModelRequest,
  NOT_UNDERSTOOD,
} from '../../../providers/llm/language-model.js';
import { parseScript } from '../../../providers/llm/script.js';
import { ASK_AGAIN, createScriptedModel, NO_RULE, scriptedPhrases } from '../../../providers/llm/scripted.js';

const SCRIPT = `You are the voice of a restaurant. Be "friendly".
When the customer says "book a table" or “reserve a table”, say "For how many people?".
when the customer says "cancel my booking", say "It is cancelled." After silence, say "Are you there?".
When the customer says "yes", say "Good." When the customer says "yes please", say "With pleasure."
When the customer says "à bientôt",
  say "You said {heard}.". Then hang up.`;
const OTHERWISE = `${SCRIPT}\nOtherwise, say "Pardon?".`;

const respond = async (request: ModelRequest): Promise<readonly ModelEvent[]> => {
  const events: ModelEvent[] = [];
  for await (const event of createScriptedModel().respond(request, new AbortController().signal))
    events.push(event);
  return events;
};

const reply = async (
  instructions: string,
  ...turns: readonly ChatMessage[]
): Promise<readonly ModelEvent[]> =>
  respond({ messages: [{ role: 'system', content: instructions }, ...turns], tools: [] });

const user = (content: string): ChatMessage => ({ role: 'user', content });
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content });

const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

t.test('answers by the rule that best matches the utterance', async (t) => {
  for (const [words, answer] of [
    ['I would like to book a table, please', 'For how many people?'],
    ['RESERVE A TABLE', 'For how many people?'],
    ['please cancel my booking', 'It is cancelled.'],
    ['Yes.', 'Good.'],
    ['Yes, please!', 'With pleasure.'],
    ['a bientot', 'You said a bientot.'],
    ['the weather is lovely', 'Pardon?'],
    ['', 'Pardon?'],
  ] as const) {
    t.equal(textOf(await reply(OTHERWISE, user(words))), answer, words);
  }
});

t.test('ends every answer with what is to be said in addition', async (t) => {
  const asking: ChatMessage = { role: 'system', content: 'At the end, also say “And your number?”.' };
  t.equal(textOf(await reply(OTHERWISE, asking, user('yes'))), 'Good. And your number?');
  t.equal(textOf(await reply(SCRIPT, asking, user('rain'))), `${NO_RULE} And your number?`);
});

t.test('answers everything that was said since the agent last spoke', async (t) => {
  const events = await reply(
    OTHERWISE,
    user('yes'),
    assistant('Good.'),
    user('please cancel'),
    user('my booking'),
  );
  t.equal(textOf(events), 'It is cancelled.');
});

t.test('streams the text in small pieces, followed by a hang-up', async (t) => {
  const events = await reply(SCRIPT, user('à bientôt'));
  t.same(events, [
    { type: 'text', text: 'You' },
    { type: 'text', text: ' said' },
    { type: 'text', text: ' à' },
    { type: 'text', text: ' bientôt.' },
    { type: 'tool_call', id: 'hang_up', name: 'end_call', arguments: {} },
  ]);
});

t.test('the words of the customer are text, never a replacement pattern', async (t) => {
  const events = await reply('Otherwise say "Heard: {heard}"', user("$& $1 $' {heard}"));
  t.equal(textOf(events), "Heard: $& $1 $' {heard}");
});

t.test('says so if no rule matches', async (t) => {
  for (const instructions of ['', 'Be nice.', SCRIPT, 'When the customer says, say "x"', 'Otherwise, say'])
    t.equal(textOf(await reply(instructions, user('what is this'))), NO_RULE, instructions);
  t.equal(textOf(await reply('Be nice.')), NO_RULE);
});

t.test('without a rule that fits, it fills no field of a schema', async (t) => {
  const schema = { type: 'object', properties: { conclusion: { type: 'string' } } };
  const assess = async (words: string): Promise<string> =>
    textOf(
      await respond({ messages: [{ role: 'system', content: SCRIPT }, user(words)], tools: [], schema }),
    );
  t.equal(await assess('please cancel my booking'), '{"conclusion":"It is cancelled."}');
  t.equal(await assess('rain'), '');
});

t.test('lists each phrase for the recogniser once', async (t) => {
  t.same(scriptedPhrases(`${SCRIPT} When the customer says "yes", say "Again."`), [
    'book a table',
    'reserve a table',
    'cancel my booking',
    'yes',
    'yes please',
    'à bientôt',
  ]);
});

t.test('parses any script in time proportional to its length', async (t) => {
  for (const piece of ['“', '"', 'when the customer says ', 'when the customer says "a" or ', 'otherwise ']) {
    const started = performance.now();
    parseScript(piece.repeat(Math.ceil(200_000 / piece.length)));
    t.ok(performance.now() - started < 20_000, piece);
  }
});

t.test('keeps its pace, and an abort ends the reply at once', async (t) => {
  let pauses = 0;
  const stop = new AbortController();
  const model = createScriptedModel({
    pace: async () => {
      pauses += 1;
      if (pauses === 3) stop.abort();
    },
  });
  const request = {
    messages: [{ role: 'system', content: OTHERWISE }, user('book a table')],
    tools: [],
  } as const;
  const heard: ModelEvent[] = [];
  await t.rejects(
    async () => {
      for await (const event of model.respond(request, stop.signal)) heard.push(event);
    },
    { name: 'AbortError' },
  );
  t.equal(textOf(heard), 'For how');
});

t.test(
  'answers speech that was not understood by its default rule or a request to repeat, by no other rule',
  async (t) => {
    t.equal(textOf(await reply(OTHERWISE, user('yes'), assistant('Good.'), user(NOT_UNDERSTOOD))), 'Pardon?');
    const own = 'When the customer says "say it again", say "No."';
    t.equal(textOf(await reply(own, user(NOT_UNDERSTOOD))), ASK_AGAIN);
  },
);

t.test('switches the language once, and then answers in it', async (t) => {
  const script = 'When the customer says "hola", say "¡Buenas!". Then switch to "es". Then hang up.';
  t.match(parseScript(script), [{ phrases: ['hola'], answer: '¡Buenas!', language: 'es', hangUp: true }]);
  const use = { id: 'language', name: 'switch_language', arguments: { language: 'es' } };
  const requested = await reply(script, user('hola'));
  t.same(requested, [{ type: 'tool_call', ...use }]);
  const uses = [{ ...use, result: 'The call continues in es.', outcome: 'done' }] as const;
  const answered = await reply(script, user('hola'), { role: 'tools', uses });
  t.equal(textOf(answered), '¡Buenas!');
  t.match(answered.at(-1), { name: 'end_call' });
});
