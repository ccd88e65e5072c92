import t from 'tap';
import {
  addedToFinal,
  compareWithGuesses,
  type SaidWords,
  withGuess,
} from '../../../media/policies/repeated-words.js';

const said = (text: string, startMs = 400, endMs = 1_200) => ({ text, startMs, endMs });
const compareWithGuess = (guess: SaidWords, result: SaidWords) => {
  const { added, guesses } = compareWithGuesses([guess], result);
  return { added, uncovered: guesses[0] ?? null };
};
const GUESS = said('i want to book a table');

t.test('a final result in another spelling adds nothing', async (t) => {
  for (const text of ['I want to book a table.', 'I want - to book a TABLE!', 'I want to book a table'])
    t.match(compareWithGuess(GUESS, said(text)), { added: null, uncovered: null }, text);
});

t.test('a final result that extends the guess adds its further words, as they are written', async (t) => {
  const { added } = compareWithGuess(GUESS, said('I want to book a table, for two.', 400, 2_000));
  t.same(added, { text: 'for two.', startMs: 1_200, endMs: 2_000 });
});

t.test('a corrected word is the same speech, alone and before further words', async (t) => {
  t.equal(compareWithGuess(said('i want to cook a table'), said('I want to book a table.')).added, null);
  const { added } = compareWithGuess(
    said('i wanna book a table'),
    said('I want to book a table at nine.', 400, 2_000),
  );
  t.equal(added?.text, 'at nine.');
});

t.test('two final results share the guess', async (t) => {
  const first = compareWithGuess(GUESS, said('I want to', 400, 700));
  t.match(first, { added: null, uncovered: { text: 'book a table' } });
  const second = compareWithGuess(first.uncovered ?? GUESS, said('Book a table, please.', 700, 1_700));
  t.match(second, { added: { text: 'please.' }, uncovered: null });
});

t.test('sound within that of the guess is the same sound, whatever its words', async (t) => {
  t.equal(compareWithGuess(said('three tickets'), said('3 Tickets.', 400, 1_250)).added, null);
  t.equal(compareWithGuess(said('four one five'), said('415', 420, 1_200)).added, null);
});

t.test('the same words, said again, count again', async (t) => {
  t.equal(compareWithGuess(said('no'), said('No.', 1_300, 1_600)).added?.text, 'No.');
  t.equal(addedToFinal(said('no', 400, 700), said('no', 800, 1_100))?.text, 'no');
});

t.test('a final result that was reported before adds nothing, or what is new in it', async (t) => {
  t.equal(addedToFinal(said('i want a table'), said('I want a table.')), null);
  t.equal(
    addedToFinal(said('i want a table'), said('I want a table for two.', 400, 1_600))?.text,
    'for two.',
  );
  t.equal(
    addedToFinal(said('i want a table'), said('I want a chair.'))?.text,
    'I want a chair.',
    'other words are other words',
  );
});

t.test('several guesses wait for their final results', async (t) => {
  const guesses = withGuess(withGuess([], said('i want')), said('i want a table', 400, 1_300));
  t.equal(guesses.length, 1, 'a longer guess at the same sound replaces the shorter one');
  const both = withGuess(guesses, said('for two', 5_000, 5_500));
  const late = compareWithGuesses(both, said('I want a table.', 400, 1_300));
  t.match(late, { added: null, guesses: [{ text: 'for two' }] });
  t.equal(compareWithGuesses(both, said('Yes.', 4_000, 4_400)).added?.text, 'Yes.');
  t.equal(compareWithGuesses(both, said('I want a table for two.', 400, 5_500)).added, null);
  const touching = compareWithGuesses(both, said('Right.', 1_250, 1_500));
  t.equal(touching.added?.text, 'Right.', 'times that touch are not the same sound');
});

t.test('compares words of scripts without spaces', async (t) => {
  t.equal(compareWithGuess(said('我想订一张桌子'), said('我想订一张桌子。')).added, null);
  t.equal(compareWithGuess(said('我想订'), said('我想订一张桌子。', 400, 2_000)).added?.text, '一张桌子。');
});
