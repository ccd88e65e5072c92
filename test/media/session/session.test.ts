/** The behaviour of a media session, on a manual clock. */
import t from 'tap';
import { briefOf, converse, MS_PER_CHARACTER } from './carrier.js';

const GREETING_MS = 'Hello there, how can I help?'.length * MS_PER_CHARACTER;
const texts = (conversation: ReturnType<typeof converse>) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

/** A session whose greeting has been heard to its end. */
const greeted = (voice = {}, change = {}) => {
  const conversation = converse(briefOf(voice, change));
  conversation.feed({ type: 'connected' });
  conversation.pass(GREETING_MS + 300);
  return conversation;
};

t.test('greets as soon as the stream is connected, and records what was heard', async (t) => {
  const conversation = converse(briefOf());
  conversation.feed({ type: 'connected' });
  t.ok(
    conversation.outputs.some(({ atMs, output }) => atMs === 0 && output.type === 'send_audio'),
    'the first frame leaves at once',
  );
  conversation.pass(GREETING_MS - 100);
  t.same(texts(conversation), [], 'nothing is recorded before it was heard');
  conversation.pass(300);
  t.match(conversation.turns(), [
    { speaker: 'assistant', text: 'Hello there, how can I help?', heard: 'acked', interrupted: false },
  ]);
});

t.test(
  'words over a greeting are held until 95 % of it was heard, and are answered with one reply',
  async (t) => {
    const conversation = converse(briefOf());
    conversation.feed({ type: 'connected' });
    conversation.pass(400, true);
    conversation.hear('are you open');
    conversation.pass(400, true);
    conversation.hear('on sundays');
    conversation.pass(GREETING_MS * 0.95 - 900);
    t.equal(conversation.sent('respond'), 0);
    t.equal(conversation.sent('send_clear'), 0, 'the greeting is not interrupted');
    conversation.pass(300);
    t.equal(conversation.sent('respond'), 1);
    t.ok(texts(conversation).includes('customer: are you open on sundays'));
  },
);

t.test('a carrier that echoes no marks does not hold the customer for ever', async (t) => {
  const conversation = converse(briefOf(), { echo: 'never' });
  conversation.feed({ type: 'connected' });
  conversation.pass(400, true);
  conversation.hear('hello');
  conversation.pass(GREETING_MS + 1_400);
  t.equal(conversation.sent('respond'), 0);
  conversation.pass(600);
  t.equal(conversation.sent('respond'), 1, 'after the length of the greeting and two seconds');
  t.same(conversation.notes(), ['receipts_missing']);
  t.match(
    conversation.turns().find(({ speaker }) => speaker === 'assistant'),
    { heard: 'estimated' },
  );
});

t.test('an interruptible greeting yields to speech', async (t) => {
  const conversation = converse(briefOf({ allowGreetingInterrupt: true }));
  conversation.feed({ type: 'connected' });
  conversation.pass(600);
  conversation.pass(220, true);
  t.equal(conversation.sent('send_clear'), 1);
});

t.test('200 ms of speech interrupt the agent, and receipts show where the transcript ends', async (t) => {
  const conversation = greeted();
  conversation.pass(300, true);
  conversation.hear('hours');
  conversation.answer('We are open every day from noon to midnight.');
  conversation.pass(1_000);
  t.equal(conversation.sent('send_clear'), 0);
  conversation.pass(180, true);
  t.equal(conversation.sent('send_clear'), 0, 'not yet');
  conversation.pass(40, true);
  t.equal(conversation.sent('send_clear'), 1);
  conversation.hear('wait');
  const cut = conversation.turns().find(({ interrupted }) => interrupted);
  t.ok(
    cut !== undefined &&
      cut.text.length > 0 &&
      'We are open every day from noon to midnight.'.startsWith(cut.text),
    `heard: ${cut?.text}`,
  );
  const played = (cut?.audioEndOffsetMs ?? 0) - (cut?.audioOffsetMs ?? 0);
  t.ok(played > 800 && played <= 1_240, `${played} ms were acknowledged`);
});

t.test(
  'an interruption is measured from its 200th ms, however late the verdict that it is a voice',
  async (t) => {
    const conversation = greeted({}, { confirmsVoice: true });
    conversation.hear('hours');
    conversation.answer('We are open every day from noon to midnight.');
    conversation.pass(1_000);
    conversation.pass(180, true);
    t.equal(conversation.sent('speech_suffices'), 0);
    conversation.pass(40, true);
    t.equal(conversation.sent('speech_suffices'), 1);
    conversation.pass(60, true);
    t.equal(conversation.sent('send_clear'), 0, 'there is no verdict yet');
    conversation.feed({ type: 'voice', sound: conversation.last('confirm_voice')?.sound ?? 0, speech: true });
    t.equal(conversation.sent('send_clear'), 1);
    conversation.pass(400, true);
    t.equal(conversation.sent('speech_suffices'), 1, 'an interruption begins once');
  },
);

