/** The behaviours of a media session, one after the other, with time steered by hand. */
import t from 'tap';
import { briefOf, converse, MS_PER_CHARACTER } from './carrier.js';

const GREETING_MS = 'Hello there, how can I help?'.length * MS_PER_CHARACTER;
const texts = (conversation: ReturnType<typeof converse>) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

/** A session whose greeting has been heard to its end. */
const greeted = (voice = {}, change = {}) => {
  const one = converse(briefOf(voice, change));
  one.feed({ type: 'connected' });
  one.pass(GREETING_MS + 300);
  return one;
};

t.test('greets as soon as the stream is there, and writes down what was heard', async (t) => {
  const one = converse(briefOf());
  one.feed({ type: 'connected' });
  t.ok(
    one.outputs.some(({ atMs, output }) => atMs === 0 && output.type === 'send_audio'),
    'the first frame leaves at once',
  );
  one.pass(GREETING_MS - 100);
  t.same(texts(one), [], 'not before it was heard');
  one.pass(300);
  t.match(one.turns(), [
    { speaker: 'assistant', text: 'Hello there, how can I help?', heard: 'acked', interrupted: false },
  ]);
});

t.test(
  'what is said over a greeting is held until 95 % of it was heard, and answered by one turn',
  async (t) => {
    const one = converse(briefOf());
    one.feed({ type: 'connected' });
    one.pass(400, true);
    one.hear('are you open');
    one.pass(400, true);
    one.hear('on sundays');
    one.pass(GREETING_MS * 0.95 - 900);
    t.equal(one.sent('respond'), 0);
    t.equal(one.sent('send_clear'), 0, 'the greeting is not interrupted');
    one.pass(300);
    t.equal(one.sent('respond'), 1);
    t.ok(texts(one).includes('customer: are you open on sundays'));
  },
);

t.test('a carrier that echoes nothing does not hold the customer for ever', async (t) => {
  const one = converse(briefOf(), { echo: 'never' });
  one.feed({ type: 'connected' });
  one.pass(400, true);
  one.hear('hello');
  one.pass(GREETING_MS + 1_400);
  t.equal(one.sent('respond'), 0);
  one.pass(600);
  t.equal(one.sent('respond'), 1, 'the greeting’s length and two seconds');
  t.same(one.notes(), ['receipts_missing']);
  t.match(
    one.turns().find(({ speaker }) => speaker === 'assistant'),
    { heard: 'estimated' },
  );
});

t.test('an interruptible greeting yields', async (t) => {
  const one = converse(briefOf({ allowGreetingInterrupt: true }));
  one.feed({ type: 'connected' });
  one.pass(600);
  one.pass(220, true);
  t.equal(one.sent('send_clear'), 1);
});

t.test('200 ms of speech interrupt; the transcript is cut where the receipts say', async (t) => {
  const one = greeted();
  one.pass(300, true);
  one.hear('hours');
  one.answer('We are open every day from noon to midnight.');
  one.pass(1_000);
  t.equal(one.sent('send_clear'), 0);
  one.pass(180, true);
  t.equal(one.sent('send_clear'), 0, 'not yet');
  one.pass(40, true);
  t.equal(one.sent('send_clear'), 1);
  one.hear('wait');
  const cut = one.turns().find(({ interrupted }) => interrupted);
  t.ok(
    cut !== undefined &&
      cut.text.length > 0 &&
      'We are open every day from noon to midnight.'.startsWith(cut.text),
    `heard: ${cut?.text}`,
  );
  const played = (cut?.audioEndOffsetMs ?? 0) - (cut?.audioOffsetMs ?? 0);
  t.ok(played > 800 && played <= 1_240, `${played} ms were acknowledged`);
});

t.test('a cough does not end what the agent says: it goes on where it was cut', async (t) => {
  const one = greeted();
  one.pass(300, true);
  one.hear('hours');
  one.answer('We are open every day from noon to midnight.');
  one.pass(1_000);
  one.pass(240, true);
  t.equal(one.sent('send_clear'), 1);
  one.pass(2_300);
  t.ok(
    one.outputs.some(({ atMs, output }) => atMs > one.now() - 300 && output.type === 'send_audio'),
    'it speaks again',
  );
  one.pass(4_000);
  t.same(
    texts(one).at(-1),
    'assistant: We are open every day from noon to midnight.',
    'and all of it was heard',
  );
});

