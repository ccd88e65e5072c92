/** Calls whose speech-to-speech engine is late, breaks off in a reply, reconnects, or is gone for good. */
import t from 'tap';
import { type EngineConversation, engineConversation } from './conversation.js';

const FILLER = 'One moment.';
const APOLOGY = 'Sorry about that.';

const started = (conversation = engineConversation()): EngineConversation => {
  conversation.pass(1_000);
  return conversation;
};
const synthesised = (conversation: EngineConversation) =>
  conversation.outputsOf('synthesise').map(({ text }) => text);
const timesOf = (conversation: EngineConversation, type: string) =>
  conversation.outputs.flatMap(({ output, atMs }) => (output.type === type ? [atMs] : []));

t.test(
  'a late engine leads to a filler, then a reply by the model, and the engine is not asked for a minute',
  async (t) => {
    const conversation = started();
    const question = conversation.speak();
    conversation.pass(100);
    conversation.words('when are you open', question);
    conversation.pass(2_200);
    t.match(conversation.outputsOf('respond'), [
      { messages: [{ role: 'system' }, { role: 'user', content: 'when are you open' }] },
    ]);
    t.same(synthesised(conversation), [FILLER]);
    conversation.answer('From noon.');
    conversation.pass(4_000);
    t.same(conversation.transcript(), [
      'customer: when are you open',
      `assistant: ${FILLER}`,
      'assistant: From noon.',
    ]);
    t.ok(
      conversation.outputsOf('engine_say').some(({ text }) => text === 'From noon.'),
      'the engine is notified of the reply',
    );
    const next = conversation.speak();
    t.equal(conversation.sent('engine_respond'), 1);
    conversation.words('and on sundays?', next);
    conversation.pass(400);
    t.equal(conversation.sent('respond'), 2, 'the model answers the words');
    conversation.answer('As well.');
    conversation.pass(60_000);
    conversation.speak();
    conversation.pass(300);
    t.equal(conversation.sent('engine_respond'), 2, 'the engine is asked again after a minute');
  },
);

t.test(
  'if the engine fails before the words arrive, the model waits briefly, then asks for them again',
  async (t) => {
    const fast = started();
    const question = fast.speak();
    fast.feed({ type: 'model_failed', generation: fast.lastRequest().generation });
    t.equal(fast.sent('respond'), 0);
    fast.pass(200);
    fast.words('when are you open?', question);
    fast.pass(300);
    t.match(fast.outputsOf('respond').at(-1)?.messages.at(-1), {
      role: 'user',
      content: 'when are you open?',
    });

    const slow = started();
    slow.speak();
    slow.feed({ type: 'model_failed', generation: slow.lastRequest().generation });
    slow.pass(600);
    t.match(slow.outputsOf('respond').at(-1)?.messages.at(-1), { content: /could not be understood/ });
  },
);

t.test('a reply that breaks off is spoken as far as it arrived, and the agent apologises', async (t) => {
  const conversation = started();
  conversation.words('tell me', conversation.speak());
  conversation.replyPart('We have many things, ');
  conversation.feed({ type: 'model_failed', generation: conversation.lastRequest().generation });
  conversation.pass(3_000);
  t.match(conversation.notes(), ['model_failed']);
  t.ok(conversation.transcript().some((line) => line.startsWith('assistant: We have')));
  t.same(synthesised(conversation), [APOLOGY]);
});

t.test('words without audio do not count as said', async (t) => {
  const conversation = started();
  conversation.words('tell me', conversation.speak());
  const { generation } = conversation.lastRequest();
  conversation.feed({ type: 'model_text', generation, text: 'In writing.' });
  conversation.feed({ type: 'model_done', generation });
  t.equal(conversation.sent('respond'), 1, 'the model replies instead');
});

