/** What every ending owes: the words that were heard and the words that were said, whoever ends the call and when. */
import t from 'tap';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from './carrier.js';

const GREETING = 'Hello there, how can I help?';
const GREETING_MS = GREETING.length * MS_PER_CHARACTER;
const ANSWER = 'We are open every day from noon to midnight.';

const texts = (one: Conversation) => one.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

const begun = (voice = {}, change = {}, rules = {}) => {
  const one = converse(briefOf(voice, change), rules);
  one.feed({ type: 'connected' });
  return one;
};

const greeted = (voice = {}) => {
  const one = begun(voice);
  one.pass(GREETING_MS + 300);
  return one;
};

/** The line is gone and does not come back. */
const hangUp = (one: Conversation): void => {
  one.feed({ type: 'disconnected' });
  one.feed({ type: 'closing' });
  one.feed({ type: 'closed' });
};

t.test('a hang-up during the greeting leaves the part of it that was heard, interrupted', async (t) => {
  const one = begun();
  one.pass(1_000);
  hangUp(one);
  const [turn, ...others] = one.turns();
  t.same(others, []);
  t.match(turn, { speaker: 'assistant', interrupted: true, heard: 'acked' });
  t.ok(GREETING.startsWith(turn?.text ?? '-') && (turn?.text.length ?? 0) > 0, turn?.text ?? 'nothing');
});

t.test('a hang-up during an answer leaves the question and what was heard of the answer', async (t) => {
  const one = greeted();
  one.hear('hours');
  one.answer(ANSWER);
  one.pass(1_200);
  hangUp(one);
  t.match(one.turns(), [
    { speaker: 'assistant', text: GREETING, interrupted: false },
    { speaker: 'customer', text: 'hours' },
    { speaker: 'assistant', interrupted: true },
  ]);
  t.ok(ANSWER.startsWith(one.turns()[2]?.text ?? '-'));
});

t.test(
  'what was held over the greeting is the customer’s turn when they hang up before its end',
  async (t) => {
    const one = begun();
    one.pass(400, true);
    one.hear('are you open');
    one.pass(300);
    hangUp(one);
    t.match(one.turns(), [
      { speaker: 'assistant', interrupted: true },
      { speaker: 'customer', text: 'are you open' },
    ]);
    t.equal(one.sent('respond'), 0, 'nobody is there to be answered');
  },
);

t.test('an unfinished turn of the customer is kept, and so is a guess that never became final', async (t) => {
  const one = greeted();
  one.pass(300, true);
  one.hear('I would like', 300, false);
  one.feed({
    type: 'recognised',
    event: { type: 'partial', text: 'a table', startMs: one.now(), endMs: one.now() + 200 },
  });
  hangUp(one);
  t.equal(texts(one).at(-1), 'customer: I would like a table');
});

t.test('what the recogniser still brings after the line is gone is kept and not answered', async (t) => {
  const one = greeted();
  one.hear('hours');
  one.answer(ANSWER);
  one.pass(1_000);
  one.feed({ type: 'disconnected' });
  one.feed({ type: 'closing' });
  const asked = one.sent('respond');
  one.hear('no thank you bye');
  one.feed({ type: 'closed' });
  t.equal(texts(one).at(-1), 'customer: no thank you bye');
  t.match(one.turns().at(-2), { speaker: 'assistant', interrupted: true });
  t.equal(one.sent('respond'), asked);
});

t.test('words after the agent decided to hang up are kept', async (t) => {
  const one = greeted();
  one.hear('bye');
  one.answer('Goodbye and thank you.', true);
  one.pass(3_000);
  t.ok(one.commands().some(({ type }) => type === 'hang_up'));
  one.hear('thank you too');
  hangUp(one);
  t.equal(texts(one).at(-1), 'customer: thank you too');
});

t.test('a stream that is lost for good leaves what was heard until then', async (t) => {
  const one = greeted();
  one.hear('hours');
  one.answer(ANSWER);
  one.pass(1_200);
  one.feed({ type: 'disconnected' });
  one.pass(5_000);
  one.feed({ type: 'closing' });
  one.feed({ type: 'closed' });
  t.match(one.turns().at(-1), { speaker: 'assistant', interrupted: true });
  t.ok(ANSWER.startsWith(one.turns().at(-1)?.text ?? '-'));
});

t.test(
  'a carrier without receipts has a transcript, too, by the clock and marked as estimated',
  async (t) => {
    const one = begun({}, { greeting: `${GREETING} ${ANSWER}` }, { echo: 'never' });
    one.pass(3_000);
    hangUp(one);
    t.match(one.turns(), [{ speaker: 'assistant', interrupted: true, heard: 'estimated' }]);
    t.same(one.notes(), ['receipts_missing']);
  },
);

t.test('closing twice, or feeding what comes too late, changes nothing', async (t) => {
  const one = begun();
  one.pass(1_000);
  hangUp(one);
  const turns = one.turns().length;
  hangUp(one);
  one.hear('hello');
  one.pass(3_000);
  t.equal(one.turns().length, turns);
});

t.test('nothing that is never heard is written down: a hang-up before the first frame played', async (t) => {
  const one = begun();
  hangUp(one);
  t.same(one.turns(), []);
});