t.test('a sound first judged to be noise is measured from the verdict that it is a voice', async (t) => {
  const conversation = greeted({}, { confirmsVoice: true });
  conversation.hear('hours');
  conversation.answer('We are open every day from noon to midnight.');
  conversation.pass(1_000);
  const say = (speech: boolean): void =>
    conversation.feed({ type: 'voice', sound: conversation.last('confirm_voice')?.sound ?? 0, speech });
  conversation.pass(100, true);
  say(false);
  conversation.pass(600, true);
  t.equal(conversation.sent('speech_suffices'), 0);
  say(true);
  t.same([conversation.sent('speech_suffices'), conversation.sent('send_clear')], [1, 1]);
});

t.test('resumes the reply where a cough cut it', async (t) => {
  const conversation = greeted({ bargeInDuck: false });
  conversation.pass(300, true);
  conversation.hear('hours');
  conversation.answer('We are open every day from noon to midnight.');
  conversation.pass(1_000);
  conversation.pass(240, true);
  t.equal(conversation.sent('send_clear'), 1);
  conversation.pass(2_300);
  t.ok(
    conversation.outputs.some(
      ({ atMs, output }) => atMs > conversation.now() - 300 && output.type === 'send_audio',
    ),
    'the agent speaks again',
  );
  conversation.pass(4_000);
  t.same(
    texts(conversation).at(-1),
    'assistant: We are open every day from noon to midnight.',
    'all of the reply was heard',
  );
});

t.test('a backchannel does not interrupt', async (t) => {
  const conversation = greeted();
  conversation.pass(300, true);
  conversation.hear('hours');
  conversation.answer('We are open every day from noon to midnight.');
  conversation.pass(800);
  conversation.hear('mm hm', 160);
  t.equal(conversation.sent('send_clear'), 0);
  conversation.pass(4_000);
  t.equal(conversation.sent('respond'), 1, 'the backchannel is not answered');
  t.same(texts(conversation).at(-1), 'assistant: We are open every day from noon to midnight.');
});

t.test(
  'an interruption before anything was heard discards the whole answer, and the session can still speak',
  async (t) => {
    const conversation = greeted();
    conversation.pass(300, true);
    conversation.hear('one');
    conversation.answer('First answer.');
    conversation.hear('two');
    t.notOk(
      texts(conversation).some((line) => line.includes('First')),
      'nothing of it was heard',
    );
    conversation.answer('Second answer.');
    conversation.pass(2_000);
    t.equal(texts(conversation).at(-1), 'assistant: Second answer.');
  },
);

t.test('late output of an abandoned generation is dropped, and its tools never run', async (t) => {
  const conversation = greeted();
  conversation.hear('one');
  const first = conversation.last('respond')?.generation ?? 0;
  conversation.hear('two');
  t.equal(conversation.last('cancel_response')?.generation, first);
  conversation.feed({ type: 'model_text', generation: first, text: 'Stale answer. ' });
  conversation.feed({ type: 'model_tool', generation: first, name: 'end_call', arguments: {} });
  conversation.feed({ type: 'model_done', generation: first });
  conversation.pass(3_000);
  t.notOk(conversation.commands().some(({ type }) => type === 'hang_up'));
  t.notOk(texts(conversation).some((line) => line.includes('Stale')));
});

t.test(
  'repeats the interrupted sentence if the agent is configured to, unless the customer asked something',
  async (t) => {
    for (const [words, again] of [
      ['hold on', true],
      ['what do you mean', false],
    ] as const) {
      const conversation = greeted({ repeatInterruptedSentence: true });
      conversation.hear('hours');
      conversation.answer('We are open every day from noon to midnight.');
      conversation.pass(1_500);
      conversation.hear(words);
      t.equal(
        conversation.last('synthesise')?.text === 'We are open every day from noon to midnight.' &&
          conversation.sent('synthesise') === 3,
        again,
        words,
      );
    }
  },
);

t.test('records the five latencies of a turn, in ascending order', async (t) => {
  const conversation = greeted();
  conversation.pass(300, true);
  conversation.pass(300);
  conversation.hear('hours');
  conversation.pass(40);
  conversation.answer('Noon to midnight.');
  conversation.pass(2_000);
  const stages = Object.values(conversation.turns().at(-1)?.latencies ?? {});
  t.equal(stages.length, 5);
  t.ok(stages.every((ms) => ms !== null && ms >= 0));
  t.same(
    stages,
    [...stages].sort((a, b) => Number(a) - Number(b)),
  );
});

