/** Audio that a killed process leaves on its disk. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { soundsIn } from '../../../../providers/recordings/tracks/byte-ranges.js';
import { decodePiece } from '../../../../providers/recordings/tracks/piece.js';
import { leftoverPieces, openSpool } from '../../../../providers/recordings/tracks/spool.js';

t.test('leftovers of a killed node do not silence earlier audio of another node', async (t) => {
  const dir = t.testdir();
  const id = { businessId: randomUUID(), callId: randomUUID(), writer: '1700000000000-abcdef12' };
  const spool = await openSpool(dir, id, (error) => t.fail(String(error)));
  // The node took the call over after six seconds, and was silent for a while in the middle.
  for (const atMs of [6_000, 6_020, 9_000]) spool.write('agent', atMs, new Uint8Array(160).fill(0x20));
  await spool.close();
  const parts = [];
  for await (const { bytes } of leftoverPieces(dir, id)) parts.push(...decodePiece(bytes).parts);
  t.same(
    parts.map(({ track, position, bytes }) => [track, position / 8, bytes.length / 8]),
    [
      ['agent', 6_000, 40],
      ['agent', 9_000, 20],
    ],
  );
});

t.test(
  'only this user can read audio that waits on the disk, even in a directory that already existed',
  async (t) => {
    const dir = join(t.testdir(), 'spool');
    mkdirSync(dir, { mode: 0o755 });
    const id = { businessId: randomUUID(), callId: randomUUID(), writer: '1700000000000-abcdef12' };
    const spool = await openSpool(dir, id, (error) => t.fail(String(error)));
    await spool.close();
    t.equal(statSync(dir).mode & 0o777, 0o700);
    t.equal(readdirSync(dir).length, 2);
    for (const name of readdirSync(dir)) t.equal(statSync(join(dir, name)).mode & 0o777, 0o600, name);
  },
);

t.test('separates sounds that are apart, and joins sounds that are close', async (t) => {
  t.same(soundsIn(Uint8Array.of(0, 0, 0), 2), []);
  t.same(soundsIn(Uint8Array.of(1, 0, 1, 0, 0, 1), 2), [
    { from: 0, to: 3 },
    { from: 5, to: 6 },
  ]);
});
