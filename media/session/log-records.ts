/**
 * The records of a session log. A session begins with its brief; its inputs follow in order, each with its time and a checksum
 * of the outputs. Bytes stay bytes, and the two frequent inputs, ticks and the customer's audio, are not JSON.
 *
 * A record: its kind (1 byte), the length of its body (4), the body. Numbers are little-endian, times are doubles. If the first
 * bit of the kind is set, the body begins with the checksum (4). Readers skip kinds that they do not know.
 */
import type { SessionBrief, SessionInput, SessionOutput } from './io.js';
import { checksumOf, hexOf } from './log-digest.js';
import { gistsOf, isWorthShowing } from './output-gist.js';

/** Bodies, after the checksum. */
const TICK = 1; // atMs, dueMs
const AUDIO = 2; // atMs, timestampMs, waitedMs (NaN: absent), payload
const INPUT = 3; // atMs, the input as JSON
const INPUT_WITH_BYTES = 4; // atMs, length of the JSON (4), the input without its payload as JSON, payload
const BRIEF = 5; // JSON
const END = 6; // why nothing follows, as JSON
const DID = 7; // the outputs of the next input (output-gist.ts), as JSON
const HAS_CHECKSUM = 0x80;

const HEAD_BYTES = 5;
const CHECKSUM_BYTES = 4;
const TIME_BYTES = 8;
const LENGTH_BYTES = 4;
/** Room for records until the next {@link RecordBuffer.take}; larger ones get more. */
const ROOM_BYTES = 80 * 1024;

/** Why a log ends before its session: the disk is full or fails, or cannot keep up, or the log is as long as logs may be. */
export type LogEnd = 'disk' | 'backlog' | 'too_large';

/** What a record says; null: its kind is unknown. */
export type LogRecord =
  | { readonly is: 'brief'; readonly brief: unknown }
  | { readonly is: 'input'; readonly atMs: number; readonly input: unknown; readonly outputs: string }
  | { readonly is: 'end'; readonly why: unknown }
  | { readonly is: 'did'; readonly outputs: unknown }
  | null;

/** Records of one session that were not taken yet. */
export interface RecordBuffer {
  /** `build`: the name of the build that records it. */
  addBrief(brief: SessionBrief, build?: string): void;
  addInput(input: SessionInput, atMs: number, outputs: readonly SessionOutput[]): void;
  /** Bytes that were not taken yet. */
  size(): number;
  /** Everything since the last call, in whole records. The bytes are the caller's. */
  take(): Uint8Array;
}

export const createRecordBuffer = (): RecordBuffer => new Records();

class Records implements RecordBuffer {
  #bytes = Buffer.allocUnsafeSlow(ROOM_BYTES);
  #length = 0;

  addBrief(brief: SessionBrief, build?: string): void {
    this.#addText(BRIEF, JSON.stringify({ ...brief, build }));
  }

  addInput(input: SessionInput, atMs: number, outputs: readonly SessionOutput[]): void {
    if (outputs.some(isWorthShowing)) this.#addText(DID, JSON.stringify(gistsOf(outputs)));
    switch (input.type) {
      case 'tick': {
        const at = this.#begin(TICK, 2 * TIME_BYTES, outputs);
        this.#bytes.writeDoubleLE(input.dueMs, this.#bytes.writeDoubleLE(atMs, at));
        return;
      }
      case 'audio': {
        const { payload } = input;
        let at = this.#begin(AUDIO, 3 * TIME_BYTES + payload.length, outputs);
        at = this.#bytes.writeDoubleLE(atMs, at);
        at = this.#bytes.writeDoubleLE(input.timestampMs, at);
        at = this.#bytes.writeDoubleLE(input.waitedMs ?? Number.NaN, at);
        this.#bytes.set(payload, at);
        return;
      }
      case 'speech_audio':
      case 'model_audio':
      case 'operator_audio': {
        const { payload, ...rest } = input;
        const json = Buffer.from(JSON.stringify(rest));
        const length = TIME_BYTES + LENGTH_BYTES + json.length + payload.length;
        let at = this.#begin(INPUT_WITH_BYTES, length, outputs);
        at = this.#bytes.writeDoubleLE(atMs, at);
        at = this.#bytes.writeUInt32LE(json.length, at);
        this.#bytes.set(json, at);
        this.#bytes.set(payload, at + json.length);
        return;
      }
      default: {
        const json = Buffer.from(JSON.stringify(input));
        const at = this.#begin(INPUT, TIME_BYTES + json.length, outputs);
        this.#bytes.set(json, this.#bytes.writeDoubleLE(atMs, at));
      }
    }
  }

