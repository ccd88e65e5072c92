/** A full disk loses only the audio that does not fit, is reported once, and affects neither memory nor later audio. */
import { join } from 'node:path';
import t from 'tap';
import { openTrackFile } from '../../../../providers/recordings/tracks/file.js';
import { diskToFill, limitOwnFiles } from '../../../support/files/small-disk.js';

/** Frames of a track at 8 bytes a ms, 20 ms each. */
const frame = (mulaw: number): Uint8Array => new Uint8Array(160).fill(mulaw);
const soundAt = async (
  track: { read(range: { from: number; to: number }): Promise<Buffer> },
  atMs: number,
): Promise<number> => {
  const [stored = 0] = await track.read({ from: atMs * 8, to: atMs * 8 + 1 });
  return stored ^ 0xff;
};
const SILENCE = 0xff;

t.test(
  'a full disk loses the audio that does not fit, is reported once, and keeps no audio in memory',
  async (t) => {
    const disk = await diskToFill(t);
    const failures: unknown[] = [];
    const track = await openTrackFile(join(disk.path, 'track'), (error) => failures.push(error));
    track.write(0, frame(1));
    await track.flush();
    await disk.fill();
    // Two hours of audio: many times what may wait in memory for a slow disk.
    for (let minute = 0; minute < 120; minute += 1) {
      for (let second = 0; second < 60; second += 1)
        if (track.write((10 + minute * 60 + second) * 1_000, frame(2)) === null) t.fail('kept in memory');
      await track.flush();
    }
    t.equal(failures.length, 1);
    t.match(failures[0], { code: /ENOSPC|EFBIG/ });
    await disk.clear();
    track.write(8_000_000, frame(3));
    await track.flush();
    t.equal(await soundAt(track, 0), 1);
    t.equal(await soundAt(track, 3_600_000), SILENCE);
    t.equal(await soundAt(track, 8_000_000), 3, 'audio is kept again once there is room');
    await track.close();
  },
);

t.test('reports a write that the disk takes only in part', async (t) => {
  const limit = limitOwnFiles(t, 100);
  const failures: unknown[] = [];
  const track = await openTrackFile(join(t.testdir(), 'track'), (error) => failures.push(error));
  await limit.fill();
  track.write(0, frame(1));
  await track.flush();
  await limit.clear();
  t.match(failures, [{ code: 'EFBIG' }]);
  t.equal(await soundAt(track, 12), 1, 'the part that fits is kept');
  t.equal(await soundAt(track, 13), SILENCE);
  await track.close();
});
