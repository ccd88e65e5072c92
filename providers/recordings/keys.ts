/** Where recordings and their pieces lie in the store. */
import type { SpoolId } from './spool.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @throws Error for ids that are no UUIDs */
export const checkIds = (businessId: string, callId: string): void => {
  if (!UUID.test(businessId) || !UUID.test(callId)) throw new Error('recordings are named by UUIDs');
};

/** Where the finished file lies. @throws Error as {@link checkIds} */
export const recordingKey = (businessId: string, callId: string): string => {
  checkIds(businessId, callId);
  return `${businessId}/${callId}.opus`;
};

/** Where a call's pieces lie. */
export const piecesOf = (businessId: string, callId: string): string => `tracks/${businessId}/${callId}/`;

/** Where a writer's piece lies. */
export const pieceKey = ({ businessId, callId, writer }: SpoolId, name: string): string =>
  `${piecesOf(businessId, callId)}${writer}/${name}`;
