/** An operator takes a call over, speaks, and hands it back, on a manual clock. */
import t from 'tap';
import {
  BY_AGENT,
  begun,
  handBack,
  LINE,
  lastMessages,
  meanwhile,
  speak,
  takeOver,
  turnsOf,
  understood,
  VOICE,
} from './taken-over.js';

t.test('a take-over cuts a reply where it was heard, and silences the agent', async (t) => {
  const conversation = begun();
  conversation.hear('Do you have a table?');
  conversation.answer('Yes, we have a very nice one by the window for you.');
  conversation.pass(1_000);
  takeOver(conversation);
  t.equal(conversation.sent('send_clear'), 1);
  const [, cut] = conversation.turns();
  t.match(cut, { speaker: 'assistant', interrupted: true });
  t.ok((cut?.text.length ?? 0) < 30, 'only the heard part is recorded');
  t.same(conversation.last('speaker'), { type: 'speaker', line: LINE });
  t.match(
    conversation.commands().find(({ type }) => type === 'take_over'),
    { lineId: LINE, by: { type: 'user', id: 'u1' } },
  );
  conversation.hear('Hello? Who is this?');
  conversation.pass(70_000);
  t.notOk(
    meanwhile(conversation).some(({ type }) => BY_AGENT.has(type)),
    'no reply, no nudge',
  );
  t.notOk(
    conversation.commands().some(({ type }) => type === 'hang_up'),
    'the call is not ended',
  );
  t.ok(turnsOf(conversation).includes('customer: Hello? Who is this?'));
});

t.test(
  'operator audio goes to the carrier as it arrives, and is recorded at the position where it played',
  async (t) => {
    const conversation = begun();
    conversation.pass(500);
    takeOver(conversation);
    const from = conversation.outputs.length;
    const fromMs = conversation.now();
    speak(conversation, 1_000);
    conversation.pass(400);
    const after = conversation.outputs.slice(from);
    const sent = after.filter(({ output }) => output.type === 'send_audio');
    t.equal(sent.length, 50, 'all of it is sent once');
    t.ok(sent.every(({ atMs }, index) => atMs >= fromMs + index * 20 && atMs <= fromMs + 100 + index * 20));
    const recorded = after.flatMap(({ output }) =>
      output.type === 'record' && output.track === 'agent' ? [output] : [],
    );
    t.equal(recorded.length, 50);
    t.same(recorded[0]?.payload, VOICE);
    const places = recorded.map(({ atMs }) => atMs);
    t.same(
      places,
      places.map((_, index) => (places[0] ?? 0) + 20 * index),
    );
    const heard = after.filter(({ output }) => output.type === 'recognise_operator').length;
    t.equal(heard * 20, conversation.now() - fromMs, 'the recogniser gets all of it, silence included');
  },
);

t.test('a burst of operator audio does not add up to a growing delay', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  for (let count = 0; count < 200; count += 1) conversation.feed({ type: 'operator_audio', payload: VOICE });
  conversation.pass(2_000);
  t.equal(conversation.sent('send_audio'), 15);
});

t.test(
  'the words of an operator are human turns, and the customer gets an answer after the hand-back',
  async (t) => {
    const conversation = begun();
    conversation.hear('I want to complain.');
    conversation.answer('I am sorry.');
    conversation.pass(2_000);
    takeOver(conversation);
    const zero = conversation.now();
    speak(conversation, 700);
    understood(conversation, 'This is Ann. Your money is on its way.');
    conversation.pass(500);
    conversation.hear('Thank you. When are you open?');
    handBack(conversation, 'She gets 20 euros back.');
    t.same(turnsOf(conversation).slice(-2), [
      'human: This is Ann. Your money is on its way.',
      'customer: Thank you. When are you open?',
    ]);
    const human = conversation.turns().find(({ speaker }) => speaker === 'human');
    t.match(human, { audioOffsetMs: zero + 100, audioEndOffsetMs: zero + 600, heard: 'estimated' });
    t.equal(human?.at, 1_000_000 + zero + 100);
    const messages = lastMessages(conversation);
    t.match(messages.at(-1), { role: 'user', content: 'Thank you. When are you open?' });
    t.match(messages.at(-2), { role: 'assistant', content: /^\[Colleague\] This is Ann/ });
    t.ok(messages.some(({ role, content }) => role === 'system' && content.includes('20 euros back')));
    t.ok(
      messages.some(({ role, content }) => role === 'system' && content.includes('Never write [Colleague]')),
    );
    t.match(
      conversation.commands().find(({ type }) => type === 'hand_back'),
      { lineId: LINE, reason: 'handed_back', note: 'She gets 20 euros back.' },
    );
    t.same(conversation.last('speaker'), { type: 'speaker', line: null });
    conversation.answer('Every day.');
    conversation.pass(2_000);
    t.equal(turnsOf(conversation).at(-1), 'assistant: Every day.');
  },
);

