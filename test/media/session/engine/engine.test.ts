/** Speech-to-speech calls: turns, interruptions, tools, machines, and words that arrive late or never. */
import t from 'tap';
import { sessionSettings } from '../../../../media/settings.js';
import { ENGINE_MS_PER_CHARACTER, type EngineConversation, engineConversation } from './conversation.js';

const FILLER = 'One moment.';
const LOOK_UP = { name: 'look_up', arguments: { order: 'A1' } } as const;

const started = (conversation = engineConversation()): EngineConversation => {
  conversation.pass(1_000);
  return conversation;
};
const synthesised = (conversation: EngineConversation) =>
  conversation.outputsOf('synthesise').map(({ text }) => text);
const timesOf = (conversation: EngineConversation, type: string) =>
  conversation.outputs.flatMap(({ output, atMs }) => (output.type === type ? [atMs] : []));

t.test('asks the engine at the end of speech, and records the words where they were said', async (t) => {
  const conversation = started();
  t.match(conversation.outputsOf('open_engine'), [{ engine: 1 }]);
  t.equal(conversation.sent('open_recogniser'), 0);
  const question = conversation.speak();
  t.match(conversation.outputsOf('engine_respond'), [{ generation: 1, notes: [], uses: [], question: '' }]);
  conversation.pass(300);
  conversation.reply('We are open from noon.');
  conversation.pass(400);
  conversation.words('when are you open', question);
  conversation.pass(3_000);
  t.same(conversation.transcript(), ['customer: when are you open', 'assistant: We are open from noon.']);
  t.equal(conversation.sent('respond'), 0, 'the model is not asked');
  t.same(synthesised(conversation), [], 'the synthesiser does not speak');
  const { latencies } = conversation.turns().find(({ speaker }) => speaker === 'assistant') ?? {};
  t.match(latencies, { firstTokenMs: 780, firstAudioMs: 780, firstFrameMs: 780, finalTranscriptMs: 1_180 });
  t.notOk(Object.values(latencies ?? { none: null }).includes(null), 'all five latencies');
  t.match(conversation.outputsOf('engine_heard').at(-1), {
    response: conversation.lastRequest().response,
    playedMs: 1_100,
  });
});

t.test('waits out a pause like the one before, and answers a continued turn once', async (t) => {
  const conversation = started();
  const first = conversation.speak();
  conversation.words('i would like a table, um', first);
  t.equal(conversation.sent('engine_respond'), 1, 'the engine was asked');
  const second = conversation.speak();
  conversation.words('for two', second);
  t.equal(conversation.sent('engine_respond'), 2);
  t.match(conversation.outputsOf('cancel_response'), [{ generation: 1 }]);
  t.same(
    conversation.outputsOf('engine_heard').map(({ playedMs }) => playedMs),
    [0],
    'nothing of the first reply was heard',
  );
  conversation.reply('For when?');
  conversation.pass(2_000);
  t.same(conversation.transcript(), [
    'customer: i would like a table, um',
    'customer: for two',
    'assistant: For when?',
  ]);
  const third = conversation.speak();
  const requests = conversation.sent('engine_respond');
  t.equal(requests, 2, 'the customer paused for 500 ms before');
  conversation.pass(100);
  t.equal(conversation.sent('engine_respond'), 3);
  conversation.words('for eight', third);
});

