/** Preemptive replies, requested at the likely end of a turn: used when it ends, or discarded without a trace. */
import t from 'tap';
import { digest, parseSessionLog, replay } from '../../../../media/session/log.js';
import { sessionSettings } from '../../../../media/settings.js';
import {
  ANSWER,
  cancelled,
  counted,
  feedPartial,
  quiet,
  requests,
  spoken,
  texts,
} from './preemptive-calls.js';

t.test('requests no preemptive reply unless configured', async (t) => {
  const conversation = quiet({ settings: sessionSettings({}) });
  feedPartial(conversation, 'are you open', 'likely');
  conversation.hear('Are you open?', 400, false);
  conversation.pass(1_000);
  t.match(requests(conversation), [{ early: false, atMs: 200 }]);
  t.same(counted(conversation), []);
});

t.test('a whole question is answered at once, and the answer is spoken when the turn ends', async (t) => {
  const conversation = quiet();
  conversation.hear('Are you open?', 400, false);
  t.match(requests(conversation), [
    { early: true, atMs: 0, last: { role: 'user', content: 'Are you open?' } },
  ]);
  conversation.answer(ANSWER);
  conversation.pass(180);
  t.equal(conversation.sent('send_audio'), 0, 'nothing is spoken before the turn ends');
  t.same(texts(conversation), []);
  conversation.pass(40);
  t.ok(conversation.sent('send_audio') > 0);
  conversation.pass(4_000);
  t.same(spoken(conversation), [ANSWER], 'the answer is synthesised once');
  t.equal(conversation.sent('respond'), 1, 'the model is asked once');
  t.same(texts(conversation), ['customer: Are you open?', `assistant: ${ANSWER}`]);
  t.same(counted(conversation), ['begun', 'used']);
  t.match(
    conversation.turns().at(-1)?.latencies,
    { firstTokenMs: 0, finalTranscriptMs: 180, firstFrameMs: 180 },
    'latencies count from the end of the speech, and are never negative',
  );
  const headStart = conversation.outputs.find(({ output }) => output.type === 'observe')?.output;
  t.match(headStart, { measure: 'preemptive.head_start', ms: 200 });
});

t.test('text that arrives after the end of the turn is spoken as it arrives', async (t) => {
  const conversation = quiet();
  conversation.hear('Are you open?', 400, false);
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'model_text', generation, text: 'Yes, we are. ' });
  conversation.pass(220);
  t.same(spoken(conversation), ['Yes, we are.']);
  conversation.feed({ type: 'model_text', generation, text: 'From noon on.' });
  conversation.feed({ type: 'model_done', generation });
  conversation.pass(4_000);
  t.equal(texts(conversation).at(-1), 'assistant: Yes, we are. From noon on.');
});

t.test('other words are answered early, halfway through the silence that ends the turn', async (t) => {
  const conversation = quiet();
  conversation.hear('a table for two', 400, false);
  conversation.pass(340);
  t.equal(conversation.sent('respond'), 0);
  conversation.pass(20);
  t.match(requests(conversation), [{ early: true, atMs: 360 }]);
  conversation.answer(ANSWER);
  conversation.pass(3_000);
  t.same(texts(conversation), ['customer: a table for two', `assistant: ${ANSWER}`]);
  t.match(conversation.turns().at(-1)?.latencies, { firstTokenMs: 340, finalTranscriptMs: 680 });
});

t.test('a question is answered in its first pause, shortly after the voice', async (t) => {
  const conversation = quiet();
  conversation.pass(600, true);
  conversation.hear('Are you open?', 600, false);
  t.equal(conversation.sent('respond'), 0, 'more words may come while there is sound');
  conversation.pass(100);
  t.equal(conversation.sent('respond'), 1);
  const [{ atMs } = { atMs: 0 }] = requests(conversation);
  t.ok(atMs <= 700, `${atMs - 600} ms after it`);
});

t.test('sound on the line prevents a preemptive request', async (t) => {
  const conversation = quiet();
  conversation.hear('a table', 400, false);
  conversation.pass(600, true);
  t.equal(conversation.sent('respond'), 0);
});

