/**
 * The answers to reads, written into their envelope when they leave: into memory that is used again and again, because a
 * buffer a request makes the collector run ten times as often as all else that a request leaves behind.
 */
import { isNamed, PRIVATE_COPY, validatorOf } from './conditional.js';
import { JSON_TYPE, type Reply } from './envelope.js';

const BEFORE = '{"ok":true,"data":';
/** UTF-8 has no more for a unit of a JavaScript string. */
const MOST_BYTES = 3;
const SCRATCH_BYTES = 1024 * 1024;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/**
 * The whole answer of a read: its body, or 304 to who names its validator. The body is lent: it must be sent, or copied,
 * before anything else is written. Other answers stay as they are.
 */
export const written = (reply: Reply): Reply => {
  const { read } = reply;
  if (read === undefined) return reply;
  const { json, requestId, ifNoneMatch } = read;
  const after = `,"meta":{"requestId":${JSON.stringify(requestId)}}}`;
  const memory = memoryFor([BEFORE, ...json, after]);
  let end = memory.write(BEFORE, 0);
  for (const piece of json) end += memory.write(piece, end);
  const ETag = validatorOf(memory.subarray(BEFORE.length, end));
  const headers = { ...reply.headers, ETag, 'Cache-Control': PRIVATE_COPY };
  if (isNamed(ifNoneMatch, ETag)) return { status: 304, headers, body: '' };
  end += memory.write(after, end);
  const bytes = memory.subarray(0, end);
  return {
    status: reply.status,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body: '',
    bytes,
    lent: true,
  };
};

/** One that holds the pieces; its own for those that are too large for what is shared. */
const memoryFor = (pieces: readonly string[]): Buffer => {
  const characters = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return characters * MOST_BYTES <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafeSlow(characters * MOST_BYTES);
};
