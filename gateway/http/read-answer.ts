/**
 * Writes the answers to reads into their envelope when they are sent. The memory is reused: a buffer per request would run the
 * garbage collector ten times as often as all other garbage of a request.
 */
import { CACHE_PRIVATE, matchesValidator, strongValidatorOf, validatorOf } from './conditional.js';
import { JSON_TYPE, type Reply } from './envelope.js';

const BEFORE = '{"ok":true,"data":';
/** The most UTF-8 bytes for one UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
const SCRATCH_BYTES = 1024 * 1024;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/**
 * Builds the whole answer to a read: its body, or 304 when the client names its validator. The body is lent: it must be sent or
 * copied before anything else is written. Other answers stay unchanged.
 */
export const renderReply = (reply: Reply): Reply => {
  const { read } = reply;
  if (read === undefined) return reply;
  const { json, requestId, tag, ifNoneMatch } = read;
  const after = `,"meta":{"requestId":${JSON.stringify(requestId)}}}`;
  const memory = memoryFor([BEFORE, ...json, after]);
  let end = memory.write(BEFORE, 0);
  for (const piece of json) end += memory.write(piece, end);
  const data = memory.subarray(BEFORE.length, end);
  const ETag = tag === undefined ? validatorOf(data) : strongValidatorOf(tag, data);
  const headers = { ...reply.headers, ETag, 'Cache-Control': CACHE_PRIVATE };
  if (matchesValidator(ifNoneMatch, ETag)) return { status: 304, headers, body: '' };
  end += memory.write(after, end);
  const bytes = memory.subarray(0, end);
  return {
    status: reply.status,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body: '',
    bytes,
    isBorrowed: true,
  };
};

/** The shared memory, or a new buffer when the pieces are too large for it. */
const memoryFor = (pieces: readonly string[]): Buffer => {
  const characters = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return characters * MAX_BYTES_PER_UNIT <= SCRATCH_BYTES
    ? scratch
    : Buffer.allocUnsafeSlow(characters * MAX_BYTES_PER_UNIT);
};
