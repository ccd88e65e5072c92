/** Sound in which nobody says a word: voices in the background, music, a workshop. Nothing waits for its end. */
import t from 'tap';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from './carrier.js';

const GREETING_MS = 'Hello there, how can I help?'.length * MS_PER_CHARACTER;
const ANSWER = 'We are open every day from noon to midnight, and on Sundays until ten.';

/** Bursts with pauses, which no noise floor can follow. */
const babble = (one: Conversation, ms: number): void => {
  for (let passed = 0; passed < ms; passed += 700) {
    one.pass(500, true);
    one.pass(200);
  }
};

const greeted = (voice = {}) => {
  const one = converse(briefOf(voice));
  one.feed({ type: 'connected' });
  one.pass(GREETING_MS + 300);
  return one;
};

const hangUp = (one: Conversation) => one.commands().find(({ type }) => type === 'hang_up');

t.test('a call on which nobody says a word ends by silence, however loud the line is', async (t) => {
  const one = greeted({ nudgeAfterSilenceSeconds: 3, disconnectAfterSilenceSeconds: 12 });
  babble(one, 4_000);
  t.notOk(hangUp(one), 'it may be a customer who will be understood');
  babble(one, 20_000);
  t.match(hangUp(one), { by: 'system', reason: 'silence' });
});

t.test('noise that looks like speech interrupts for a moment; the answer is played whole', async (t) => {
  const one = greeted({ nudgeAfterSilenceSeconds: 60 });
  one.hear('hours');
  one.answer(ANSWER);
  one.pass(800);
  babble(one, 20_000);
  t.equal(one.turns().at(-1)?.text, ANSWER);
  t.ok(one.sent('send_clear') <= 2, `${one.sent('send_clear')} interruptions`);
});

t.test('a turn that the recogniser left open ends although the line stays loud', async (t) => {
  const one = greeted();
  one.hear('I would like', 300, false);
  babble(one, 5_600);
  t.equal(one.sent('respond'), 1);
});

t.test('words are believed on the loudest line, and make its sounds count again', async (t) => {
  const one = greeted({ nudgeAfterSilenceSeconds: 60 });
  babble(one, 8_000);
  one.hear('hours');
  one.answer(ANSWER);
  one.pass(1_000);
  one.hear('wait');
  t.equal(one.sent('send_clear'), 1, 'a word interrupts');
  one.answer(ANSWER);
  one.pass(1_000);
  one.pass(300, true);
  t.equal(one.sent('send_clear'), 2, 'and so does a voice again');
});