t.test('an interruption truncates the reply to what was played, in transcript and engine', async (t) => {
  const conversation = started();
  const question = conversation.speak();
  conversation.words('what do you have', question);
  const reply = conversation.lastRequest().response;
  const text = 'We have soup and bread and cheese and wine and a garden.';
  conversation.reply(text);
  conversation.pass(1_000);
  const cut = conversation.speak(1_300);
  t.match(conversation.outputsOf('send_clear'), { length: 2 }, 'lowered, then stopped');
  const heard = conversation.outputsOf('engine_heard').find(({ response }) => response === reply);
  const playedMs = heard?.playedMs ?? 0;
  t.ok(playedMs >= 1_300 && playedMs <= 1_600, `${playedMs}`);
  t.match(conversation.lastRequest(), { generation: 2 }, 'longer than a backchannel: answered at once');
  const turn = conversation.turns().find(({ speaker }) => speaker === 'assistant');
  t.equal(turn?.interrupted, true);
  t.ok(text.startsWith(turn?.text ?? '-'));
  t.ok((turn?.text.length ?? 0) * ENGINE_MS_PER_CHARACTER <= playedMs, `${turn?.text}`);
  conversation.words('no wait', cut);
  conversation.reply('Yes?');
  conversation.pass(1_000);
  t.match(conversation.transcript().slice(-2), ['customer: no wait', 'assistant: Yes?']);
});

t.test(
  'a reply cut while it is generated keeps no more text than was played, however far ahead its words are',
  async (t) => {
    const conversation = started();
    conversation.words('hello', conversation.speak());
    const { generation } = conversation.lastRequest();
    const text = 'one two three four five six seven eight nine ten eleven twelve';
    conversation.feed({ type: 'model_text', generation, text });
    conversation.feed({ type: 'model_audio', generation, payload: new Uint8Array(2_000 * 8).fill(0x21) });
    conversation.pass(1_200);
    conversation.words('stop it now please', conversation.speak(1_300));
    const turn = conversation.turns().find(({ speaker }) => speaker === 'assistant');
    t.ok(turn?.interrupted);
    t.ok((turn?.text.split(' ').length ?? 9) <= 5, `${turn?.text}`);
    t.match(conversation.outputsOf('cancel_response'), [{ generation }]);
  },
);

t.test('after a cough a complete reply plays on, and the engine resumes an incomplete one', async (t) => {
  const conversation = started();
  conversation.words('tell me a story', conversation.speak());
  conversation.reply('Once upon a time there was a house.');
  conversation.pass(600);
  conversation.pass(300, true);
  conversation.pass(4_000);
  t.same(conversation.transcript(), [
    'customer: tell me a story',
    'assistant: Once upon a time there was a house.',
  ]);
  t.equal(conversation.sent('engine_respond'), 1, 'the whole reply was there');
  conversation.words('and then', conversation.speak());
  conversation.pass(200);
  conversation.replyPart('In the house there');
  conversation.pass(400);
  conversation.pass(640, true);
  conversation.pass(3_000);
  t.match(conversation.lastRequest(), { notes: [/Continue where you stopped/] });
  conversation.reply('lived a mouse.');
  conversation.pass(2_000);
  t.match(conversation.transcript().slice(-1), ['assistant: lived a mouse.']);
});

t.test('a backchannel is not a turn: the words decide, and the agent continues', async (t) => {
  const conversation = started();
  conversation.words('tell me', conversation.speak());
  conversation.reply('We have a table at eight, and another one at nine.');
  conversation.pass(600);
  const sound = conversation.speak(400);
  t.equal(conversation.sent('engine_respond'), 1);
  conversation.words('mm-hm', sound);
  conversation.pass(4_000);
  t.equal(conversation.sent('engine_respond'), 1, 'the backchannel is not answered');
  t.match(conversation.transcript().slice(-2), [
    'assistant: We have a table at eight, and another one at nine.',
    'customer: mm-hm',
  ]);
});

t.test('late words of an interruption are waited for', async (t) => {
  const conversation = started();
  conversation.words('tell me', conversation.speak());
  conversation.reply('We have a table at eight, and another one at nine, and many more.');
  conversation.pass(600);
  const short = conversation.speak(800);
  conversation.pass(1_500);
  t.equal(
    conversation.sent('send_audio'),
    timesOf(conversation, 'send_audio').filter((at) => at < short.startMs + 640).length,
    'the agent stays silent',
  );
  conversation.words('which one', short);
  conversation.pass(20);
  t.equal(conversation.sent('engine_respond'), 2);
});

