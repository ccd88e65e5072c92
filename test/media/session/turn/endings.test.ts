/** Every ending records what was heard and what was said, whichever side ends the call, and at whatever time. */
import t from 'tap';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from '../carrier.js';

const GREETING = 'Hello there, how can I help?';
const GREETING_MS = GREETING.length * MS_PER_CHARACTER;
const ANSWER = 'We are open every day from noon to midnight.';

const texts = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

const begun = (voice = {}, change = {}, rules = {}) => {
  const conversation = converse(briefOf(voice, change), rules);
  conversation.feed({ type: 'connected' });
  return conversation;
};

const greeted = (voice = {}) => {
  const conversation = begun(voice);
  conversation.pass(GREETING_MS + 300);
  return conversation;
};

/** The line drops and does not return. */
const hangUp = (conversation: Conversation): void => {
  conversation.feed({ type: 'disconnected' });
  conversation.feed({ type: 'closing' });
  conversation.feed({ type: 'closed' });
};

t.test('a hang-up during the greeting records the part that was heard as interrupted', async (t) => {
  const conversation = begun();
  conversation.pass(1_000);
  hangUp(conversation);
  const [turn, ...others] = conversation.turns();
  t.same(others, []);
  t.match(turn, { speaker: 'assistant', interrupted: true, heard: 'acked' });
  t.ok(GREETING.startsWith(turn?.text ?? '-') && (turn?.text.length ?? 0) > 0, turn?.text ?? 'nothing');
  t.equal(`${turn?.text} ${turn?.unheard}`, GREETING, 'the rest is recorded as unheard');
});

t.test('a hang-up during an answer records the question and the heard part of the answer', async (t) => {
  const conversation = greeted();
  conversation.hear('hours');
  conversation.answer(ANSWER);
  conversation.pass(1_200);
  hangUp(conversation);
  t.match(conversation.turns(), [
    { speaker: 'assistant', text: GREETING, interrupted: false },
    { speaker: 'customer', text: 'hours' },
    { speaker: 'assistant', interrupted: true },
  ]);
  t.ok(ANSWER.startsWith(conversation.turns()[2]?.text ?? '-'));
});

t.test(
  'words held during the greeting become the customer’s turn if they hang up before its end',
  async (t) => {
    const conversation = begun();
    conversation.pass(400, true);
    conversation.hear('are you open');
    conversation.pass(300);
    hangUp(conversation);
    t.match(conversation.turns(), [
      { speaker: 'assistant', interrupted: true },
      { speaker: 'customer', text: 'are you open' },
    ]);
    t.equal(conversation.sent('respond'), 0, 'no reply is requested');
  },
);

t.test('keeps an unfinished customer turn, and a partial result that never became final', async (t) => {
  const conversation = greeted();
  conversation.pass(300, true);
  conversation.hear('I would like', 300, false);
  conversation.feed({
    type: 'recognised',
    event: { type: 'partial', text: 'a table', startMs: conversation.now(), endMs: conversation.now() + 200 },
  });
  hangUp(conversation);
  t.equal(texts(conversation).at(-1), 'customer: I would like a table');
});

t.test('results that arrive after the line has dropped are kept and not answered', async (t) => {
  const conversation = greeted();
  conversation.hear('hours');
  conversation.answer(ANSWER);
  conversation.pass(1_000);
  conversation.feed({ type: 'disconnected' });
  conversation.feed({ type: 'closing' });
  const requests = conversation.sent('respond');
  conversation.hear('no thank you bye');
  conversation.feed({ type: 'closed' });
  t.equal(texts(conversation).at(-1), 'customer: no thank you bye');
  t.match(conversation.turns().at(-2), { speaker: 'assistant', interrupted: true });
  t.equal(conversation.sent('respond'), requests);
});

t.test('words said after the agent decided to hang up are kept', async (t) => {
  const conversation = greeted();
  conversation.hear('bye');
  conversation.answer('Goodbye and thank you.', true);
  conversation.pass(3_000);
  t.ok(conversation.commands().some(({ type }) => type === 'hang_up'));
  conversation.hear('thank you too');
  hangUp(conversation);
  t.equal(texts(conversation).at(-1), 'customer: thank you too');
});

t.test('a stream that never returns leaves the part of the reply that was heard', async (t) => {
  const conversation = greeted();
  conversation.hear('hours');
  conversation.answer(ANSWER);
  conversation.pass(1_200);
  conversation.feed({ type: 'disconnected' });
  conversation.pass(5_000);
  conversation.feed({ type: 'closing' });
  conversation.feed({ type: 'closed' });
  t.match(conversation.turns().at(-1), { speaker: 'assistant', interrupted: true });
  t.ok(ANSWER.startsWith(conversation.turns().at(-1)?.text ?? '-'));
});

t.test(
  'without receipts from the carrier the transcript follows the clock and is marked as estimated',
  async (t) => {
    const conversation = begun({}, { greeting: `${GREETING} ${ANSWER}` }, { echo: 'never' });
    conversation.pass(3_000);
    hangUp(conversation);
    t.match(conversation.turns(), [{ speaker: 'assistant', interrupted: true, heard: 'estimated' }]);
    t.same(conversation.notes(), ['receipts_missing']);
  },
);

t.test('closing twice, or feeding late inputs, changes nothing', async (t) => {
  const conversation = begun();
  conversation.pass(1_000);
  hangUp(conversation);
  const turns = conversation.turns().length;
  hangUp(conversation);
  conversation.hear('hello');
  conversation.pass(3_000);
  t.equal(conversation.turns().length, turns);
});

t.test('records nothing if the customer hangs up before the first frame is played', async (t) => {
  const conversation = begun();
  hangUp(conversation);
  t.same(conversation.turns(), []);
});
