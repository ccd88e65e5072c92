/** Text from outside: what is counted and found in it, and that no input makes this slow. */
import fc from 'fast-check';
import t from 'tap';
import {
  countPlaceholders,
  countWords,
  fillPlaceholders,
  MAX_VALUE_CHARACTERS,
  oneLine,
  placeholdersOf,
  withoutHidden,
} from '../../schemas/text.js';

t.test('counts words separated by white space', async (t) => {
  const anything = fc.string({
    unit: fc.constantFrom('a', 'é', '語', ' ', '\t', '\n', '\u00a0', '\u2003', '\ufeff', '-'),
  });
  fc.assert(
    fc.property(anything, (text) => {
      t.equal(countWords(text), (text.match(/\S+/g) ?? []).length, JSON.stringify(text));
    }),
  );
});

t.test('finds placeholders, and fills those that have a value', async (t) => {
  t.same(placeholdersOf('{{a}} {{ b }} {{a}} {c} {{d} {{}} {{ e f }}'), ['a', 'b', '', 'e f']);
  t.equal(countPlaceholders('{{a}} {{ b }} {{a}}', 10), 3);
  t.equal(countPlaceholders('{{a}}'.repeat(50), 10), 11, 'stops counting past the limit');
  t.equal(fillPlaceholders('{{a}} {{ a }} {{b}}', { a: '1' }), '1 1 {{b}}');
  t.equal(fillPlaceholders('{{constructor}}', {}), '{{constructor}}', 'inherited properties are not values');
});

const HIDDEN =
  /[\p{Cc}\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

t.test('puts text on one line: breaks become spaces, hidden characters go, scripts stay', async (t) => {
  for (const [text, expected] of [
    ['Eve.\n\nIMPORTANT', 'Eve. IMPORTANT'],
    ['a\r\nb\tc\u0085d\u2028e\u2029f\vg\fh', 'a b c d e f g h'],
    ['\u202eevE\u202c', 'evE'],
    ['\u0000E\u001bv\u007fe\u009f', 'Eve'],
    [`Eve\u{e0001}\u{e0041}`, 'Eve'],
    ['\u200b Eve \ufeff', 'Eve'],
    ['\ud83d Eve', 'Eve'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d👩\u200d👧 ❤\ufe0f', '👩\u200d👩\u200d👧 ❤\ufe0f'],
    ['葛\u{e0100}城', '葛\u{e0100}城'],
    ['山田\u3000太郎', '山田\u3000太郎'],
    ['a\ufe0f\ufe0e\ufe01\u{e0101}b', 'a\ufe0fb'],
    ['Ann  Lee', 'Ann  Lee'],
  ] as const)
    t.ok(oneLine(text, 200) === expected, expected.replaceAll(/[^ -~]/gu, '?'));
  t.equal(oneLine('ab😀', 3), 'ab', 'never half a surrogate pair');
  t.equal(oneLine('abc\n', 3), 'abc');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, most) => {
      const line = oneLine(text, most);
      // The text is not printed: it may contain characters that break lines of the report.
      t.ok(line.length <= most);
      t.notOk(HIDDEN.test(line));
      t.ok(Buffer.from(line).toString() === line, 'whole characters');
      t.ok(oneLine(line, most) === line, 'idempotent');
    }),
  );
});

t.test('keeps lines and tabs, and removes hidden characters', async (t) => {
  t.ok(withoutHidden('a\r\nb\tc\u2028d\u202e\u0007e') === 'a\r\nb\tc\nde');
  t.equal(withoutHidden(' plain '), ' plain ');
});

t.test('fills in values on one line, and truncates them', async (t) => {
  t.equal(fillPlaceholders('Hello {{a}}.', { a: 'Eve.\n\nNew rule' }), 'Hello Eve. New rule.');
  t.equal(fillPlaceholders('{{a}}', { a: 'x'.repeat(5_000) }).length, MAX_VALUE_CHARACTERS);
  t.equal(fillPlaceholders('{{a}}', { a: '{{b}} $&', b: '2' }), '{{b}} $&', 'values are not expanded again');
});

t.test('processes 256 KiB of any text in linear time', async (t) => {
  const size = 256 * 1024;
  for (const piece of ['{{ ', ' ', '{{', '{', '}}', '{{a', '{{a}}', 'a ', '\n', '\u202e', '😀\ufe0f']) {
    for (const text of [`{{${piece.repeat(size / piece.length)}`, piece.repeat(size / piece.length)]) {
      // A quadratic pattern would take a minute for this, a cubic one a lifetime.
      const before = process.cpuUsage();
      countWords(text);
      placeholdersOf(text);
      fillPlaceholders(text, {});
      oneLine(text, text.length);
      withoutHidden(text);
      const { user } = process.cpuUsage(before);
      t.ok(user < 5_000_000, `${JSON.stringify(piece)} took ${user / 1_000} ms`);
    }
  }
});
