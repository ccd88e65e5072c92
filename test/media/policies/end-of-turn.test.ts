/** Endpointing where the recogniser does not report the end of an utterance. */
import t, { type Test } from 'tap';
import { NO_PAUSES, pausesWith, turnEndAt, waitAfter } from '../../../media/policies/end-of-turn.js';
import { LISTED_LANGUAGES } from '../../../media/policies/turn-words/ending.js';
import { GERMANIC } from '../../../media/policies/turn-words/languages/germanic.js';
import { OTHERS } from '../../../media/policies/turn-words/languages/others.js';
import { ROMANCE } from '../../../media/policies/turn-words/languages/romance.js';
import { SLAVIC } from '../../../media/policies/turn-words/languages/slavic.js';
import { SILENCES, sessionSettings } from '../../../media/settings.js';
import { briefOf, converse, MS_PER_CHARACTER } from '../session/carrier.js';

const endOfTurn = SILENCES.normal;
const { leastMs, sentenceMs, usualMs, mostMs, stopMs } = endOfTurn;
const { answerMs, hangingMs, detailMs, begunMs, requestedMs } = endOfTurn;

/** The silence after `text`, ms. `question`: what the agent said before; `pauseMs`: this customer's longest pause. */
const silenceAfter = (text: string, language: string, question = '', pauseMs = 0, afterStopMs = 0): number =>
  waitAfter(
    text,
    { language, question, pauses: { longestMs: pauseMs, afterStopMs }, heardEnd: null },
    endOfTurn,
  ).silenceMs;

type Case = readonly [text: string, language: string, expected: number];

const checkAll = (t: Test, cases: readonly Case[]): void => {
  for (const [text, language, expected] of cases)
    t.equal(silenceAfter(text, language), expected, `"${text}" (${language})`);
};

t.test('E1: a question ends a turn soonest, a sentence soon, a fragment last', async (t) => {
  checkAll(t, [
    ['When do you open?', 'en', leastMs],
    ['„Haben Sie morgen offen?“', 'de', leastMs],
    ['几点开门？', 'zh', leastMs],
    ['هل تفتحون يوم الجمعة؟', 'ar', leastMs],
    ['Τι ώρα ανοίγετε;', 'el', leastMs],
    ['A table for two, please.', 'en', sentenceMs],
    ['मेरा पार्सल नहीं आया।', 'hi', sentenceMs],
    ['三人で予約しました。', 'ja', sentenceMs],
    ['我要订一张桌子。', 'zh-CN', sentenceMs],
    ['أريد حجز طاولة.', 'ar', sentenceMs],
    ['a table for two', 'en-GB', usualMs],
    ['I would like a table for', 'en', mostMs],
    ['I would like, um', 'en', mostMs],
    ['A table, and', 'en-US', mostMs],
    ['Ich möchte einen Tisch für', 'de-AT', mostMs],
    ['quiero una mesa para', 'es', mostMs],
    ['je voudrais une table pour', 'fr', mostMs],
    ['My number is four one five,', 'en', mostMs],
    ['Well…', 'en', mostMs],
    ['我想订位，', 'zh', mostMs],
    ['a table', 'xx', usualMs],
    ['and', 'xx', usualMs],
    ['', 'en', usualMs],
  ]);
});

t.test('E1: a full stop behind a hesitation or an open word does not end the sentence', async (t) => {
  checkAll(t, [
    ['I need to uhm.', 'en', mostMs],
    ['Because.', 'en', mostMs],
    ['I would like to book a table and.', 'en', mostMs],
    ['Let me check.', 'en', mostMs],
    ['Ich rufe an, weil.', 'de', mostMs],
    ['Ähm.', 'de', mostMs],
    ['Quería una mesa porque.', 'es', mostMs],
    ["C'est pour une réservation mais.", 'fr', mostMs],
    ['Vorrei prenotare un tavolo ehm.', 'it', mostMs],
    ['Eu queria remarcar porque.', 'pt', mostMs],
    ['Ik wil een tafel en.', 'nl', mostMs],
    ['Chciałbym zarezerwować stolik ale.', 'pl', mostMs],
    ['Bir masa istiyorum ama.', 'tr', mostMs],
    ['أريد طاولة لكن.', 'ar', mostMs],
    ['मुझे टेबल चाहिए लेकिन।', 'hi', mostMs],
    ['我想订位因为。', 'zh', mostMs],
    ['予約したいんですけど。', 'ja', mostMs],
    ['예약하고 싶은데.', 'ko', mostMs],
    ['Я хотел бы столик, но.', 'ru', mostMs],
    ['Jag vill boka ett bord men.', 'sv', mostMs],
  ]);
});

