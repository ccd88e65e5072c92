/** What a node knows of the journal's end, and how it stores that. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import t from 'tap';
import {
  isLossAccepted,
  LOSSES_KEY,
  lineageOf,
  lossesIn,
  lossesSince,
  mayBeLost,
  withLoss,
} from '../../../../actors/runtime/integrity/accepted-losses.js';
import {
  commitKeyIn,
  formatSlot,
  type KnownPosition,
  latestOf,
  parseSlot,
  positionOf,
  SLOT_BYTES,
} from '../../../../actors/runtime/integrity/position.js';
import { openPositionFile, readPositions } from '../../../../actors/runtime/integrity/position-file.js';
import { commitText } from '../../../../actors/runtime/journal/commit.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';

const silent = pino({ level: 'silent' });
const at = (seq: number, more: Partial<KnownPosition> = {}): KnownPosition => ({
  journal: 'j',
  lineage: '',
  seq,
  subject: 'evt.0.call.b.c',
  commitKey: `command-${seq}@1700000000000`,
  ...more,
});

const fileIn = (t: Lifetime): string => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-position-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'journal.position');
};

t.test('a slot is read exactly as it was written, or not at all', async (t) => {
  const slot = formatSlot({ count: 7, position: at(3) });
  if (slot === null) throw new Error('the position does not fit a slot');
  t.same(parseSlot(slot), { count: 7, position: at(3) });
  const end = slot.lastIndexOf(']') + 1;
  for (let byte = 0; byte < end; byte += 1) {
    const damaged = Buffer.from(slot);
    damaged[byte] = (damaged[byte] ?? 0) ^ 1;
    t.equal(parseSlot(damaged), null, `byte ${byte}`);
  }
  t.equal(parseSlot(slot.subarray(0, 40)), null, 'torn');
  t.equal(parseSlot(Buffer.alloc(SLOT_BYTES)), null, 'empty');
  t.equal(formatSlot({ count: 1, position: at(1, { subject: 'x'.repeat(SLOT_BYTES) }) }), null, 'too long');
});

t.test('uses the later of two slots', async (t) => {
  const [older, newer] = [
    { count: 1, position: at(9) },
    { count: 2, position: at(4) },
  ];
  t.equal(latestOf(older, newer), newer);
  t.equal(latestOf(newer, older), newer);
  t.equal(latestOf(null, older), older);
  t.equal(latestOf(null, null), null);
});

t.test('a mark of the views is a position if it names a commit', async (t) => {
  t.same(positionOf(5, '17 evt.0.call.b.c id@3'), { seq: 5, subject: 'evt.0.call.b.c', commitKey: 'id@3' });
  t.equal(positionOf(5, '17 evt.0.call.b.c -'), null);
  t.equal(positionOf(5, ''), null);
});

t.test('finds the id and the time of a commit at the start of its text', async (t) => {
  const text = commitText({ commandId: 'a "quoted" one', at: 12, events: [{ type: 'x' }] });
  t.equal(commitKeyIn(text), 'a "quoted" one@12');
  t.equal(commitKeyIn('{}'), null);
});

t.test('the file keeps the highest position of each shard', async (t) => {
  const path = fileIn(t);
  const file = openPositionFile(path, 2, silent);
  t.equal(file.at(0), null);
  await Promise.all([file.note(0, at(1)), file.note(0, at(3)), file.note(0, at(2)), file.note(1, at(8))]);
  t.same(readPositions(path, 2), [at(3), at(8)], 'written to the file before the note resolves');
  for (let seq = 10; seq < 60; seq += 1) void file.note(0, at(seq));
  await file.note(0, at(60));
  t.same(readPositions(path, 2), [at(60), at(8)], 'including notes made during another write');
  file.close();
  const again = openPositionFile(path, 2, silent);
  t.same(again.at(0), at(60));
  await again.note(0, at(2));
  t.same(again.at(0), at(60), 'a lower position is ignored');
  await again.note(0, at(2, { lineage: 'accepted' }));
  t.same(again.at(0), at(2, { lineage: 'accepted' }), 'unless it is of another course');
  again.close();
});

t.test('a torn write loses one note but not the position', async (t) => {
  const path = fileIn(t);
  const file = openPositionFile(path, 1, silent);
  for (const seq of [1, 2, 3]) await file.note(0, at(seq));
  file.close();
  const bytes = readFileSync(path);
  // Slots are written in turn: the third note is in the second slot.
  const torn = Buffer.from(bytes);
  torn.fill(0, SLOT_BYTES + 30, SLOT_BYTES + 60);
  writeFileSync(path, torn);
  const again = openPositionFile(path, 1, silent);
  t.same(again.at(0), at(2));
  await again.note(0, at(4));
  again.close();
  t.same(readPositions(path, 1), [at(4)]);
});

t.test('treats a file that is not a position file as missing', async (t) => {
  const path = fileIn(t);
  writeFileSync(path, 'nonsense');
  const file = openPositionFile(path, 1, silent);
  t.equal(file.at(0), null);
  await file.note(0, at(1));
  t.same(readPositions(path, 1), [at(1)]);
  file.close();
  t.same(readPositions(join(path, 'missing'), 1), [null]);
});

t.test('losses in the metadata name courses of the journal', async (t) => {
  const loss = (id: string, more: object = {}) => ({
    id,
    at: 100,
    by: 'o',
    end: 5,
    endAt: 50,
    instead: null,
    course: '',
    gaps: [],
    ...more,
  });
  const text = withLoss(
    lossesIn({ [LOSSES_KEY]: withLoss([], loss('a')) }),
    loss('b', { end: null, gaps: [3] }),
  );
  const losses = lossesIn({ [LOSSES_KEY]: text });
  t.same(
    losses.map(({ id }) => id),
    ['a', 'b'],
  );
  t.equal(lineageOf(losses), 'b');
  t.equal(lineageOf([]), '');
  t.same(
    lossesSince(losses, 'a').map(({ id }) => id),
    ['b'],
  );
  t.same(lossesSince(losses, 'of a course that is gone'), []);
  const since = lossesSince([loss('c', { course: 'a' })], 'a');
  t.same(
    since.map(({ id }) => id),
    ['c'],
    'a loss of an abandoned course',
  );
  t.equal(isLossAccepted(losses, '', 6), true, 'after the end');
  t.equal(isLossAccepted(losses, '', 5), false, 'the end itself exists');
  t.equal(isLossAccepted(losses, 'a', 6), false, 'written after the loss');
  t.equal(isLossAccepted(losses, 'a', 3), true, 'a single message');
  t.same(
    [49, 50, 100, 101].map((time) => mayBeLost([loss('a')], time)),
    [false, true, true, false],
  );
  t.same(lossesIn({ [LOSSES_KEY]: 'no JSON' }), []);
  t.same(lossesIn(undefined), []);
});
