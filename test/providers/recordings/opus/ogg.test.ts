import t from 'tap';
import {
  durationMsOf,
  type OpusStream,
  oggOpusPages,
  packetsIn,
} from '../../../../providers/recordings/opus/ogg.js';

const stream = (totalSamples: number): OpusStream => ({
  channels: 2,
  inputRate: 8_000,
  preSkip: 312,
  packetSamples: 960,
  totalSamples,
});

async function* packets(count: number, length: (index: number) => number): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(length(index), index);
}

const pagesOf = async (from: OpusStream, length: (index: number) => number): Promise<readonly Buffer[]> => {
  const pages: Buffer[] = [];
  for await (const page of oggOpusPages(from, packets(packetsIn(from), length))) pages.push(page);
  return pages;
};

/** Lengths of the packets that a page's lacing table describes. */
const packetLengths = (page: Buffer): readonly number[] => {
  const lengths: number[] = [];
  let length = 0;
  for (const entry of page.subarray(27, 27 + (page[26] ?? 0))) {
    length += entry;
    if (entry === 255) continue;
    lengths.push(length);
    length = 0;
  }
  return lengths;
};

t.test('makes as many packets as the audio needs, without a silent one at the end', async (t) => {
  t.equal(packetsIn(stream(960 - 312)), 1);
  t.equal(packetsIn(stream(960 - 311)), 2);
  t.equal(packetsIn(stream(0)), 1);
});

t.test('pages carry sequence, flags, granule positions and every packet', async (t) => {
  const from = stream(48_000 * 3);
  const pages = await pagesOf(from, (index) => index * 2);
  t.same(
    pages.map((page) => page.readUInt32LE(18)),
    pages.map((_, index) => index),
  );
  t.same([pages.at(0)?.[5], pages.at(1)?.[5], pages.at(-1)?.[5]], [2, 0, 4]);
  t.same(
    pages.slice(2).flatMap(packetLengths),
    Array.from({ length: packetsIn(from) }, (_, index) => index * 2),
    'including packets of 0, 254 and 256 bytes',
  );
  const granules = pages.map((page) => Number(page.readBigInt64LE(6)));
  t.same(granules.slice(0, 3), [0, 0, 50 * 960]);
  t.equal(granules.at(-1), 312 + 48_000 * 3);
});

t.test('packets of any legal size fit, because a page is closed before its table is full', async (t) => {
  const from = stream(48_000 * 5);
  const pages = await pagesOf(from, () => 1_275);
  t.same(pages.slice(2).flatMap(packetLengths), Array<number>(packetsIn(from)).fill(1_275));
});

t.test('reads the duration back, whatever bytes the audio has', async (t) => {
  for (const total of [6, 960, 48_000 * 2, 48_000 * 7 + 6]) {
    const pages = await pagesOf(stream(total), () => 80);
    const file = Buffer.concat(pages);
    // The capture pattern of a page in the audio of the last page.
    file.write('OggS', file.length - 40, 'latin1');
    t.equal(durationMsOf(file.subarray(0, 100), file), total / 48);
  }
  t.throws(() => durationMsOf(Buffer.alloc(100), Buffer.alloc(100)));
  const [head = Buffer.alloc(0)] = await pagesOf(stream(960), () => 80);
  t.throws(() => durationMsOf(head, Buffer.concat([head, Buffer.from('cut off')])));
});

t.test('a wrong number of packets is an error', async (t) => {
  const take = async (count: number): Promise<void> => {
    for await (const _page of oggOpusPages(
      stream(9_600),
      packets(count, () => 80),
    ));
  };
  await t.rejects(take(3), { message: /expected \d+ packets/ });
  await t.rejects(take(30), { message: /expected \d+ packets/ });
});
