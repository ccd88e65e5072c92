/** A call that an operator has taken over: endings, failures, speech-to-speech engines, and notes to the agent. */
import t from 'tap';
import { briefOf, converse } from '../carrier.js';
import { engineConversation } from '../engine/conversation.js';
import { begun, handBack, lastMessages, speak, takeOver, turnsOf, understood } from './taken-over.js';

t.test('a take-over cancels a goodbye of the agent, but no other ending', async (t) => {
  const conversation = begun();
  conversation.hear('bye');
  conversation.answer('Good bye then, and thank you very much for calling.', true);
  conversation.pass(500);
  takeOver(conversation);
  conversation.pass(10_000);
  t.notOk(conversation.commands().some(({ type }) => type === 'hang_up'));

  const long = converse(briefOf({ maxCallDurationSeconds: 60 }, { greeting: '' }));
  long.feed({ type: 'connected' });
  takeOver(long);
  long.pass(60_100);
  t.match(
    long.commands().find(({ type }) => type === 'hand_back'),
    { reason: 'session_ended' },
  );
  t.equal(long.last('synthesise')?.text, 'Time is up.');
  takeOver(long, 'line2');
  t.equal(long.last('speaker')?.line, null, 'the call can no longer be taken over');
  long.pass(5_000);
  t.match(
    long.commands().find(({ type }) => type === 'hang_up'),
    { by: 'system', reason: 'max_duration' },
  );
});

t.test('the agent continues when the line of the operator is lost', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  speak(conversation, 700);
  understood(conversation, 'Let me see.');
  conversation.feed({ type: 'hand_back', note: '', reason: 'line_left' });
  conversation.pass(1_100);
  t.match(lastMessages(conversation).at(-1), { content: /line of your colleague was lost/ });
});

t.test('another operator can take over before the last words of the first are recognised', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  speak(conversation, 700);
  understood(conversation, 'Let me see.');
  conversation.feed({ type: 'hand_back', note: 'She waits.', reason: 'handed_back' });
  takeOver(conversation, 'line2');
  conversation.pass(2_000);
  t.equal(conversation.sent('respond'), 0);
  handBack(conversation);
  t.equal(conversation.commands().filter(({ type }) => type === 'hand_back').length, 2);
  conversation.hear('Well?');
  t.ok(lastMessages(conversation).some(({ content }) => content.includes('She waits.')));
});

t.test(
  'the end of a call hands back the line of the operator, and keeps the last words of the operator',
  async (t) => {
    const conversation = begun();
    takeOver(conversation);
    speak(conversation, 700);
    conversation.feed({ type: 'disconnected' });
    conversation.feed({ type: 'closing' });
    t.equal(conversation.sent('finish_operator_recogniser'), 1);
    understood(conversation, 'Good bye.');
    conversation.feed({ type: 'closed' });
    t.same(turnsOf(conversation), ['human: Good bye.']);
    t.match(
      conversation.commands().find(({ type }) => type === 'hand_back'),
      { reason: 'session_ended' },
    );
  },
);

t.test('a session that resumes a call with an operator continues as if the line were lost', async (t) => {
  const turn = {
    turnId: 'x',
    speaker: 'human',
    text: 'One moment.',
    at: 5,
    audioOffsetMs: 0,
    audioEndOffsetMs: 9,
    interrupted: false,
    heard: 'estimated',
    latencies: null,
  } as const;
  const notes = [{ noteId: null, text: 'She is a regular.', at: 1 }];
  const conversation = converse(briefOf({}, { resumed: true, turns: [turn], notes }));
  conversation.feed({ type: 'connected' });
  t.match(lastMessages(conversation).at(-1), { content: /line of your colleague was lost/ });
  t.ok(lastMessages(conversation).some(({ content }) => content.includes('She is a regular.')));
});

t.test('recognisers that all fail during a take-over are opened again after the hand-back', async (t) => {
  const conversation = begun();
  takeOver(conversation);
  for (let count = 0; count < 2; count += 1)
    conversation.feed({ type: 'recognised', event: { type: 'failed', reason: 'broken' } });
  conversation.pass(1_000);
  t.notOk(conversation.commands().some(({ type }) => type === 'hang_up'));
  const opened = conversation.sent('open_recogniser');
  handBack(conversation);
  t.equal(conversation.sent('open_recogniser'), opened + 1);
});

t.test('a speech-to-speech engine is silent during a take-over, and is updated afterwards', async (t) => {
  const conversation = engineConversation();
  conversation.speak();
  conversation.reply('We have many tables. Which one would you like to have?');
  conversation.pass(800);
  takeOver(conversation);
  t.equal(conversation.outputsOf('engine_heard').length, 1, 'the engine knows what was heard of its reply');
  const requests = conversation.outputsOf('engine_respond').length;
  const at = conversation.speak();
  conversation.words('Who is this?', at);
  speak(conversation, 700);
  understood(conversation, 'This is Ann.');
  conversation.pass(3_000);
  t.equal(conversation.outputsOf('engine_respond').length, requests);
  t.equal(conversation.outputsOf('engine_say').at(-1)?.text, '[Colleague] This is Ann.');
  handBack(conversation, 'Offer the table by the window.');
  t.equal(conversation.outputsOf('engine_respond').length, requests + 1);
  t.ok(conversation.lastRequest().notes.some((note) => note.includes('table by the window')));
  conversation.reply('The one by the window is free.');
  conversation.pass(4_000);
  conversation.words('Fine.', conversation.speak());
  conversation.pass(1_000);
  t.notOk(
    conversation.lastRequest().notes.some((note) => note.includes('table by the window')),
    'the note is passed on once',
  );
});

t.test('a note to the agent is in its next request once, and is not spoken', async (t) => {
  const conversation = begun();
  conversation.feed({ type: 'agent_note', id: 'n1', text: 'The kitchen closes at nine.' });
  conversation.feed({ type: 'agent_note', id: 'n1', text: 'The kitchen closes at nine.' });
  conversation.pass(500);
  t.equal(conversation.sent('respond') + conversation.sent('synthesise'), 0);
  conversation.hear('Can I eat late?');
  const notes = lastMessages(conversation).filter(({ content }) => content.includes('closes at nine'));
  t.match(notes, [{ role: 'system' }]);
  t.equal(notes.length, 1);
});
