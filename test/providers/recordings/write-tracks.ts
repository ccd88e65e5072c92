/**
 * Records a customer in real time until it is killed, and prints every 100 ms how much it has written, ms.
 * Run: `node write-tracks.js <dir> <NATS url, or - for an unreachable store> <businessId> <callId>`
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createDirectoryBlobs } from '../../../providers/recordings/blobs/directory.js';
import { createJetStreamBlobs } from '../../../providers/recordings/blobs/jetstream.js';
import { createHolders, createLocalHolders } from '../../../providers/recordings/holders.js';
import { createSharedRecordingStore } from '../../../providers/recordings/shared-store.js';
import { connectNats } from '../../../src/nats/connection.js';
import { melody, toMulaw } from './signals.js';

const [dir = '', natsUrl = '-', business = '', call = ''] = process.argv.slice(2);
const nc = natsUrl === '-' ? null : await connectNats({ url: natsUrl }, 'write-tracks');
const store = createSharedRecordingStore({
  dir,
  blobs:
    nc === null
      ? createDirectoryBlobs(join(tmpdir(), 'parley-nowhere', '\0'), randomUUID)
      : await createJetStreamBlobs(nc, randomUUID),
  holders: nc === null ? createLocalHolders() : createHolders(nc),
  now: Date.now,
  newId: randomUUID,
  random: () => 0.5,
  count: () => undefined,
  freeBytes: async () => Number.POSITIVE_INFINITY,
  logger: pino({ level: 'silent' }),
});
const tracks = await store.openTracks(business, call);
const audio = toMulaw(melody(60_000));
let atMs = 0;
setInterval(() => {
  tracks.write('customer', atMs, audio.subarray(atMs * 8, (atMs + 100) * 8));
  atMs += 100;
  process.stdout.write(`${atMs}\n`);
}, 100);
