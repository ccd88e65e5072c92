/** Faults that a bench plants: each changes one place, and the rest of the text stays. */
import t from 'tap';
import { mutantsOf, planted } from '../../../bench/mutants/mutants-of.js';

const faultyTexts = (text: string): readonly string[] =>
  mutantsOf(text).map((mutant) => planted(text, mutant));

t.test('changes operators, literals, conditions, results and calls', async (t) => {
  t.same(faultyTexts('f(a <= b);'), ['f(a < b);', ';'], 'from the inside to the outside');
  t.same(faultyTexts('x = (a) && (b);'), ['x = (a) || (b);']);
  t.same(faultyTexts('x = true;'), ['x = false;']);
  t.same(faultyTexts('if (ok) x = 1;'), ['if (false) x = 1;']);
  t.same(faultyTexts('x = ok ? 1 : 2;'), ['x = true ? 1 : 2;']);
  t.same(faultyTexts('const f = () => { return a; };'), ['const f = () => { return undefined; };']);
});

t.test('leaves texts, numbers and imports alone', async (t) => {
  t.same(faultyTexts("import { a } from './a.js';\nx = `a` + 'b';\ny = 3;\n// a < b\n"), []);
  t.throws(() => mutantsOf('const ='), SyntaxError);
});

t.test('names the line of the compiled file', async (t) => {
  t.same(
    mutantsOf('\n\nx = true;').map(({ line }) => line),
    [3],
  );
});
