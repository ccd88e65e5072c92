/**
 * Records a customer in real time until it is killed, and says after each 100 ms how much it has written, ms.
 * Run: `node write-tracks.js <dir> <businessId> <callId>`
 */
import { pino } from 'pino';
import { createFileRecordingStore } from '../../../providers/recordings/file-store.js';
import { toMulaw, warble } from './signals.js';

const [dir = '', business = '', call = ''] = process.argv.slice(2);
const tracks = await createFileRecordingStore(dir, pino({ level: 'silent' })).openTracks(business, call);
const audio = toMulaw(warble(30_000, 300));
let atMs = 0;
setInterval(() => {
  tracks.write('customer', atMs, audio.subarray(atMs * 8, (atMs + 100) * 8));
  atMs += 100;
  process.stdout.write(`${atMs}\n`);
}, 100);