t.test('two nudges follow silence, and then the call ends', async (t) => {
  const conversation = greeted({ nudgeAfterSilenceSeconds: 2, disconnectAfterSilenceSeconds: 12 });
  conversation.pass(10_000);
  t.equal(conversation.turns().filter(({ text }) => text === 'Still there?').length, 2);
  t.equal(conversation.turns().filter(({ nudge }) => nudge === true).length, 2, 'no other turn is a nudge');
  t.notOk(conversation.commands().some(({ type }) => type === 'hang_up'));
  conversation.pass(3_000);
  t.match(
    conversation.commands().find(({ type }) => type === 'hang_up'),
    { by: 'system', reason: 'silence' },
  );
  t.equal(conversation.commands().filter(({ type }) => type === 'hang_up').length, 1);
});

t.test('speech and key presses restart the silence timer', async (t) => {
  const conversation = greeted({ nudgeAfterSilenceSeconds: 2 });
  conversation.pass(1_500);
  conversation.feed({ type: 'dtmf', digit: '5' });
  conversation.pass(1_500);
  conversation.pass(200, true);
  conversation.pass(1_500);
  t.notOk(texts(conversation).some((line) => line.includes('Still there?')));
});

t.test('a call that reaches its maximum duration ends with a closing phrase', async (t) => {
  const conversation = greeted({ maxCallDurationSeconds: 5, nudgeAfterSilenceSeconds: 60 });
  conversation.pass(5_000);
  t.equal(texts(conversation).at(-1), 'assistant: Time is up.');
  t.match(
    conversation.commands().find(({ type }) => type === 'hang_up'),
    { by: 'system', reason: 'max_duration' },
  );
});

t.test('the agent hangs up after its last words were heard, not before', async (t) => {
  const conversation = greeted();
  conversation.hear('bye');
  conversation.answer('Goodbye and thank you.', true);
  conversation.pass('Goodbye and thank you.'.length * MS_PER_CHARACTER - 100);
  t.notOk(conversation.commands().some(({ type }) => type === 'hang_up'));
  conversation.pass(300);
  t.match(
    conversation.commands().find(({ type }) => type === 'hang_up'),
    { by: 'agent', reason: 'agent_hangup' },
  );
});

t.test('a model that stalls is asked once more, then the agent apologises', async (t) => {
  const conversation = greeted();
  conversation.hear('hours');
  conversation.pass(3_100);
  t.equal(conversation.sent('respond'), 2);
  conversation.pass(3_100);
  t.ok(conversation.notes().includes('model_failed'));
  conversation.pass(2_000);
  t.equal(texts(conversation).at(-1), 'assistant: Sorry about that.');
});

t.test(
  'a synthesiser that fails is asked once more, and the call ends if even the apology cannot be spoken',
  async (t) => {
    const conversation = converse(briefOf({}, { greeting: '' }), { mute: true });
    conversation.feed({ type: 'connected' });
    conversation.hear('hours');
    conversation.answer('Noon to midnight.');
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const wanted = conversation.last('synthesise');
      if (wanted !== undefined) conversation.feed({ type: 'speech_failed', utterance: wanted.utterance });
      conversation.pass(100);
    }
    conversation.pass(5_000);
    t.match(
      conversation.commands().find(({ type }) => type === 'hang_up'),
      { reason: 'speech_provider_failed' },
    );
  },
);

t.test('a stream that drops and returns continues from what was heard', async (t) => {
  const conversation = greeted();
  conversation.hear('hours');
  conversation.answer('We are open every day from noon to midnight.');
  conversation.pass(1_000);
  conversation.feed({ type: 'disconnected' });
  conversation.pass(400);
  conversation.feed({ type: 'connected' });
  conversation.pass(4_000);
  t.equal(texts(conversation).at(-1), 'assistant: We are open every day from noon to midnight.');
  t.equal(
    texts(conversation).filter((line) => line.includes('Hello there')).length,
    1,
    'the agent does not greet again',
  );
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
  const conversation = converse(briefOf({}, { resumed: true, turns: [left] }));
  conversation.feed({ type: 'connected' });
  t.equal(conversation.sent('synthesise'), 0);
  t.match(conversation.last('respond')?.messages.at(-1), { role: 'user', content: 'hours' });
});

t.test('late, duplicate and unknown receipts change nothing', async (t) => {
  for (const rules of [{ lateMs: 600 }, { echo: 'twice' }] as const) {
    const conversation = converse(briefOf(), rules);
    conversation.feed({ type: 'connected' });
    conversation.feed({ type: 'mark', name: 'unknown:0:400' });
    conversation.feed({ type: 'mark', name: 'rubbish' });
    conversation.pass(GREETING_MS + 1_200);
    t.match(conversation.turns(), [{ text: 'Hello there, how can I help?', heard: 'acked' }]);
    t.same(conversation.notes(), []);
  }
});