t.test('a sound of listening does not interrupt', async (t) => {
  const one = greeted();
  one.pass(300, true);
  one.hear('hours');
  one.answer('We are open every day from noon to midnight.');
  one.pass(800);
  one.hear('mm hm', 160);
  t.equal(one.sent('send_clear'), 0);
  one.pass(4_000);
  t.equal(one.sent('respond'), 1, 'and is not answered');
  t.same(texts(one).at(-1), 'assistant: We are open every day from noon to midnight.');
});

t.test(
  'an interruption before anything was heard drops the answer whole, and the session can still speak',
  async (t) => {
    const one = greeted();
    one.pass(300, true);
    one.hear('one');
    one.answer('First answer.');
    one.hear('two');
    t.notOk(
      texts(one).some((line) => line.includes('First')),
      'nothing of it was heard',
    );
    one.answer('Second answer.');
    one.pass(2_000);
    t.equal(texts(one).at(-1), 'assistant: Second answer.');
  },
);

t.test('what an abandoned generation still brings is dropped, and its tools never run', async (t) => {
  const one = greeted();
  one.hear('one');
  const first = one.last('respond')?.generation ?? 0;
  one.hear('two');
  t.equal(one.last('cancel_response')?.generation, first);
  one.feed({ type: 'model_text', generation: first, text: 'Stale answer. ' });
  one.feed({ type: 'model_tool', generation: first, name: 'end_call' });
  one.feed({ type: 'model_done', generation: first });
  one.pass(3_000);
  t.notOk(one.commands().some(({ type }) => type === 'hang_up'));
  t.notOk(texts(one).some((line) => line.includes('Stale')));
});

t.test(
  'the interrupted sentence is said again where the agent is told so, unless the customer asked something',
  async (t) => {
    for (const [words, again] of [
      ['hold on', true],
      ['what do you mean', false],
    ] as const) {
      const one = greeted({ repeatInterruptedSentence: true });
      one.hear('hours');
      one.answer('We are open every day from noon to midnight.');
      one.pass(1_500);
      one.hear(words);
      t.equal(
        one.last('synthesise')?.text === 'We are open every day from noon to midnight.' &&
          one.sent('synthesise') === 3,
        again,
        words,
      );
    }
  },
);

t.test('700 ms of silence end a turn that the recogniser left open', async (t) => {
  const one = greeted();
  one.pass(300, true);
  one.hear('I would like', 300, false);
  one.pass(600);
  t.equal(one.sent('respond'), 0);
  one.pass(140);
  t.equal(one.sent('respond'), 1);
});

t.test('the five latencies of a turn are there, each after the one before', async (t) => {
  const one = greeted();
  one.pass(300, true);
  one.pass(300);
  one.hear('hours');
  one.pass(40);
  one.answer('Noon to midnight.');
  one.pass(2_000);
  const stages = Object.values(one.turns().at(-1)?.latencies ?? {});
  t.equal(stages.length, 5);
  t.ok(stages.every((ms) => ms !== null && ms >= 0));
  t.same(
    stages,
    [...stages].sort((a, b) => Number(a) - Number(b)),
  );
});

t.test('silence is nudged twice, and then ends the call', async (t) => {
  const one = greeted({ nudgeAfterSilenceSeconds: 2, disconnectAfterSilenceSeconds: 12 });
  one.pass(10_000);
  t.equal(one.turns().filter(({ text }) => text === 'Still there?').length, 2);
  t.notOk(one.commands().some(({ type }) => type === 'hang_up'));
  one.pass(3_000);
  t.match(
    one.commands().find(({ type }) => type === 'hang_up'),
    { by: 'system', reason: 'silence' },
  );
  t.equal(one.commands().filter(({ type }) => type === 'hang_up').length, 1);
});

