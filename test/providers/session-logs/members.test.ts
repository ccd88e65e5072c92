/** The compressed form of session logs is gzip, and read with its damage. */
import { gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import {
  contentsOf,
  isCompressed,
  MEMBER_HEAD_BYTES,
  memberOf,
  wholeLength,
} from '../../../providers/session-logs/members.js';
import { seededBytes } from '../../../testkit/seeded.js';

const contentIn = (file: Uint8Array): { readonly text: string; readonly torn: number } => {
  let torn = 0;
  const parts = [
    ...contentsOf(file, () => {
      torn += 1;
    }),
  ];
  return { text: Buffer.concat(parts).toString(), torn };
};

t.test('any gunzip reads the members as one file', async (t) => {
  const file = Buffer.concat([await memberOf(Buffer.from('one ')), await memberOf(Buffer.from('two'))]);
  t.ok(isCompressed(file));
  t.equal(gunzipSync(file).toString(), 'one two');
  t.same(contentIn(file), { text: 'one two', torn: 0 });
});

t.test('a file that another program has compressed again is read, also if it is cut', async (t) => {
  const content = seededBytes(1, 50_000).toString('hex');
  const file = gzipSync(content);
  t.same(contentIn(file), { text: content, torn: 0 });
  const { text } = contentIn(file.subarray(0, 30_000));
  t.ok(text.length > 10_000 && content.startsWith(text));
});

t.test('the whole members of a cut file are found by their sizes', async (t) => {
  const first = await memberOf(seededBytes(2, 900));
  const file = Buffer.concat([first, await memberOf(seededBytes(3, 900))]);
  const wholeOf = (length: number): Promise<number> =>
    wholeLength(async (at) => file.subarray(at, Math.min(at + MEMBER_HEAD_BYTES, length)), length);
  t.equal(await wholeOf(file.length), file.length);
  for (let cut = first.length; cut < file.length; cut += 1)
    if ((await wholeOf(cut)) !== first.length) t.fail(`cut at ${cut}`);
  t.equal(await wholeOf(first.length - 1), 0);
  t.equal(await wholeOf(0), 0);
});
