/** When the next piece of a live call is sent. */
import { pino } from 'pino';
import t from 'tap';
import type { BlobStore } from '../../../providers/recordings/blobs/store.js';
import type { Spool } from '../../../providers/recordings/tracks/spool.js';
import { SEND_EVERY_MS, type SendingDeps, send, type Upload } from '../../../providers/recordings/upload.js';

const ID = { businessId: 'business', callId: 'call', writer: 'writer' };

/** A live call whose store takes `putMs` for a piece. */
const liveCall = (putMs: number): { readonly deps: SendingDeps; readonly upload: Upload } => {
  let now = 1_000_000;
  const spool: Spool = {
    id: ID,
    write: () => undefined,
    next: async () => ({ name: 'p000000', bytes: Buffer.from('audio') }),
    sent: () => undefined,
    unsentBytes: () => 0,
    close: async () => undefined,
  };
  const blobs: BlobStore = {
    put: async () => {
      now += putMs;
      return true;
    },
    open: async () => null,
    list: async function* () {
      yield* [];
    },
    removeAll: async () => undefined,
    erase: async () => undefined,
    close: () => undefined,
  };
  return {
    deps: {
      blobs,
      limit: (work) => work(),
      now: () => now,
      random: () => 0,
      count: () => undefined,
      onSent: async () => undefined,
      logger: pino({ enabled: false }),
    },
    upload: {
      id: ID,
      spool: Promise.resolve(spool),
      users: 1,
      closed: false,
      dueAt: now,
      failures: 0,
      sending: null,
      release: () => undefined,
    },
  };
};

t.test('a slow store does not make the pieces of a live call longer', async (t) => {
  for (const putMs of [0, 900, 2 * SEND_EVERY_MS]) {
    const { deps, upload } = liveCall(putMs);
    const takenAt = deps.now();
    await send(deps, upload);
    t.equal(upload.dueAt, takenAt + SEND_EVERY_MS, `if a piece takes ${putMs} ms`);
  }
});