t.test(
  'the engine gets the greeting as far as it was heard, and words spoken over it are held back',
  async (t) => {
    const conversation = engineConversation({ greeting: 'Hello there, how can I help?' });
    t.match(conversation.outputsOf('engine_say'), [{ text: 'Hello there, how can I help?' }]);
    const early = conversation.speak(400);
    conversation.words('hi', early);
    t.equal(conversation.sent('engine_respond'), 0);
    t.equal(conversation.sent('send_clear'), 0);
    conversation.pass(1_500);
    t.equal(conversation.sent('engine_respond'), 1, 'the held words get one answer');
    t.equal(conversation.sent('engine_say'), 1, 'the whole greeting was heard');

    const open = engineConversation(
      { greeting: 'Hello there, how can I help?' },
      { allowGreetingInterrupt: true },
    );
    open.pass(500);
    open.words('i need a doctor', open.speak(1_300));
    const [begun, corrected] = open.outputsOf('engine_say');
    t.equal(corrected?.id, begun?.id);
    t.ok(
      'Hello there, how can I help?'.startsWith(corrected?.text ?? '-') && corrected?.text !== begun?.text,
    );
  },
);

t.test('a tool starts when the response has ended, and the next request carries its result', async (t) => {
  const conversation = started();
  conversation.words('where is my order', conversation.speak());
  conversation.replyPart('Let me look.');
  t.equal(conversation.sent('use_tool'), 0);
  conversation.endReply(LOOK_UP);
  const [use] = conversation.outputsOf('use_tool');
  const kinds = conversation.outputs.map(({ output }) =>
    output.type === 'command' ? output.command.type : output.type,
  );
  t.ok(kinds.indexOf('begin_tool') < kinds.indexOf('use_tool'), 'recorded before it starts');
  conversation.pass(4_500);
  t.same(
    conversation.transcript().slice(1),
    ['assistant: Let me look.', `assistant: ${FILLER}`],
    'the customer hears a filler',
  );
  conversation.feed({ type: 'tool_done', use: use?.use ?? '', outcome: 'done', result: 'In Boston.' });
  t.match(conversation.lastRequest(), { generation: 1, uses: [{ name: 'look_up', result: 'In Boston.' }] });
  conversation.reply('It is in Boston.');
  conversation.pass(2_000);
  t.match(conversation.transcript().at(-1), 'assistant: It is in Boston.');
  t.equal(conversation.outputsOf('engine_heard').filter(({ playedMs }) => playedMs === 0).length, 0);
});

t.test(
  'an interruption while a tool runs is answered with its result, and the tool does not run twice',
  async (t) => {
    const conversation = started();
    conversation.words('book it', conversation.speak());
    conversation.reply('I book it.', LOOK_UP);
    conversation.pass(800);
    const [use] = conversation.outputsOf('use_tool');
    const more = conversation.speak(1_300);
    conversation.words('for three people', more);
    conversation.pass(800);
    conversation.reply('Wait.', LOOK_UP);
    t.equal(conversation.sent('use_tool'), 1, 'the tool does not start twice');
    conversation.feed({ type: 'tool_done', use: use?.use ?? '', outcome: 'done', result: 'Booked.' });
    t.match(conversation.lastRequest().uses, [{ name: 'look_up', result: 'Booked.' }]);
    conversation.reply('It is booked.');
    conversation.pass(3_000);
    t.match(conversation.transcript().at(-1), 'assistant: It is booked.');
  },
);

t.test('hangs up once the goodbye was heard', async (t) => {
  const conversation = started();
  conversation.words('bye', conversation.speak());
  conversation.reply('Goodbye.', { name: 'end_call', arguments: {} });
  t.notMatch(conversation.commands().at(-1), { type: 'hang_up' });
  conversation.pass(2_000);
  t.match(conversation.commands().at(-1), { type: 'hang_up', by: 'agent', reason: 'agent_hangup' });
  t.match(conversation.transcript().at(-1), 'assistant: Goodbye.');
});