t.test('every listed language has its hesitations, open words and short answers', async (t) => {
  t.ok(LISTED_LANGUAGES.length >= 20, `${LISTED_LANGUAGES.length}`);
  for (const [language, { hesitations, open, answers }] of Object.entries({
    ...GERMANIC,
    ...ROMANCE,
    ...SLAVIC,
    ...OTHERS,
  })) {
    const last = (words: string): string => words.split(' ').at(-1) ?? '';
    t.equal(silenceAfter(`x ${last(hesitations)}.`, language), mostMs, `${language}: ${last(hesitations)}`);
    t.equal(silenceAfter(`x ${last(open)}.`, language), mostMs, `${language}: ${last(open)}`);
    t.equal(silenceAfter(`${last(answers)}.`, language), answerMs, `${language}: ${last(answers)}`);
  }
});

t.test(
  'E1: a word that may also end a sentence waits a while with a full stop, and long without',
  async (t) => {
    checkAll(t, [
      ['That is what I hoped you could help me with.', 'en', hangingMs],
      ['that is what I hoped you could help me with', 'en', mostMs],
      ['Mittwoch fängt meine Schicht um zwei an.', 'de', hangingMs],
    ]);
    t.equal(
      silenceAfter('Avec.', 'fr', 'Avec ou sans petit déjeuner ?'),
      sentenceMs,
      'a word that the agent has offered is an answer',
    );
  },
);

t.test('E1: a short answer waits for what often follows it', async (t) => {
  for (const [text, language] of [
    ['Yes.', 'en'],
    ['yeah, okay', 'en'],
    ['Ja, genau.', 'de'],
    ['はい。', 'ja'],
    ['네', 'ko'],
    ['हाँ जी', 'hi'],
  ] as const)
    t.equal(silenceAfter(text, language, 'Shall I book it?'), answerMs, text);
  t.equal(silenceAfter("Yes, that's right.", 'en', 'Is that correct?'), sentenceMs);
});

t.test('E1: a number waits until it is complete', async (t) => {
  const phone = 'What is your phone number?';
  const reference = 'Could you read me the booking reference?';
  const cases: readonly (readonly [string, string, string, number])[] = [
    ['4 9 1.', 'en', phone, requestedMs],
    ['four nine one, seven two three.', 'en', phone, requestedMs],
    ['four nine one seven two three five five eight eight.', 'en', phone, sentenceMs],
    ['+49 171 5550 123', 'de', 'Wie lautet Ihre Telefonnummer?', usualMs],
    ['null eins sieben sechs.', 'de', 'Wie lautet Ihre Telefonnummer?', requestedMs],
    ['sześćset dwa, sto dwadzieścia.', 'pl', 'Proszę podać numer telefonu.', requestedMs],
    ['sześćset dwa, sto dwadzieścia, osiemset trzy.', 'pl', 'Proszę podać numer telefonu.', sentenceMs],
    ['eight oh eight double.', 'en', phone, requestedMs],
    ['7 7 4.', 'en', reference, requestedMs],
    ['7 7 4 0 2 1.', 'en', reference, detailMs],
    ['The ninth of May.', 'en', "What's your date of birth?", requestedMs],
    ['The ninth of May, nineteen seventy-four.', 'en', "What's your date of birth?", sentenceMs],
    ['L S six, two A B.', 'en', "What's your postcode?", sentenceMs],
    ['otuz dört bin yedi yüz on', 'tr', 'Posta kodunuz nedir?', usualMs],
    ['Sure.', 'en', phone, answerMs],
    ['my number is 4 9 1.', 'en', '', begunMs],
    ['a table for two', 'en', '', usualMs],
    ['We are eight.', 'en', 'For how many people?', sentenceMs],
  ];
  for (const [text, language, question, expected] of cases)
    t.equal(silenceAfter(text, language, question), expected, `"${text}" after "${question}"`);
  t.equal(silenceAfter('7 7 4 0 2 1.', 'en', reference, 500), requestedMs, 'read out in groups');
});

