/** Hostile multipart bodies: each is refused, or what is kept of it is bounded. */
import { Readable } from 'node:stream';
import t from 'tap';
import { Malformed } from '../../../gateway/uploads/malformed.js';
import { readMultipart } from '../../../gateway/uploads/multipart-body.js';

const TYPE = 'multipart/form-data; boundary=x';

const part = (disposition: string, content = '', headers = ''): string =>
  `--x\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
const field = (name: string, value: string): string => part(`name="${name}"`, value);
const file = (name: string): string => part(`name="file"; filename="${name}"`, 'a,b');

const read = async (...parts: readonly string[]) => {
  let content = '';
  const source = Readable.from([Buffer.from(`${parts.join('')}--x--\r\n`)]);
  const { body, hasContent } = await readMultipart(source, TYPE, (bytes) => {
    content += Buffer.from(bytes).toString();
  });
  return { body, hasContent, content };
};

const refusal = async (...parts: readonly string[]): Promise<string> => {
  try {
    await read(...parts);
    return 'taken';
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
};

t.test('one file and some fields are read', async (t) => {
  t.same(await read(field('a', '["x"]'), file('p.csv'), field('b', '{not json')), {
    body: { a: ['x'], b: '{not json', fileName: 'p.csv' },
    hasContent: true,
    content: 'a,b',
  });
  t.same((await read(file('../../etc/passwd'))).body, { fileName: 'passwd' }, 'a name, not a path');
  t.same((await read(field('__proto__', '{"a":1}'), file('p'))).body.fileName, 'p');
});

t.test('thousands of parts, fields or files are refused as soon as there are too many', async (t) => {
  t.match(
    await refusal(...Array.from({ length: 5_000 }, (_, n) => field(`f${n}`, 'x'))),
    /at most 20 fields/,
  );
  t.match(await refusal(...Array.from({ length: 5_000 }, () => part('nameless=1', 'x'))), /needs a name/);
  t.match(await refusal(file('a'), file('b')), /one file/);
  t.match(await refusal(part('name="other"; filename="a"')), /in the part named file/);
});

t.test('a field that is too long is refused, not cut', async (t) => {
  t.match(await refusal(field('a', 'x'.repeat(256 * 1024 + 1))), /more than 262144 bytes/);
  t.match(
    await refusal(...Array.from({ length: 5 }, (_, n) => field(`f${n}`, 'x'.repeat(256 * 1024)))),
    /together/,
  );
  t.match(await refusal(field('n'.repeat(101), 'x')), /name of at most/);
});

t.test('a field that nests too deeply or has too many values is refused before it is built', async (t) => {
  t.match(await refusal(field('a', '['.repeat(100_000))), /nested more than 32 levels deep/);
  t.match(await refusal(field('a', `[${'1,'.repeat(20_000)}1]`)), /more than 10000 values/);
});

t.test('huge header lines and thousands of header lines are not kept', async (t) => {
  const long = part('name="a"', 'x', `X-Long: ${'y'.repeat(1024 * 1024)}\r\n`);
  t.match((await read(long, file('p'))).body, { a: 'x', fileName: 'p' });
  const many = part('name="a"', 'x', 'X-Many: y\r\n'.repeat(100_000));
  t.match((await read(many, file('p'))).body, { a: 'x', fileName: 'p' });
  const named = part(`name="a${'y'.repeat(1024 * 1024)}"`, 'x');
  t.match(await refusal(named), /name of at most/);
});
