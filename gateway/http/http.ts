/** The small part of uWebSockets.js that handlers use: the body of a request, and its answer. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '../../schemas/errors.js';
import { writePart, writeParts } from './backpressure.js';
import type { BodyShare } from './body-budget.js';
import { ClientGone, type Connection } from './connection.js';
import type { Reply } from './envelope.js';
import { writeHead } from './response-head.js';

/** A client must read the whole answer within this time, ms, however slowly; then its connection is closed. */
const ANSWER_MS = 60_000;

/**
 * Sends a whole answer, unless the client has left. Bytes that do not fit into its socket are buffered here, once, and not by
 * uWebSockets. While any are left, the connection accepts no other request.
 */
export const send = async (
  connection: Connection,
  reply: Reply,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const { res } = connection;
  if (connection.isGone()) return;
  const isClosing = !connection.isReading();
  const bytes = reply.bytes ?? Buffer.from(reply.body);
  if (connection.headOnly) {
    await sendHeadOnly(connection, reply.status, { ...reply.headers, ...headers }, bytes.length);
    return;
  }
  let rest: Uint8Array = NOTHING;
  res.cork(() => {
    writeHead(connection, reply.status, { ...reply.headers, ...headers });
    for (const cookie of reply.cookies ?? []) res.writeHeader('Set-Cookie', cookie);
    if (reply.status === 204 || reply.status === 304) res.endWithoutBody();
    else if (isClosing || bytes.length === 0) res.end(bytes, isClosing);
    else rest = bytes.subarray(writePart(res, bytes, bytes.length));
  });
  if (rest.length === 0) return;
  if (reply.isBorrowed === true) rest = Buffer.from(rest);
  const deadline = setTimeout(() => {
    if (!connection.isGone()) res.close();
  }, ANSWER_MS);
  await writeParts(connection, [rest], bytes.length);
  clearTimeout(deadline);
};

/**
 * Answers a HEAD with the length that a GET would get, and ends the connection. Whether the answer was read is unknown, and a
 * client that keeps sending requests without reading would fill the memory.
 */
export const sendHeadOnly = async (
  connection: Connection,
  status: number,
  headers: Readonly<Record<string, string>>,
  length: number,
): Promise<void> => {
  const { res, isGone } = connection;
  if (isGone()) return;
  res.cork(() => {
    writeHead(connection, status, { ...headers, Connection: 'close' });
    // uWebSockets' own `endWithoutBody(length)` waits for that many bytes, without a deadline.
    if (length > 0) res.tryEnd('', length);
    else res.end();
  });
  // Data written in the turn of the request is sent at the end of the turn.
  await nextTurn();
  if (length > 0 && !isGone()) res.close();
};

const NOTHING = new Uint8Array();

/** A body must arrive within this time, ms, or its connection is closed. Large ones get time in proportion to their size. */
const BODY_MS = 30_000;
const MIN_BYTES_PER_SECOND = 256 * 1024;
/** So much of an oversized body is still received, so that its sender can read the refusal. */
export const DISCARDED_BYTES = 8 * 1024 * 1024;

/**
 * Pieces that a body may have beyond one for each {@link MIN_PIECE_BYTES}. Each piece costs as much as hundreds of bytes, and a
 * chunked body can have a hundred thousand in one read.
 */
const SPARE_PIECES = 1_024;
const MIN_PIECE_BYTES = 64;
/** Pieces are gathered in blocks, so that many small ones do not become as many objects. */
const BLOCK_BYTES = 16 * 1024;

/** Gathers a body that arrives in pieces. */
const createPieceBuffer = () => {
  const full: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  return {
    /** Copies the piece: uWebSockets reclaims the memory after its callback. */
    add: (piece: ArrayBuffer): void => {
      if (piece.byteLength > block.length - used) {
        if (used > 0) full.push(block.subarray(0, used));
        block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, piece.byteLength));
        used = 0;
      }
      block.set(new Uint8Array(piece), used);
      used += piece.byteLength;
    },
    concat: (): Buffer => Buffer.concat([...full, block.subarray(0, used)]),
    drop: (): void => {
      full.length = 0;
      block = Buffer.alloc(0);
      used = 0;
    },
  };
};

/**
 * Reads the whole body. Must be called before the first await of a request, or parts of it are lost.
 * `share`: its share of the memory budget, for bodies of unverified senders.
 * @throws DomainError body_too_large, webhooks_busy
 * @throws ClientGone when the client leaves, takes longer than {@link BODY_MS}, or sends the body in more than
 * {@link SPARE_PIECES} tiny pieces; then its connection is closed
 */
export const readBody = (connection: Connection, maxBytes: number, share?: BodyShare): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { res } = connection;
    const deadline = setTimeout(
      () => {
        if (!connection.isGone()) res.close();
      },
      Math.max(BODY_MS, (maxBytes / MIN_BYTES_PER_SECOND) * 1_000),
    );
    const settle = (work: () => void): void => {
      clearTimeout(deadline);
      work();
    };
    connection.onGone(() => settle(() => reject(new ClientGone())));
    if (connection.isGone()) return;
    const buffer = createPieceBuffer();
    let bytes = 0;
    let pieces = 0;
    let refused = false;
    const refuse = (): void => {
      refused = true;
      const message = `The body has more than ${maxBytes} bytes; send less.`;
      settle(() => reject(new DomainError('body_too_large', message)));
    };
    connection.body.read((chunk, isLast) => {
      if (refused) return;
      bytes += chunk.byteLength;
      if (bytes <= maxBytes && share?.reserve(chunk.byteLength) === false) {
        refused = true;
        buffer.drop();
        connection.stopReading();
        settle(() => reject(new DomainError('webhooks_busy')));
        return;
      }
      pieces += 1;
      if (pieces > SPARE_PIECES + bytes / MIN_PIECE_BYTES) {
        refused = true;
        buffer.drop();
        res.close();
        return;
      }
      if (bytes <= maxBytes) {
        buffer.add(chunk);
        if (isLast) settle(() => resolve(buffer.concat()));
        return;
      }
      buffer.drop();
      if (isLast) return refuse();
      if (bytes <= maxBytes + DISCARDED_BYTES) return;
      connection.stopReading();
      refuse();
    });
  });