t.test('speech and keys are no silence', async (t) => {
  const one = greeted({ nudgeAfterSilenceSeconds: 2 });
  one.pass(1_500);
  one.feed({ type: 'dtmf', digit: '5' });
  one.pass(1_500);
  one.pass(200, true);
  one.pass(1_500);
  t.notOk(texts(one).some((line) => line.includes('Still there?')));
});

t.test('a call that lasts too long is closed with a sentence', async (t) => {
  const one = greeted({ maxCallDurationSeconds: 5, nudgeAfterSilenceSeconds: 60 });
  one.pass(5_000);
  t.equal(texts(one).at(-1), 'assistant: Time is up.');
  t.match(
    one.commands().find(({ type }) => type === 'hang_up'),
    { by: 'system', reason: 'max_duration' },
  );
});

t.test('the agent hangs up after its last words were heard, not before', async (t) => {
  const one = greeted();
  one.hear('bye');
  one.answer('Goodbye and thank you.', true);
  one.pass('Goodbye and thank you.'.length * MS_PER_CHARACTER - 100);
  t.notOk(one.commands().some(({ type }) => type === 'hang_up'));
  one.pass(300);
  t.match(
    one.commands().find(({ type }) => type === 'hang_up'),
    { by: 'agent', reason: 'agent_hangup' },
  );
});

t.test('a model that stalls is asked once more, then the agent apologises', async (t) => {
  const one = greeted();
  one.hear('hours');
  one.pass(3_100);
  t.equal(one.last('respond')?.attempt, 2);
  one.pass(3_100);
  t.ok(one.notes().includes('model_failed'));
  one.pass(2_000);
  t.equal(texts(one).at(-1), 'assistant: Sorry about that.');
});

t.test(
  'a synthesiser that fails is asked once more, and ends the call when it cannot even apologise',
  async (t) => {
    const one = converse(briefOf({}, { greeting: '' }), { mute: true });
    one.feed({ type: 'connected' });
    one.hear('hours');
    one.answer('Noon to midnight.');
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const wanted = one.last('synthesise');
      if (wanted !== undefined) one.feed({ type: 'speech_failed', utterance: wanted.utterance });
      one.pass(100);
    }
    one.pass(5_000);
    t.match(
      one.commands().find(({ type }) => type === 'hang_up'),
      { reason: 'speech_provider_failed' },
    );
  },
);

t.test('a stream that drops and comes back goes on from what was heard', async (t) => {
  const one = greeted();
  one.hear('hours');
  one.answer('We are open every day from noon to midnight.');
  one.pass(1_000);
  one.feed({ type: 'disconnected' });
  one.pass(400);
  one.feed({ type: 'connected' });
  one.pass(4_000);
  t.equal(texts(one).at(-1), 'assistant: We are open every day from noon to midnight.');
  t.equal(texts(one).filter((line) => line.includes('Hello there')).length, 1, 'it does not greet again');
});

t.test('a resumed session does not greet, and answers what was left unanswered', async (t) => {
  const left = {
    turnId: 'x',
    speaker: 'customer',
    text: 'hours',
    at: 1,
    audioOffsetMs: 0,
    audioEndOffsetMs: 1,
    interrupted: false,
    heard: 'acked',
    latencies: null,
  } as const;
  const one = converse(briefOf({}, { resumed: true, turns: [left] }));
  one.feed({ type: 'connected' });
  t.equal(one.sent('synthesise'), 0);
  t.match(one.last('respond')?.messages.at(-1), { role: 'user', content: 'hours' });
});

t.test('receipts that come late, twice, or for nobody change nothing', async (t) => {
  for (const rules of [{ lateMs: 600 }, { echo: 'twice' }] as const) {
    const one = converse(briefOf(), rules);
    one.feed({ type: 'connected' });
    one.feed({ type: 'mark', name: 'nobody:0:400' });
    one.feed({ type: 'mark', name: 'rubbish' });
    one.pass(GREETING_MS + 1_200);
    t.match(one.turns(), [{ text: 'Hello there, how can I help?', heard: 'acked' }]);
    t.same(one.notes(), []);
  }
});