t.test('further words of the customer discard the preemptive reply', async (t) => {
  const conversation = quiet();
  conversation.hear('Are you open?', 400, false);
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'model_text', generation, text: 'On weekdays, yes. ' });
  conversation.pass(100);
  feedPartial(conversation, 'on', null, 100);
  t.same(cancelled(conversation), [generation], 'the first new word cancels it');
  conversation.feed({ type: 'model_text', generation, text: 'From noon. ' });
  conversation.feed({ type: 'model_tool', generation, name: 'book', arguments: {} });
  conversation.feed({ type: 'model_done', generation });
  conversation.pass(300, true);
  conversation.hear('On Sundays?', 300, false);
  conversation.pass(300);
  conversation.answer('Not on Sundays.');
  conversation.pass(3_000);
  t.same(texts(conversation), ['customer: Are you open? On Sundays?', 'assistant: Not on Sundays.']);
  t.same(spoken(conversation), ['On weekdays, yes.', 'Not on Sundays.']);
  t.equal(conversation.sent('use_tool'), 0);
  t.same(counted(conversation), ['begun', 'changed', 'begun', 'used']);
});

t.test('a likely end by the recogniser counts, and case and punctuation make no difference', async (t) => {
  const conversation = quiet();
  conversation.pass(400, true);
  feedPartial(conversation, 'are you open', 'likely');
  t.match(requests(conversation), [{ early: true, atMs: 400 }]);
  feedPartial(conversation, 'are you open');
  conversation.answer(ANSWER);
  conversation.pass(200);
  t.equal(conversation.sent('send_audio'), 0);
  conversation.hear('Are you open?', 400);
  t.ok(conversation.sent('send_audio') > 0);
  conversation.pass(3_000);
  t.same(texts(conversation), ['customer: Are you open?', `assistant: ${ANSWER}`]);
  t.same(counted(conversation), ['begun', 'used']);
});

t.test('a withdrawn likely end discards the reply, and the next likely end requests another', async (t) => {
  const conversation = quiet();
  feedPartial(conversation, 'are you open', 'likely');
  feedPartial(conversation, 'are you open', 'withdrawn');
  t.same(counted(conversation), ['begun', 'changed']);
  feedPartial(conversation, 'are you open', 'likely');
  feedPartial(conversation, 'are you open on sundays', 'withdrawn');
  conversation.hear('are you open on sundays', 600);
  conversation.answer('No.');
  conversation.pass(2_000);
  t.same(counted(conversation), ['begun', 'changed', 'begun', 'changed']);
  t.match(
    requests(conversation).map(({ early }) => early),
    [true, true, false],
  );
  t.same(spoken(conversation), ['No.']);
});

t.test('a turn leads to at most four preemptive requests', async (t) => {
  const conversation = quiet();
  for (const text of ['Ham.', 'Eggs.', 'Milk.', 'Bread.', 'Rice.', 'Tea.'])
    conversation.hear(text, 10, false);
  t.equal(conversation.sent('respond'), 4);
  conversation.pass(500);
  t.match(requests(conversation).at(-1), { early: false });
});

t.test('tools start, and the call ends, only when the turn has ended', async (t) => {
  const conversation = quiet();
  conversation.hear('Book a table.', 400, false);
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'model_tool', generation, name: 'book', arguments: { for: 2 } });
  conversation.feed({ type: 'model_done', generation });
  conversation.pass(380);
  t.equal(conversation.sent('use_tool'), 0);
  t.notOk(conversation.commands().some(({ type }) => type === 'begin_tool'));
  conversation.pass(40);
  t.equal(conversation.sent('use_tool'), 1);
  const use = conversation.last('use_tool')?.use ?? '';
  conversation.feed({ type: 'tool_done', use, outcome: 'done', result: 'Booked.' });
  t.match(conversation.last('respond'), { generation, messages: [{}, {}, { role: 'tools' }] });
  conversation.answer('It is booked. Goodbye.', true);
  conversation.pass(4_000);
  t.match(conversation.commands().at(-1), { type: 'hang_up', reason: 'agent_hangup' });

  const parting = quiet();
  parting.hear('That is all.', 400, false);
  parting.answer('Goodbye.', true);
  parting.pass(300);
  t.notOk(parting.commands().some(({ type }) => type === 'hang_up'));
  parting.pass(3_000);
  t.match(parting.commands().at(-1), { type: 'hang_up', reason: 'agent_hangup' });
});

t.test('requests nothing early during a held greeting or an undecided interruption', async (t) => {
  const held = quiet({ greeting: 'Hello there, how can I help?' });
  held.hear('Are you open?', 400, false);
  held.pass(300);
  feedPartial(held, 'on sundays', 'likely');
  t.equal(held.sent('respond'), 0);

  const cut = quiet();
  cut.hear('hours');
  cut.answer('We are open every day from noon to midnight.');
  cut.pass(1_000);
  feedPartial(cut, 'and on sundays', 'likely');
  t.equal(cut.sent('send_clear'), 1);
  cut.pass(100);
  t.equal(cut.sent('respond'), 1);
  cut.hear('And on Sundays?', 400);
  t.match(requests(cut).at(-1), { early: false });
});

