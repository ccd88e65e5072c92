import t from 'tap';
import type { AwaitedForAnswer } from '../../../../actors/conversation/commands.js';
import { LONGEST_WAIT_MS, mediaArrived } from '../../../../operations/effects/conversation/await-media.js';

/** How long an answer waits if the conversation awaits `answers` one after the other, the last one for ever; ms. */
const waited = async (...answers: readonly AwaitedForAnswer[]): Promise<number> => {
  let index = -1;
  let ms = 0;
  await mediaArrived(
    async () => {
      index += 1;
      return answers[Math.min(index, answers.length - 1)] ?? 'nothing';
    },
    new AbortController().signal,
    async (step) => {
      ms += step;
    },
  );
  return ms;
};

t.test('an answer waits for media until it has arrived', async (t) => {
  t.equal(await waited('nothing'), 0);
  t.equal(await waited('files', 'files', 'nothing'), 500);
  t.equal(await waited('words', 'words', 'words', 'nothing'), 750);
});

t.test('an answer waits no longer than the limit', async (t) => {
  t.equal(await waited('files'), LONGEST_WAIT_MS.files);
  t.equal(await waited('words'), LONGEST_WAIT_MS.words);
});

t.test('a state that cannot be read is not waited for, and an abort ends the wait', async (t) => {
  const signal = new AbortController().signal;
  await mediaArrived(
    () => Promise.reject(new Error('the journal is away')),
    signal,
    async () => t.fail('waited'),
  );
  await t.rejects(
    mediaArrived(async () => 'words', AbortSignal.abort(new Error('superseded'))),
    /superseded/,
  );
});