  size(): number {
    return this.#length;
  }

  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafeSlow(ROOM_BYTES);
    this.#length = 0;
    return taken;
  }

  /** Writes the head of a record, and returns where its body continues. */
  #begin(kind: number, bodyBytes: number, outputs: readonly SessionOutput[]): number {
    if (outputs.length === 0) return this.#head(kind, bodyBytes);
    const at = this.#head(kind | HAS_CHECKSUM, bodyBytes + CHECKSUM_BYTES);
    return this.#bytes.writeUInt32LE(checksumOf(outputs), at);
  }

  #head(kind: number, bodyBytes: number): number {
    const from = this.#length;
    const to = from + HEAD_BYTES + bodyBytes;
    if (to > this.#bytes.length) this.#grow(to);
    this.#bytes[from] = kind;
    this.#bytes.writeUInt32LE(bodyBytes, from + 1);
    this.#length = to;
    return from + HEAD_BYTES;
  }

  #addText(kind: number, text: string): void {
    const json = Buffer.from(text);
    const at = this.#head(kind, json.length);
    this.#bytes.set(json, at);
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** The record that ends a log before its session. */
export const endRecord = (why: LogEnd): Uint8Array => {
  const json = Buffer.from(JSON.stringify(why));
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = END;
  head.writeUInt32LE(json.length, 1);
  return Buffer.concat([head, json]);
};

/** The records in the bytes; `torn`: receives the number of unreadable ones, which end the reading unless their length is known. */
export function* recordsIn(bytes: Uint8Array, torn: () => void): Generator<LogRecord, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length; ) {
    if (at + HEAD_BYTES > buffer.length) return torn();
    const from = at + HEAD_BYTES;
    const to = from + buffer.readUInt32LE(at + 1);
    if (to > buffer.length) return torn();
    try {
      yield recordOf(buffer[at] ?? 0, buffer.subarray(from, to));
    } catch {
      torn();
    }
    at = to;
  }
}

/** @throws Error if the body is too short, or no JSON */
const recordOf = (head: number, body: Buffer): LogRecord => {
  const hasChecksum = (head & HAS_CHECKSUM) !== 0;
  const outputs = hasChecksum ? hexOf(body.readUInt32LE(0)) : '';
  const rest = hasChecksum ? body.subarray(CHECKSUM_BYTES) : body;
  switch (head & ~HAS_CHECKSUM) {
    case BRIEF:
      return { is: 'brief', brief: jsonOf(rest) };
    case END:
      return { is: 'end', why: jsonOf(rest) };
    case DID:
      return { is: 'did', outputs: jsonOf(rest) };
    case TICK: {
      const input = { type: 'tick', dueMs: rest.readDoubleLE(TIME_BYTES) };
      return { is: 'input', atMs: rest.readDoubleLE(0), input, outputs };
    }
    case AUDIO: {
      const waitedMs = rest.readDoubleLE(2 * TIME_BYTES);
      const audio = {
        type: 'audio',
        timestampMs: rest.readDoubleLE(TIME_BYTES),
        payload: bytesFrom(rest, 3 * TIME_BYTES),
      };
      const input = Number.isNaN(waitedMs) ? audio : { ...audio, waitedMs };
      return { is: 'input', atMs: rest.readDoubleLE(0), input, outputs };
    }
    case INPUT:
      return { is: 'input', atMs: rest.readDoubleLE(0), input: jsonOf(rest.subarray(TIME_BYTES)), outputs };
    case INPUT_WITH_BYTES: {
      const from = TIME_BYTES + LENGTH_BYTES;
      const to = from + rest.readUInt32LE(TIME_BYTES);
      const input = { ...objectOf(rest.subarray(from, to)), payload: bytesFrom(rest, to) };
      return { is: 'input', atMs: rest.readDoubleLE(0), input, outputs };
    }
    default:
      return null;
  }
};

const jsonOf = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'));

const objectOf = (bytes: Buffer): object => {
  const value = jsonOf(bytes);
  if (typeof value !== 'object' || value === null) throw new Error('an input is an object');
  return value;
};

/** A copy, which does not keep the whole log in memory. */
const bytesFrom = (bytes: Buffer, from: number): Uint8Array => new Uint8Array(bytes.subarray(from));