t.test('a machine, a lost line, the maximum duration or the end discards the early reply', async (t) => {
  const machine = quiet();
  machine.hear('Good morning.', 400, false);
  const before = counted(machine);
  machine.hear('Leave a message after the tone.', 400, false);
  t.same([before, counted(machine)], [['begun'], ['begun', 'overtaken']]);
  machine.pass(2_000);
  t.equal(machine.sent('respond'), 1, 'a machine is not answered');

  const lost = quiet();
  lost.hear('Are you open?', 400, false);
  lost.feed({ type: 'disconnected' });
  t.same(counted(lost), ['begun', 'overtaken']);
  lost.feed({ type: 'connected' });
  lost.pass(500);
  t.match(requests(lost).at(-1), { early: false });

  const long = quiet({
    settings: { ...sessionSettings({ maxCallDurationSeconds: 5 }), preemptive: true, maxDurationMs: 1_100 },
  });
  long.hear('a table for', 100, false);
  long.hear('two?', 100, false);
  long.answer(ANSWER);
  long.pass(3_000);
  t.same(counted(long), ['begun', 'overtaken']);
  t.notOk(texts(long).some((text) => text.includes(ANSWER)));

  const closed = quiet();
  closed.hear('Are you open?', 400, false);
  closed.feed({ type: 'closing' });
  closed.feed({ type: 'closed' });
  t.same(counted(closed), ['begun', 'overtaken']);
  t.same(texts(closed), ['customer: Are you open?']);
});

t.test('a model that fails, stalls or never stops early is asked again when the turn ends', async (t) => {
  const failing = quiet({ providers: { models: 2, synthesisers: 1, recognisers: 1 } });
  failing.hear('Are you open?', 400, false);
  failing.feed({ type: 'model_failed', generation: failing.last('respond')?.generation ?? 0 });
  failing.pass(220);
  t.match(failing.last('respond'), { model: 2 });
  t.same(counted(failing), ['begun', 'failed']);
  t.same(failing.notes(), [], 'no customer has waited for it');
  failing.answer(ANSWER);
  failing.pass(2_500);
  t.equal(texts(failing).at(-1), `assistant: ${ANSWER}`);

  const stalling = quiet();
  stalling.pass(200, true);
  feedPartial(stalling, 'are you open', 'likely');
  for (let time = 0; time < 8; time += 1) {
    stalling.pass(400, true);
    feedPartial(stalling, 'are you open');
  }
  t.same(counted(stalling), ['begun', 'failed']);

  const endless = quiet();
  endless.hear('Are you open?', 400, false);
  const generation = endless.last('respond')?.generation ?? 0;
  endless.feed({ type: 'model_text', generation, text: 'x'.repeat(4_000) });
  t.same(counted(endless), ['begun', 'failed']);
  endless.pass(220);
  t.equal(endless.sent('respond'), 2);
});

t.test('lateness of the model counts from the end of the speech, whenever it was asked', async (t) => {
  const conversation = quiet();
  conversation.hear('Are you open?', 400, false);
  conversation.pass(2_100);
  t.same(spoken(conversation), ['One moment.']);
  conversation.pass(900);
  t.equal(conversation.sent('respond'), 2, 'three seconds after the first request');
});

t.test('a withdrawn word discards the reply that it caused', async (t) => {
  const conversation = quiet({ confirmsVoice: true });
  feedPartial(conversation, 'hello', 'likely');
  conversation.hear('', 400);
  t.same(counted(conversation), ['begun', 'changed']);
  conversation.pass(1_000);
  t.equal(conversation.sent('respond'), 1);
});

t.test('discarded early replies do not shorten the detection of machines', async (t) => {
  const conversation = quiet();
  feedPartial(conversation, 'you have', 'likely');
  feedPartial(conversation, 'you have reached', 'likely');
  feedPartial(conversation, 'you have reached ann', 'likely');
  conversation.hear('leave a message after the tone', 400, false);
  t.ok(conversation.notes().includes('voicemail'));
});

t.test('a session with preemptive replies replays identically', async (t) => {
  const conversation = quiet();
  conversation.hear('Are you open?', 400, false);
  conversation.answer(ANSWER);
  conversation.pass(300);
  feedPartial(conversation, 'and on sundays', 'likely');
  conversation.hear('and on mondays', 400);
  const log = parseSessionLog(conversation.log());
  t.equal(log.brief.settings.preemptive, true);
  t.same(
    replay(log).map(digest),
    log.inputs.map(({ outputs }) => outputs),
  );
});
