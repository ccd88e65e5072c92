/** Erases the logs of a call in the store, and keeps logs that arrive later from being stored. */
import { type BlobStore, bytesSource } from '../recordings/blobs/store.js';
import { erasedKey, logsOfCall, type SessionLogId } from './keys.js';

/** A call on the day of its logs. */
type LogsOfCall = Omit<SessionLogId, 'writer'>;

/** More rounds are needed only while logs of the call arrive. */
const MOST_ROUNDS = 5;

export const isErased = async (
  blobs: Pick<BlobStore, 'open'>,
  { day, businessId, callId }: LogsOfCall,
): Promise<boolean> => (await blobs.open(erasedKey(day, businessId, callId))) !== null;

/** @throws Error when the store is unavailable: the logs may be there in part */
export const eraseLogs = async (blobs: BlobStore, { day, businessId, callId }: LogsOfCall): Promise<void> => {
  const prefix = logsOfCall(day, businessId, callId);
  await blobs.put(erasedKey(day, businessId, callId), bytesSource(Buffer.from('erased')));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await blobs.erase(prefix);
    const left = await blobs.list(prefix)[Symbol.asyncIterator]().next();
    if (left.done === true) return;
  }
  throw new Error('logs of an erased call keep arriving');
};
