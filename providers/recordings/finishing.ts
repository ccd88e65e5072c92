/**
 * Makes one file of all nodes' recordings of a call, after the call, on the node that has the call then.
 *
 * It guarantees:
 * R1. A recording holds the audio of every node on the one clock of the call; from a killed node all but the last seconds.
 *     Audio that a live node has not sent yet is waited for.
 * R2. Finishing again, also concurrently or after a crash, returns the same facts. The file is never replaced.
 * R3. Pieces are removed once the file exists, and not before.
 */

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { providerFailure } from '../provider-failure.js';
import { PRIVATE_DIRECTORY } from '../spool/spool.js';
import { fileSource, readBlob, type StoredBlob } from './blobs/store.js';
import { gatherPieces, PiecesGone } from './gather.js';
import type { Held } from './holders.js';
import { piecesOf, recordingKey } from './keys.js';
import type { Limit } from './limit.js';
import type { OpusEncoder } from './opus/encoder.js';
import { durationMsOf, LONGEST_PAGE } from './opus/ogg.js';
import type { RecordingFacts } from './recording-store.js';
import { removeSpool, type SpoolId, spoolsIn } from './tracks/spool.js';
import type { UploadDeps, Uploads } from './uploads.js';

/** How long finishing waits for nodes that still write or send, ms. */
const HANDOVER_MS = 10_000;
const POLL_MS = 200;

export interface FinishingDeps extends Pick<UploadDeps, 'blobs' | 'holders' | 'now' | 'newId' | 'logger'> {
  /** The directory of this node's tracks. */
  readonly spools: string;
  /** The directory in which files are made. */
  readonly workshop: string;
  readonly uploads: Pick<Uploads, 'adopt' | 'isAtWork'>;
  readonly encoder: Pick<OpusEncoder, 'encode'>;
  /** Limits how many are made at a time. */
  readonly limit: Limit;
}

/** As RecordingStore.finish. */
export const finishRecording = async (
  deps: FinishingDeps,
  businessId: string,
  callId: string,
): Promise<RecordingFacts | null> => {
  const { blobs, limit, spools, uploads } = deps;
  let facts = await factsOf(deps, businessId, callId);
  if (facts === null) {
    await waitForHandover(deps, callId);
    for (const id of await leftoversOf(deps, callId)) await uploads.adopt(id);
    facts = await limit(() => makeRecording(deps, businessId, callId));
  }
  for (const id of await leftoversOf(deps, callId)) await removeSpool(spools, id);
  await blobs.removeAll(piecesOf(businessId, callId)); // R3
  return facts;
};

const factsOf = async (
  { blobs }: Pick<FinishingDeps, 'blobs'>,
  businessId: string,
  callId: string,
): Promise<RecordingFacts | null> => {
  const blob = await blobs.open(recordingKey(businessId, callId));
  return blob === null
    ? null
    : { filename: `${callId}.opus`, bytes: blob.bytes, durationMs: await durationOf(blob) };
};

/** Computed from the first and last page of the stored blob. */
const durationOf = async (blob: StoredBlob): Promise<number> => {
  const part = async (from: number, bytes: number): Promise<Buffer> =>
    readBlob({ bytes, read: (start, end) => blob.read(from + start, from + end) });
  const length = Math.min(blob.bytes, LONGEST_PAGE);
  return durationMsOf(await part(0, length), await part(blob.bytes - length, length));
};

const leftoversOf = async ({ spools, uploads }: FinishingDeps, callId: string): Promise<readonly SpoolId[]> =>
  (await spoolsIn(spools)).filter((id) => id.callId === callId && !uploads.isAtWork(id));

/** R1. @throws Error when a live node cannot send audio that only it has */
const waitForHandover = async ({ holders, now, logger }: FinishingDeps, callId: string): Promise<void> => {
  const deadline = now() + HANDOVER_MS;
  let held: ReadonlySet<Held> = await holders.ask(callId);
  while (held.size > 0 && now() < deadline) {
    await delay(POLL_MS);
    held = await holders.ask(callId);
  }
  if (held.has('unsent') || held.has('silent'))
    throw new Error('a node has audio of this call that is not uploaded yet');
  if (held.has('open')) logger.warn({ event: 'recording.finished_while_open', callId });
};

/** R2: the file is only put if none exists, so the first one stays. */
const makeRecording = async (
  deps: FinishingDeps,
  businessId: string,
  callId: string,
): Promise<RecordingFacts | null> => {
  const { blobs, encoder, logger } = deps;
  const key = recordingKey(businessId, callId);
  const dir = join(deps.workshop, deps.newId());
  await mkdir(dir, { recursive: true, mode: PRIVATE_DIRECTORY });
  try {
    const tracks = await gatherPieces(blobs, piecesOf(businessId, callId), dir, (piece, error) =>
      logger.error({ event: 'recording.piece_damaged', callId, key: piece, err: providerFailure(error) }),
    );
    const target = join(dir, 'recording.opus');
    const isEncoded = await encoder.encode({ ...tracks, target });
    // A node that finished meanwhile may have removed pieces before they were gathered.
    if (isEncoded && (await blobs.open(key)) === null) await blobs.put(key, await fileSource(target));
  } catch (error) {
    if (!(error instanceof PiecesGone) || (await factsOf(deps, businessId, callId)) === null) throw error;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return factsOf(deps, businessId, callId);
};