t.test('E1: spelling, an e-mail address and a postal address wait for the rest', async (t) => {
  const cases: readonly (readonly [string, string, string, number])[] = [
    ['S wie Siegfried.', 'de', 'Können Sie den Namen buchstabieren?', requestedMs],
    ['C H.', 'de', 'Können Sie den Namen buchstabieren?', requestedMs],
    ['it is anna dot smith.', 'en', "What's your e-mail address?", requestedMs],
    ['it is anna dot smith at mail dot.', 'en', "What's your e-mail address?", requestedMs],
    ['it is anna dot smith at mail dot com.', 'en', "What's your e-mail address?", detailMs],
    ['anna@mail.com', 'en', "What's your e-mail address?", detailMs],
    ['Twelve Elm Grove.', 'en', 'Where should we deliver it? What is the address?', requestedMs],
    ['12 Elm Grove, 90210.', 'en', "What's the address?", detailMs],
    ['I live in Baker Street.', 'en', '', begunMs],
    ['Okay.', 'en', 'I will send it to your e-mail address.', answerMs],
    ['I would rather not say.', 'en', "What's the address?", sentenceMs],
  ];
  for (const [text, language, question, expected] of cases)
    t.equal(silenceAfter(text, language, question), expected, `"${text}" after "${question}"`);
});

t.test('E2: a customer who paused and continued gets that pause again', async (t) => {
  const words = (startMs: number, endMs: number, text = 'words') => ({ text, startMs, endMs });
  const { longestMs: pauseMs, afterStopMs } = pausesWith(
    NO_PAUSES,
    words(0, 1_000),
    words(1_900, 2_400),
    mostMs,
  );
  t.equal(pauseMs, 900);
  t.equal(afterStopMs, 0);
  t.equal(silenceAfter('a table for two', 'en', '', pauseMs), 1_050);
  t.equal(silenceAfter('A table for two.', 'en', '', pauseMs), sentenceMs, 'a whole sentence does not wait');
  t.equal(silenceAfter('a table for two', 'en', '', mostMs - 1), mostMs, 'never longer');
  const before = { longestMs: 900, afterStopMs: 0 };
  t.same(
    pausesWith(before, words(0, 1_000), words(1_300, 1_500), mostMs),
    before,
    'the longest pause counts',
  );
  t.same(
    pausesWith(before, words(0, 1_000), words(9_000, 9_500), mostMs),
    before,
    'such a gap is not a pause',
  );
  t.same(pausesWith(NO_PAUSES, null, words(0, 100), mostMs), NO_PAUSES);
});

t.test('E2: a customer who continued after a full stop gets more time after the next one', async (t) => {
  const pauses = pausesWith(
    NO_PAUSES,
    { text: 'A table.', startMs: 0, endMs: 1_000 },
    { text: 'for four', startMs: 1_450, endMs: 2_000 },
    mostMs,
  );
  t.equal(pauses.afterStopMs, 450);
  t.equal(silenceAfter('On Monday.', 'en', '', 450, 450), 600);
  t.equal(silenceAfter('On Monday.', 'en', '', 1_100, 1_100), usualMs, 'at most as other words');
});

