/** The keys of recordings and their pieces in the store. */
import type { SpoolId } from './tracks/spool.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @throws Error for IDs that are not UUIDs */
export const checkIds = (businessId: string, callId: string): void => {
  if (!UUID.test(businessId) || !UUID.test(callId)) throw new Error('the ids of a recording must be UUIDs');
};

/** The key of the finished file. @throws Error as {@link checkIds} */
export const recordingKey = (businessId: string, callId: string): string => {
  checkIds(businessId, callId);
  return `${businessId}/${callId}.opus`;
};

/** The prefix of a call's pieces. */
export const piecesOf = (businessId: string, callId: string): string => `tracks/${businessId}/${callId}/`;

/** The key of a writer's piece. */
export const pieceKey = ({ businessId, callId, writer }: SpoolId, name: string): string =>
  `${piecesOf(businessId, callId)}${writer}/${name}`;
