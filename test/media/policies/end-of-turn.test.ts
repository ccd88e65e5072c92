/** Endpointing where the recogniser does not report the end of an utterance. */
import t from 'tap';
import { pauseWith, silenceAfter, turnEndAt } from '../../../media/policies/end-of-turn.js';
import { sessionSettings } from '../../../media/settings.js';
import { briefOf, converse, MS_PER_CHARACTER } from '../session/carrier.js';

const { endOfTurn } = sessionSettings({});
const { leastMs, sentenceMs, usualMs, mostMs } = endOfTurn;

t.test('E1: a question ends a turn soonest, a sentence soon, a fragment last', async (t) => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['When do you open?', 'en', leastMs],
    ['„Haben Sie morgen offen?“', 'de', leastMs],
    ['几点开门？', 'zh', leastMs],
    ['A table for two, please.', 'en', sentenceMs],
    ['a table for two', 'en-GB', usualMs],
    ['I would like a table for', 'en', mostMs],
    ['I would like, um', 'en', mostMs],
    ['A table, and', 'en-US', mostMs],
    ['Ich möchte einen Tisch für', 'de-AT', mostMs],
    ['quiero una mesa para', 'es', mostMs],
    ['je voudrais une table pour', 'fr', mostMs],
    ['My number is four one five,', 'en', mostMs],
    ['Well…', 'en', mostMs],
    ['and', 'pl', usualMs],
    ['', 'en', usualMs],
  ];
  for (const [text, language, expected] of cases)
    t.equal(silenceAfter(text, language, 0, endOfTurn), expected, `"${text}" (${language})`);
});

t.test(
  'E2: a customer who paused and continued gets that pause again, but a whole sentence does not wait',
  async (t) => {
    const words = (startMs: number, endMs: number) => ({ text: 'words', startMs, endMs });
    const pauseMs = pauseWith(0, words(0, 1_000), words(1_900, 2_400), mostMs);
    t.equal(pauseMs, 900);
    t.equal(silenceAfter('a table for two', 'en', pauseMs, endOfTurn), 1_050);
    t.equal(silenceAfter('A table for two.', 'en', pauseMs, endOfTurn), sentenceMs);
    t.equal(silenceAfter('a table for two', 'en', 1_199, endOfTurn), mostMs, 'never longer');
    t.equal(pauseWith(900, words(0, 1_000), words(1_300, 1_500), mostMs), 900, 'the longest pause counts');
    t.equal(pauseWith(900, words(0, 1_000), words(9_000, 9_500), mostMs), 900, 'such a gap is not a pause');
    t.equal(pauseWith(0, null, words(0, 100), mostMs), 0);
  },
);

t.test('E3: silence counts from the last word, and a late transcript ends the turn soon', async (t) => {
  t.equal(turnEndAt(1_000, 1_100, 700), 1_700);
  t.equal(turnEndAt(1_000, 2_500, 700), 2_500, 'the silence has already passed');
  t.equal(turnEndAt(9_000, 1_100, 700), 1_800, 'a recogniser with a wrong clock causes no delay');
});

const GREETING_MS = 'Hello there, how can I help?'.length * MS_PER_CHARACTER;

/** A conversation whose greeting has been heard. */
const greeted = () => {
  const conversation = converse(briefOf());
  conversation.feed({ type: 'connected' });
  conversation.pass(GREETING_MS + 300);
  return conversation;
};

t.test('a session waits as long as the words call for, and answers once', async (t) => {
  const cases = [
    ['Are you open?', leastMs],
    ['a table for two', usualMs],
    ['a table for', mostMs],
  ] as const;
  for (const [text, silenceMs] of cases) {
    const conversation = greeted();
    conversation.pass(400, true);
    conversation.hear(text, 400, false);
    conversation.pass(silenceMs - 60);
    t.equal(conversation.sent('respond'), 0, `not before ${silenceMs} ms after "${text}"`);
    conversation.pass(120);
    t.equal(conversation.sent('respond'), 1, text);
  }
});

t.test('a turn does not end while words of it are still being recognised', async (t) => {
  const conversation = greeted();
  conversation.pass(400, true);
  conversation.hear('I would like a table', 400, false);
  conversation.pass(200);
  const from = conversation.now();
  conversation.feed({
    type: 'recognised',
    event: { type: 'partial', text: 'for two', startMs: from - 200, endMs: from },
  });
  conversation.pass(usualMs + 200);
  t.equal(conversation.sent('respond'), 0);
  conversation.hear('for two', 200);
  t.equal(conversation.sent('respond'), 1);
  t.match(conversation.turns().at(-1), { speaker: 'customer', text: 'I would like a table for two' });
});
