/** Sound without words: background voices, music, a workshop. Nothing waits for its end. */
import t from 'tap';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from '../session/carrier.js';

const GREETING_MS = 'Hello there, how can I help?'.length * MS_PER_CHARACTER;
const ANSWER = 'We are open every day from noon to midnight, and on Sundays until ten.';

/** Bursts with pauses, which no noise floor can follow. */
const babble = (conversation: Conversation, ms: number): void => {
  for (let passed = 0; passed < ms; passed += 700) {
    conversation.pass(500, true);
    conversation.pass(200);
  }
};

const greeted = (voice = {}) => {
  const conversation = converse(briefOf(voice));
  conversation.feed({ type: 'connected' });
  conversation.pass(GREETING_MS + 300);
  return conversation;
};

const hangUp = (conversation: Conversation) => conversation.commands().find(({ type }) => type === 'hang_up');

t.test('a call without a word ends by silence, however loud the line is', async (t) => {
  const conversation = greeted({ nudgeAfterSilenceSeconds: 3, disconnectAfterSilenceSeconds: 12 });
  babble(conversation, 4_000);
  t.notOk(hangUp(conversation), 'words may still be recognised');
  babble(conversation, 20_000);
  t.match(hangUp(conversation), { by: 'system', reason: 'silence' });
});

t.test('noise that resembles speech interrupts briefly, and the whole answer is played', async (t) => {
  const conversation = greeted({ nudgeAfterSilenceSeconds: 60 });
  conversation.hear('hours');
  conversation.answer(ANSWER);
  conversation.pass(800);
  babble(conversation, 20_000);
  t.equal(conversation.turns().at(-1)?.text, ANSWER);
  t.ok(conversation.sent('send_clear') <= 2, `${conversation.sent('send_clear')} interruptions`);
});

t.test('a turn that the recogniser left open ends even if the line stays loud', async (t) => {
  const conversation = greeted();
  conversation.hear('I would like', 300, false);
  babble(conversation, 5_600);
  t.equal(conversation.sent('respond'), 1);
});

t.test('words count even on the loudest line, and make its sounds count again', async (t) => {
  const conversation = greeted({ nudgeAfterSilenceSeconds: 60 });
  babble(conversation, 8_000);
  conversation.hear('hours');
  conversation.answer(ANSWER);
  conversation.pass(1_000);
  conversation.hear('wait');
  t.equal(conversation.sent('send_clear'), 1, 'a word interrupts');
  conversation.answer(ANSWER);
  conversation.pass(1_000);
  conversation.pass(300, true);
  t.equal(conversation.sent('send_clear'), 2, 'a voice interrupts again');
});
