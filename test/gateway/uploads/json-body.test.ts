/** JSON bodies with a file, cut anywhere: everything but the file must be small and flat, or it is refused. */
import fc from 'fast-check';
import t from 'tap';
import { createBase64Decoder } from '../../../gateway/uploads/base64.js';
import { createJsonBody, type JsonLimits } from '../../../gateway/uploads/json-body.js';
import { casesOf } from '../../support/full-run.js';

interface Read {
  readonly value: unknown;
  readonly content: Buffer | null;
}

const read = (pieces: readonly Uint8Array[], limits?: JsonLimits): Read => {
  const got: Buffer[] = [];
  const base64 = createBase64Decoder();
  const json = createJsonBody((text) => got.push(base64.write(text)), limits);
  for (const piece of pieces) json.write(piece);
  const { value, hasContent } = json.end();
  base64.end();
  return { value, content: hasContent ? Buffer.concat(got) : null };
};

const cutAt = (text: string, places: readonly number[]): readonly Uint8Array[] => {
  const bytes = Buffer.from(text);
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index]));
};

const small: JsonLimits = { maxBytes: 200, maxDepth: 3, maxValues: 12 };

t.test('wherever a body is cut, its content and the rest are what JSON.parse reads', async () => {
  const ascii = [...'contentBase64/+='].map(
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const written = fc.record({
    others: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 }),
    file: fc.uint8Array({ maxLength: 200 }),
    escapes: fc.boolean(),
    before: fc.boolean(),
    cuts: fc.array(fc.nat(), { maxLength: 20 }),
  });
  fc.assert(
    fc.property(written, ({ others, file, escapes, before, cuts }) => {
      const base64 = Buffer.from(file).toString('base64');
      const text = escapes ? base64.replaceAll('/', '\\/').replaceAll('+', '\\u002b') : base64;
      const key = escapes ? `conten${ascii[3]}Base64` : 'contentBase64';
      const { contentBase64: _, ...rest } = { contentBase64: null, ...others };
      const json = JSON.stringify(rest);
      const field = `"${key}": "${text}"`;
      const comma = json === '{}' ? '' : ',';
      const body = before ? `{${field}${comma}${json.slice(1)}` : `${json.slice(0, -1)}${comma}${field} }`;
      const { value, content } = read(cutAt(body, cuts));
      const expected: unknown = JSON.parse(
        before
          ? `{"contentBase64":""${comma}${json.slice(1)}`
          : `${json.slice(0, -1)}${comma}"contentBase64":""}`,
      );
      return JSON.stringify(value) === JSON.stringify(expected) && content?.equals(file) === true;
    }),
  );
});

t.test('any text is either read as JSON.parse reads it, or refused', async () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    '"contentBase64"',
    '"a"',
    ':',
    ',',
    '"QUJD"',
    '1',
    '\\',
    '"',
    'null',
    ' ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
      const text = parts.join('');
      let expected: unknown;
      let valid = true;
      try {
        expected = JSON.parse(text);
      } catch {
        valid = false;
      }
      try {
        const { value, content } = read([Buffer.from(text)]);
        if (content !== null) return valid;
        return valid && JSON.stringify(value) === JSON.stringify(expected);
      } catch {
        // Valid JSON is only refused if its file is invalid, or is there twice.
        return !valid || text.includes('contentBase64');
      }
    }),
    { numRuns: casesOf(500) },
  );
});

t.test('only contentBase64 of the outermost object is a file', async (t) => {
  const bytes = (text: string) => [Buffer.from(text)];
  t.match(read(bytes('{"a":{"contentBase64":"QUJD"}}')), {
    value: { a: { contentBase64: 'QUJD' } },
    content: null,
  });
  t.match(read(bytes('["contentBase64","QUJD"]')), { content: null });
  t.match(read(bytes('{"contentBase64":7}')), { value: { contentBase64: 7 }, content: null });
  t.match(read(bytes('{"contentBase64":null,"a":"QUJD"}')), { value: { a: 'QUJD' }, content: null });
  t.match(read(bytes('\ufeff{"a":1}')), { value: { a: 1 } }, 'a byte order mark is skipped');
  t.throws(() => read(bytes('{"contentBase64":"QUJD","contentBase64":"QUJD"}')), /appears twice/);
});

t.test('a body that is too deep, too long or has too many values is refused unparsed', async (t) => {
  const body = (text: string) => () => read([Buffer.from(text)], small);
  t.doesNotThrow(body('{"a":{"b":[]}}'));
  t.throws(body('{"a":{"b":[[]]}}'), /nested more than 3 levels deep/);
  t.throws(body('{"a":[[['), /nested more than 3 levels deep/, 'even if it does not end');
  t.throws(body(`[${'1,'.repeat(12)}1]`), /more than 12 values/);
  t.throws(body(`{"a":"${'x'.repeat(200)}"}`), /exceeds 200 bytes/);
  t.throws(body(`{"${'x'.repeat(300)}":1}`), /exceeds 200 bytes/);
  t.doesNotThrow(body(`{"a":"[[[[,,,,,,,,,,,,,,\\"[[["}`), 'brackets in text are text');
  t.match(
    read([Buffer.from(`{"contentBase64":"${'QUJD'.repeat(1_000)}"}`)], small).content?.length,
    3_000,
    'the file does not count',
  );
});

t.test('base64 must be standard and padded, wherever it is cut', async (t) => {
  const decode = (pieces: readonly string[]): string => {
    const decoder = createBase64Decoder();
    const bytes = Buffer.concat(pieces.map((piece) => decoder.write(Buffer.from(piece))));
    decoder.end();
    return bytes.toString();
  };
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), (text, a, b) => {
      const whole = Buffer.from(text).toString('base64');
      const [first, second] = [a, b].map((n) => n % (whole.length + 1)).sort((x, y) => x - y);
      return decode([whole.slice(0, first), whole.slice(first, second), whole.slice(second)]) === text;
    }),
  );
  for (const invalid of ['a', 'ab=c', 'a-_b', 'QQ', 'Q===', '====', 'QQ==QQ==', 'QUI=A', 'QU\nD', 'QUJD='])
    for (let at = 0; at <= invalid.length; at += 1)
      t.throws(
        () => decode([invalid.slice(0, at), invalid.slice(at)]),
        /must be base64/,
        `${invalid} cut at ${at}`,
      );
});

t.test('a megabyte of escapes is read in linear time', async (t) => {
  const time = (content: string): number => {
    const piece = Buffer.from(`{"contentBase64":"${content}"}`);
    const began = performance.now();
    read([piece]);
    return performance.now() - began;
  };
  time('\\/'.repeat(1_000));
  const [small, large] = [time('\\/'.repeat(32 * 1024)), time('\\/'.repeat(512 * 1024))];
  // Were it quadratic, sixteen times as much would take 256 times as long.
  t.ok(large < Math.max(small, 2) * 100, `${small} and ${large} ms`);
});