t.test(
  'a hand-back after words of the operator leaves the next turn to the customer; with a note, to the agent',
  async (t) => {
    for (const note of ['', 'Book the table for four.']) {
      const conversation = begun();
      takeOver(conversation);
      speak(conversation, 700);
      understood(conversation, 'Our assistant helps you from here.');
      handBack(conversation, note);
      conversation.pass(500);
      t.equal(conversation.sent('respond'), note === '' ? 0 : 1);
      if (note === '') {
        conversation.pass(12_000);
        t.equal(
          conversation.last('synthesise')?.text,
          'Still there?',
          'the customer is nudged after the usual silence',
        );
      } else t.match(lastMessages(conversation).at(-1), { role: 'user', content: /handed the call back/ });
    }
  },
);

t.test('after a hand-back without operator words the agent continues its reply', async (t) => {
  const conversation = begun();
  conversation.hear('Do you have a table?');
  conversation.answer('Yes, we have a very nice one by the window for you.');
  conversation.pass(1_000);
  takeOver(conversation);
  conversation.pass(300);
  handBack(conversation);
  t.equal(conversation.sent('respond'), 2);
});

t.test('the agent waits for the last words of the operator, for a second at most', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  speak(conversation, 700);
  conversation.feed({ type: 'hand_back', note: 'Go on.', reason: 'handed_back' });
  conversation.pass(500);
  t.equal(conversation.sent('respond'), 0);
  understood(conversation, 'Good bye.');
  conversation.pass(600);
  t.equal(conversation.sent('respond'), 1);
  t.match(lastMessages(conversation).at(-2), { content: '[Colleague] Good bye.' });
});

t.test('operator words that were not recognised leave a note, and no turn', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  speak(conversation, 1_000);
  conversation.feed({ type: 'operator_recognised', event: { type: 'failed', reason: 'broken' } });
  conversation.feed({ type: 'operator_recognised', event: { type: 'failed', reason: 'broken' } });
  t.equal(conversation.sent('open_operator_recogniser'), 2, 'the recogniser is retried once');
  handBack(conversation);
  t.same(conversation.turns(), []);
  t.ok(conversation.notes().includes('operator_words_missing'));
  t.equal(conversation.sent('respond'), 0, 'the operator spoke: the customer speaks next');

  const silent = begun();
  takeOver(silent);
  silent.pass(1_000);
  handBack(silent);
  t.notOk(silent.notes().includes('operator_words_missing'), 'there was nothing to miss');
});

t.test('a partial result that never became final counts as what the operator said', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  speak(conversation, 700);
  const event = { type: 'partial', text: 'One moment please', startMs: 0, endMs: 600 } as const;
  conversation.feed({ type: 'operator_recognised', event });
  handBack(conversation);
  t.same(turnsOf(conversation), ['human: One moment please']);
});

t.test('a take-over ends a held greeting, and keeps what was said over it', async (t) => {
  const conversation = begun('Hello there, how can I help you today, dear guest?');
  conversation.pass(600);
  conversation.hear('Table for two.');
  takeOver(conversation);
  t.ok(turnsOf(conversation).includes('customer: Table for two.'));
  t.equal(conversation.sent('respond'), 0);
  t.equal(conversation.commands().filter(({ type }) => type === 'begin_greeting').length, 1);
  handBack(conversation);
  t.equal(conversation.sent('respond'), 1, 'the held words are answered');
});

t.test('a take-over during an undecided interruption ends the reply', async (t) => {
  const conversation = begun();
  conversation.hear('Do you have a table?');
  conversation.answer('Yes, we have a very nice one by the window for you.');
  conversation.pass(1_000);
  conversation.pass(300, true);
  t.equal(conversation.sent('send_clear'), 1);
  takeOver(conversation);
  t.match(conversation.turns().at(-1), { speaker: 'assistant', interrupted: true });
  conversation.pass(3_000);
  t.notOk(
    meanwhile(conversation).some(({ type }) => type === 'send_audio'),
    'the reply does not continue',
  );
});

t.test('a tool that runs during a take-over ends, and the next request carries its result', async (t) => {
  const conversation = begun();
  conversation.hear('Is it in stock?');
  const { generation = 0 } = conversation.last('respond') ?? {};
  conversation.feed({ type: 'model_tool', generation, name: 'stock', arguments: { item: 'lamp' } });
  conversation.feed({ type: 'model_done', generation });
  const use = conversation.last('use_tool')?.use ?? '';
  takeOver(conversation);
  conversation.feed({ type: 'tool_done', use, outcome: 'done', result: 'Four left.' });
  conversation.pass(500);
  t.equal(conversation.sent('respond'), 1);
  handBack(conversation);
  t.equal(conversation.sent('respond'), 2);
  const messages = conversation.last('respond')?.messages ?? [];
  t.ok(messages.some((message) => message.role === 'tools' && message.uses[0]?.result === 'Four left.'));
});
