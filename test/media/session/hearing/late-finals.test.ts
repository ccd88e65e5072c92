/** A guess of the recogniser that was taken as spoken, and its final result afterwards. */
import t from 'tap';
import { briefOf, type Conversation, converse } from '../carrier.js';

const customer = (conversation: Conversation): readonly string[] =>
  conversation.turns().flatMap(({ speaker, text }) => (speaker === 'customer' ? [text] : []));

const recognised = (
  conversation: Conversation,
  type: 'partial' | 'final',
  text: string,
  endMs: number,
): void => {
  const words = { text, startMs: 400, endMs };
  conversation.feed({
    type: 'recognised',
    event: type === 'partial' ? { type, ...words } : { type, ...words, confidence: 1, endOfUtterance: false },
  });
};

/** The customer has said something, of which the recogniser reported only a guess; it was answered. */
const guessed = (): Conversation => {
  const conversation = converse(briefOf({}, { greeting: '' }));
  conversation.feed({ type: 'connected' });
  conversation.pass(400);
  conversation.pass(800, true);
  recognised(conversation, 'partial', 'i want to book a table', 1_200);
  conversation.pass(6_500);
  conversation.answer('Sure, for how many people would that be please?');
  conversation.pass(600);
  return conversation;
};

t.test('words whose final result is late are one turn, and cut no answer', async (t) => {
  for (const text of ['I want to book a table.', 'I want to BOOK a table', 'I want to book a cable.']) {
    const conversation = guessed();
    recognised(conversation, 'final', text, 1_200);
    conversation.pass(4_000);
    t.same(customer(conversation), ['i want to book a table'], text);
    t.equal(conversation.sent('send_clear'), 0);
  }
});

t.test('two final results of one guess add nothing', async (t) => {
  const conversation = guessed();
  recognised(conversation, 'final', 'I want to', 700);
  recognised(conversation, 'final', 'book a table.', 1_200);
  conversation.pass(4_000);
  t.same(customer(conversation), ['i want to book a table']);
});

t.test('a late guess that repeats the words cuts no answer', async (t) => {
  const conversation = guessed();
  recognised(conversation, 'partial', 'I want to book a table', 1_200);
  conversation.pass(4_000);
  t.same(customer(conversation), ['i want to book a table']);
  t.equal(conversation.sent('send_clear'), 0);
});

t.test('further words of a late final result are a turn of their own', async (t) => {
  const conversation = guessed();
  recognised(conversation, 'final', 'I want to book a table. For two, please.', 2_400);
  conversation.pass(4_000);
  t.same(customer(conversation), ['i want to book a table', 'For two, please.']);
});

t.test('a final result that is reported twice is one turn', async (t) => {
  const conversation = converse(briefOf({}, { greeting: '' }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_200, true);
  recognised(conversation, 'final', 'i want to book a table', 1_200);
  recognised(conversation, 'final', 'I want to book a table.', 1_200);
  conversation.pass(4_000);
  t.same(customer(conversation), ['i want to book a table']);
});