t.test('E3: silence counts from the last word, and a late transcript ends the turn soon', async (t) => {
  t.equal(turnEndAt(1_000, 1_100, { silenceMs: 700, heldMs: 0 }), 1_700);
  t.equal(turnEndAt(1_000, 2_500, { silenceMs: 700, heldMs: 0 }), 2_500, 'the silence has already passed');
  t.equal(turnEndAt(9_000, 1_100, { silenceMs: 700, heldMs: 0 }), 1_800, 'a wrong clock causes no delay');
  t.equal(turnEndAt(1_000, 1_500, { silenceMs: 400, heldMs: 300 }), 1_800, 'a full stop counts later');
});

t.test('E3: only a full stop is held, not a question mark', async (t) => {
  const context = { language: 'en', question: '', pauses: NO_PAUSES, heardEnd: null };
  t.equal(waitAfter('I want a table.', context, endOfTurn).heldMs, stopMs);
  t.equal(waitAfter('Are you open?', context, endOfTurn).heldMs, 0);
  t.equal(waitAfter('a table for two', context, endOfTurn).heldMs, 0);
});

t.test('E5: a model that listens decides only where the words do not', async (t) => {
  const silence = (text: string, heardEnd: number): number =>
    waitAfter(text, { language: 'en', question: '', pauses: NO_PAUSES, heardEnd }, endOfTurn).silenceMs;
  t.equal(silence('a table for two', 0.95), sentenceMs);
  t.equal(silence('a table for two', 0.1), mostMs);
  t.equal(silence('a table for two', 0.5), usualMs);
  t.equal(silence('I want a table.', 0.1), usualMs);
  t.equal(silence('because', 0.99), mostMs);
  t.equal(silence('Are you open?', 0.01), leastMs);
});

t.test('settings of earlier builds, which lack the newer silences, behave as they did', async (t) => {
  const earlier = { leastMs: 200, sentenceMs: 400, usualMs: 700, mostMs: 1_200 };
  const context = { language: 'en', question: 'Is that right?', pauses: NO_PAUSES, heardEnd: null };
  t.same(waitAfter('Yes.', context, earlier), { silenceMs: 400, heldMs: 0 });
  t.same(waitAfter('yes', context, earlier), { silenceMs: 700, heldMs: 0 });
  t.same(waitAfter('with.', context, earlier), { silenceMs: 400, heldMs: 0 });
  t.same(waitAfter('because', context, earlier), { silenceMs: 1_200, heldMs: 0 });
});

t.test('a more patient agent waits at least as long after any words', async (t) => {
  const { low, normal, high } = SILENCES;
  for (const name of [
    'leastMs',
    'sentenceMs',
    'usualMs',
    'mostMs',
    'stopMs',
    'answerMs',
    'hangingMs',
    'detailMs',
    'begunMs',
    'requestedMs',
  ] as const)
    t.ok(low[name] < normal[name] && normal[name] < high[name], name);
  t.same(sessionSettings({ patience: 'high' }).endOfTurn, high);
  t.same(sessionSettings({}).endOfTurn, normal);
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

t.test('a session waits for the rest of a number that the agent has requested', async (t) => {
  const conversation = converse(briefOf({}, { greeting: 'What is your phone number?' }));
  conversation.feed({ type: 'connected' });
  conversation.pass('What is your phone number?'.length * MS_PER_CHARACTER + 300);
  conversation.pass(400, true);
  conversation.hear('4 9 1.', 400, false);
  conversation.pass(1_100);
  t.equal(conversation.sent('respond'), 0, 'the first group');
  conversation.pass(400, true);
  conversation.hear('7 2 3.', 400, false);
  conversation.pass(1_100);
  t.equal(conversation.sent('respond'), 0, 'the second group');
  conversation.pass(400, true);
  conversation.hear('5 5 8 8.', 400, false);
  conversation.pass(usualMs + 60);
  t.equal(conversation.sent('respond'), 1, 'it is complete');
  t.match(conversation.turns().at(-1), { speaker: 'customer', text: '4 9 1. 7 2 3. 5 5 8 8.' });
});
