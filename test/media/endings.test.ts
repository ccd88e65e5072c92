/** What every ending owes: the words that were heard and the words that were said, whoever ends the call and when. */
import t from 'tap';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from './carrier.js';

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

/** The line is gone and does not come back. */
const hangUp = (conversation: Conversation): void => {
  conversation.feed({ type: 'disconnected' });
  conversation.feed({ type: 'closing' });
  conversation.feed({ type: 'closed' });
};

t.test('a hang-up during the greeting leaves the part of it that was heard, interrupted', async (t) => {
  const conversation = begun();
  conversation.pass(1_000);
  hangUp(conversation);
  const [turn, ...others] = conversation.turns();
  t.same(others, []);
  t.match(turn, { speaker: 'assistant', interrupted: true, heard: 'acked' });
  t.ok(GREETING.startsWith(turn?.text ?? '-') && (turn?.text.length ?? 0) > 0, turn?.text ?? 'nothing');
  t.equal(`${turn?.text} ${turn?.unheard}`, GREETING, 'and the rest is known to be unheard');
});

t.test('a hang-up during an answer leaves the question and what was heard of the answer', async (t) => {
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
  'what was held over the greeting is the customer’s turn when they hang up before its end',
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
    t.equal(conversation.sent('respond'), 0, 'nobody is there to be answered');
  },
);

t.test('an unfinished turn of the customer is kept, and so is a guess that never became final', async (t) => {
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

t.test('what the recogniser still brings after the line is gone is kept and not answered', async (t) => {
  const conversation = greeted();
  conversation.hear('hours');
  conversation.answer(ANSWER);
  conversation.pass(1_000);
  conversation.feed({ type: 'disconnected' });
  conversation.feed({ type: 'closing' });
  const asked = conversation.sent('respond');
  conversation.hear('no thank you bye');
  conversation.feed({ type: 'closed' });
  t.equal(texts(conversation).at(-1), 'customer: no thank you bye');
  t.match(conversation.turns().at(-2), { speaker: 'assistant', interrupted: true });
  t.equal(conversation.sent('respond'), asked);
});

t.test('words after the agent decided to hang up are kept', async (t) => {
  const conversation = greeted();
  conversation.hear('bye');
  conversation.answer('Goodbye and thank you.', true);
  conversation.pass(3_000);
  t.ok(conversation.commands().some(({ type }) => type === 'hang_up'));
  conversation.hear('thank you too');
  hangUp(conversation);
  t.equal(texts(conversation).at(-1), 'customer: thank you too');
});

t.test('a stream that is lost for good leaves what was heard until then', async (t) => {
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
  'a carrier without receipts has a transcript, too, by the clock and marked as estimated',
  async (t) => {
    const conversation = begun({}, { greeting: `${GREETING} ${ANSWER}` }, { echo: 'never' });
    conversation.pass(3_000);
    hangUp(conversation);
    t.match(conversation.turns(), [{ speaker: 'assistant', interrupted: true, heard: 'estimated' }]);
    t.same(conversation.notes(), ['receipts_missing']);
  },
);

t.test('closing twice, or feeding what comes too late, changes nothing', async (t) => {
  const conversation = begun();
  conversation.pass(1_000);
  hangUp(conversation);
  const turns = conversation.turns().length;
  hangUp(conversation);
  conversation.hear('hello');
  conversation.pass(3_000);
  t.equal(conversation.turns().length, turns);
});

t.test('nothing that is never heard is written down: a hang-up before the first frame played', async (t) => {
  const conversation = begun();
  hangUp(conversation);
  t.same(conversation.turns(), []);
});