t.test(
  'an engine that reconnects gets the conversation so far, and hears unanswered speech again',
  async (t) => {
    const conversation = started();
    conversation.words('hello', conversation.speak());
    conversation.reply('Hello, what can I do?');
    conversation.pass(2_000);
    const question = conversation.speak();
    const { generation } = conversation.lastRequest();
    conversation.feed({ type: 'model_failed', generation });
    conversation.feed({ type: 'engine_lost' });
    t.match(conversation.outputsOf('engine_converse').at(-1)?.messages.slice(1), [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hello, what can I do?' },
    ]);
    t.match(conversation.notes(), ['model_retried', 'engine_lost']);
    conversation.pass(400);
    conversation.feed({ type: 'engine_spoken', ...question });
    t.equal(conversation.sent('engine_respond'), 3, 'the engine is asked again');
    t.equal(conversation.sent('respond'), 0);
    conversation.reply('Noon.');
    conversation.pass(1_000);
    conversation.feed({ type: 'engine_lost' });
    conversation.feed({ type: 'engine_spoken', ...question });
    t.equal(conversation.sent('engine_respond'), 3, 'answered speech is not answered again');
    conversation.words('when', question);
    conversation.pass(1_000);
    t.same(conversation.transcript().slice(2), ['customer: when', 'assistant: Noon.']);
  },
);

t.test('recogniser, model and synthesiser replace a lost engine, with its pending audio', async (t) => {
  const conversation = started();
  conversation.words('hello', conversation.speak());
  conversation.reply('Hello, what can I do?');
  conversation.pass(2_000);
  conversation.speak();
  conversation.feed({ type: 'model_failed', generation: conversation.lastRequest().generation });
  const lostAt = conversation.now();
  conversation.feed({ type: 'engine_failed', unheardMs: 1_100 });
  t.match(conversation.outputsOf('open_recogniser'), [{ recogniser: 1 }]);
  conversation.pass(300);
  const final = { type: 'final', startMs: 0, endMs: 600, confidence: 1, endOfUtterance: true } as const;
  conversation.feed({ type: 'recognised', event: { ...final, text: 'when are you open?' } });
  t.match(conversation.outputsOf('respond').at(-1)?.messages.at(-1), { content: 'when are you open?' });
  t.equal(conversation.turns().at(-1)?.audioOffsetMs, lostAt - 1_100, 'the position where it was said');
  conversation.answer('From noon.');
  conversation.pass(3_000);
  t.match(conversation.transcript().slice(-2), ['customer: when are you open?', 'assistant: From noon.']);
  const count = conversation.sent('engine_heard') + conversation.sent('engine_say');
  conversation.hear('thanks', 400);
  conversation.answer('Goodbye.');
  conversation.pass(2_000);
  t.equal(
    conversation.sent('engine_heard') + conversation.sent('engine_say'),
    count,
    'the lost engine gets no more updates',
  );
});

t.test('a second engine takes over before any recogniser', async (t) => {
  const conversation = started(
    engineConversation({ providers: { models: 1, synthesisers: 1, recognisers: 1, engines: 2 } }),
  );
  conversation.feed({ type: 'engine_failed', unheardMs: 0 });
  t.match(conversation.outputsOf('open_engine'), [{ engine: 1 }, { engine: 2 }]);
  conversation.feed({ type: 'engine_failed', unheardMs: 0 });
  t.equal(conversation.sent('open_recogniser'), 1);
});

t.test('the engine continues a reply after the line dropped and returned', async (t) => {
  const conversation = started();
  conversation.words('tell me', conversation.speak());
  conversation.reply('We have a table at eight, and another one at nine.');
  conversation.pass(800);
  conversation.feed({ type: 'disconnected' });
  t.equal(conversation.sent('open_engine'), 1);
  for (let at = 0; at < 1_000; at += 20) conversation.feed({ type: 'tick', dueMs: conversation.now() });
  conversation.feed({ type: 'connected' });
  conversation.pass(4_000);
  t.equal(conversation.sent('open_engine'), 1, 'the same engine is used');
  t.match(conversation.transcript().at(-1), /another one at nine\.$/);
  const again = conversation.speak();
  t.equal(conversation.sent('engine_respond'), 2);
  conversation.words('nine, please', again);
});

t.test('the line is never dead for four seconds, even if every provider fails', async (t) => {
  const conversation = started();
  const question = conversation.speak();
  conversation.words('hello', question);
  conversation.pass(9_000);
  const sounds = timesOf(conversation, 'send_audio').filter((at) => at > question.endMs);
  t.ok((sounds[0] ?? 99_999) - question.endMs <= 4_000, `${(sounds[0] ?? 0) - question.endMs}`);
  t.ok(synthesised(conversation).includes(APOLOGY));
  for (const [index, at] of sounds.entries())
    if (index > 0) t.ok(at - (sounds[index - 1] ?? 0) <= 4_000, `${at}`);
});