t.test('plays no reply before the words show whether a machine has answered', async (t) => {
  const looking = () => {
    const conversation = engineConversation({
      voicemail: { type: 'leave_message', text: 'Your parcel is there.' },
    });
    conversation.pass(1_000);
    return conversation;
  };
  const machine = looking();
  const greeting = machine.speak(2_000);
  t.equal(machine.sent('engine_respond'), 1);
  machine.reply('Hello, this is Ada.', LOOK_UP);
  machine.pass(400);
  t.equal(machine.sent('send_audio'), 0);
  t.equal(machine.sent('use_tool'), 0);
  machine.words('please leave a message after the tone', greeting);
  machine.pass(8_000);
  t.same(machine.transcript(), [
    'customer: please leave a message after the tone',
    'assistant: Your parcel is there.',
  ]);
  t.equal(machine.sent('use_tool'), 0);
  t.match(machine.outputsOf('engine_heard'), [{ playedMs: 0 }]);

  const person = looking();
  const question = person.speak();
  person.reply('Hello, this is Ada.');
  t.equal(person.sent('send_audio'), 0);
  person.words('who is there', question);
  t.ok(person.sent('send_audio') > 0, 'the reply plays at once');
  const slow = looking();
  slow.speak();
  slow.reply('Hello, this is Ada.');
  slow.pass(1_100);
  t.ok(slow.sent('send_audio') > 0, 'the wait for missing words is bounded');
});

t.test('an agent with knowledge sources waits for the words, and asks with them', async (t) => {
  const conversation = started(engineConversation({ awaitsWords: true }));
  const question = conversation.speak();
  t.equal(conversation.sent('engine_respond'), 0);
  conversation.words('what is on the menu?', question);
  conversation.pass(300);
  t.match(conversation.outputsOf('engine_respond'), [{ question: 'what is on the menu?' }]);
});

t.test('a nudge is spoken by the synthesiser, and the engine is notified of it', async (t) => {
  const conversation = started();
  conversation.words('hello', conversation.speak());
  conversation.reply('Hello.');
  conversation.pass(14_000);
  t.same(synthesised(conversation), ['Still there?']);
  t.match(conversation.outputsOf('engine_say').at(-1), { text: 'Still there?' });
});

t.test('words that never arrive leave a note, and the turn of the reply is kept', async (t) => {
  const conversation = started();
  const lost = conversation.speak();
  conversation.reply('We are open.');
  conversation.words('', lost);
  conversation.pass(2_000);
  t.same(conversation.notes(), ['words_missing']);
  t.same(conversation.transcript(), ['assistant: We are open.']);
  conversation.speak();
  for (const type of ['disconnected', 'closing', 'closed'] as const) conversation.feed({ type });
  t.same(conversation.notes(), ['words_missing', 'words_missing']);
});

t.test('a long sentence does not count as noise while the engine hears speech', async (t) => {
  const conversation = started();
  conversation.words('tell me', conversation.speak());
  conversation.reply('A very long story that goes on and on and on and on and on and on and on and on.');
  conversation.pass(500);
  const speech = conversation.speak(9_000);
  conversation.words('what i want to know is something else', speech);
  conversation.pass(200);
  t.match(conversation.transcript().slice(-1), ['customer: what i want to know is something else']);
  t.equal(conversation.outputsOf('send_clear').length, 2, 'lowered, then stopped');
  const after = timesOf(conversation, 'send_audio').filter(
    (at) => at > speech.startMs + 640 && at < speech.endMs,
  );
  t.same(after, [], 'the agent does not talk over the customer');
  t.equal(sessionSettings({}).wordlessSpeechMs, 4_000);
});
