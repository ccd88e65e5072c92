/** Somebody beside the call takes it over, speaks, and hands it back; time is steered by hand. */
import t from 'tap';
import {
  BY_AGENT,
  begun,
  handBack,
  LINE,
  meanwhile,
  speak,
  takeOver,
  told,
  turnsOf,
  understood,
  VOICE,
} from './taken-over.js';

t.test('in the middle of a reply: it is cut where it was heard, and the agent is silent', async (t) => {
  const conversation = begun();
  conversation.hear('Do you have a table?');
  conversation.answer('Yes, we have a very nice one by the window for you.');
  conversation.pass(1_000);
  takeOver(conversation);
  t.equal(conversation.sent('send_clear'), 1);
  const [, cut] = conversation.turns();
  t.match(cut, { speaker: 'assistant', interrupted: true });
  t.ok((cut?.text.length ?? 0) < 30, 'what was heard of it');
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
    'nor is it hung up on',
  );
  t.ok(turnsOf(conversation).includes('customer: Hello? Who is this?'));
});

t.test(
  'their voice goes to the carrier as it comes, and lies on the recording where it played',
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
    t.equal(sent.length, 50, 'all of it, once');
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
    t.equal(heard * 20, conversation.now() - fromMs, 'their recogniser hears all of it, silence too');
  },
);

t.test('what comes all at once is not heard later and later', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  for (let count = 0; count < 200; count += 1) conversation.feed({ type: 'operator_audio', payload: VOICE });
  conversation.pass(2_000);
  t.equal(conversation.sent('send_audio'), 15);
});

t.test(
  'their words are turns of a human, and the customer is answered when the line comes back',
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
    const messages = told(conversation);
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
  'handed back with their own words last, the customer has the word; with a note the agent',
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
          'and is asked after the usual silence',
        );
      } else t.match(told(conversation).at(-1), { role: 'user', content: /handed the call back/ });
    }
  },
);

t.test('handed back without a word, the agent goes on with what it was saying', async (t) => {
  const conversation = begun();
  conversation.hear('Do you have a table?');
  conversation.answer('Yes, we have a very nice one by the window for you.');
  conversation.pass(1_000);
  takeOver(conversation);
  conversation.pass(300);
  handBack(conversation);
  t.equal(conversation.sent('respond'), 2);
});

t.test('the last words are waited for, for a second at most', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  speak(conversation, 700);
  conversation.feed({ type: 'hand_back', note: 'Go on.', reason: 'handed_back' });
  conversation.pass(500);
  t.equal(conversation.sent('respond'), 0);
  understood(conversation, 'Good bye.');
  conversation.pass(600);
  t.equal(conversation.sent('respond'), 1);
  t.match(told(conversation).at(-2), { content: '[Colleague] Good bye.' });
});

t.test('words that nobody understood are a note, and no turn', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  speak(conversation, 1_000);
  conversation.feed({ type: 'operator_recognised', event: { type: 'failed', reason: 'broken' } });
  conversation.feed({ type: 'operator_recognised', event: { type: 'failed', reason: 'broken' } });
  t.equal(conversation.sent('open_operator_recogniser'), 2, 'it is tried once more');
  handBack(conversation);
  t.same(conversation.turns(), []);
  t.ok(conversation.notes().includes('operator_words_missing'));
  t.equal(conversation.sent('respond'), 0, 'somebody spoke: the customer has the word');

  const silent = begun();
  takeOver(silent);
  silent.pass(1_000);
  handBack(silent);
  t.notOk(silent.notes().includes('operator_words_missing'), 'nobody said anything');
});

t.test('a guess that nobody made final is what they said', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  speak(conversation, 700);
  const event = { type: 'partial', text: 'One moment please', startMs: 0, endMs: 600 } as const;
  conversation.feed({ type: 'operator_recognised', event });
  handBack(conversation);
  t.same(turnsOf(conversation), ['human: One moment please']);
});

t.test('in a greeting that is held: it is over, and what was said is kept', async (t) => {
  const conversation = begun('Hello there, how can I help you today, dear guest?');
  conversation.pass(600);
  conversation.hear('Table for two.');
  takeOver(conversation);
  t.ok(turnsOf(conversation).includes('customer: Table for two.'));
  t.equal(conversation.sent('respond'), 0);
  t.equal(conversation.commands().filter(({ type }) => type === 'begin_greeting').length, 1);
  handBack(conversation);
  t.equal(conversation.sent('respond'), 1, 'now it is answered');
});

t.test('in an interruption that is not judged yet', async (t) => {
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
    'it is not said on',
  );
});

t.test('while a tool is at work: it ends, and is told with the next answer', async (t) => {
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
