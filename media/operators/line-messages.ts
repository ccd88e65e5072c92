/**
 * Messages between a line and the media of its call over NATS core: subjects, and the messages as bytes.
 *
 * `line.<business>.<call>.open` takes requests for a line, and notes to the agent. The host that answers names itself,
 * and from then on `line.<business>.<call>.<host>.ask` takes requests for the floor, `….said` carries what a line sends,
 * and `….heard` what all lines hear.
 */
import type { LineHolder } from '../../actors/call/events.js';
import { isRecord } from '../../schemas/json.js';
import { FRAME_BYTES } from '../audio/frames.js';
import type { LineFrame, LineRequest } from './call-line.js';

/** A line's request is answered within this, ms. */
export const ANSWER_MS = 2_000;
/** Interval of a line's heartbeat, ms. */
export const BEAT_MS = 1_000;
/** A line or host that has sent nothing for this long is gone, ms. */
export const GONE_MS = 4_000;
/** Longest note of a hand-back, characters. */
const MAX_NOTE = 2_000;

export const openSubject = (businessId: string, callId: string): string =>
  `line.${businessId}.${callId}.open`;
export const hostSubject = (
  businessId: string,
  callId: string,
  host: string,
  what: 'ask' | 'said' | 'heard',
): string => `line.${businessId}.${callId}.${host}.${what}`;
/** The host in a subject of {@link hostSubject}. */
export const hostIn = (subject: string): string => subject.split('.')[3] ?? '';

/** Requests to the media of a call. */
export type HostRequest =
  | ({ readonly type: 'open'; readonly line: string } & Pick<LineRequest, 'by' | 'purpose'>)
  | { readonly type: 'take_over'; readonly line: string }
  | { readonly type: 'hand_back'; readonly line: string; readonly note: string }
  | { readonly type: 'note'; readonly note: string; readonly text: string };

/** `speaker`: the line that speaks to the customer; null: the agent does. */
export type LineAnswer =
  | { readonly type: 'done'; readonly host: string; readonly speaker: string | null }
  | { readonly type: 'refused'; readonly code: LineRefusal };
export type LineRefusal = 'call_not_live' | 'call_taken_over' | 'leg_purpose_wrong' | 'listeners_limited';

/** Messages to all lines of a call. */
export type LineUpdate =
  | ({ readonly type: 'frame' } & LineFrame)
  | { readonly type: 'speaker'; readonly speaker: string | null }
  | { readonly type: 'end'; readonly reason: 'ended' | 'lost' };

/** Messages from a line: its audio, its heartbeat, or its departure. */
export type LineMessage =
  | { readonly type: 'frame'; readonly line: string; readonly frame: Uint8Array }
  | { readonly type: 'here' | 'bye'; readonly line: string };

/** The first byte of a frame; JSON begins with a brace. */
const FRAME = 1;
const CUSTOMER = 1;
const AGENT = 2;
/** Header: kind, time, and which sides follow. */
const HEAD_BYTES = 10;
/** The id of a line is a UUID. */
const NAME_BYTES = 36;

const encodeJson = (value: HostRequest | LineAnswer | LineUpdate): Uint8Array =>
  Buffer.from(JSON.stringify(value));
export const encodeRequest = (request: HostRequest): Uint8Array => encodeJson(request);
export const encodeAnswer = (answer: LineAnswer): Uint8Array => encodeJson(answer);

export const encodeUpdate = (update: LineUpdate): Uint8Array => {
  if (update.type !== 'frame') return encodeJson(update);
  const { atMs, customer, agent } = update;
  const sides = [customer, agent].flatMap((side) => side ?? []);
  const bytes = Buffer.alloc(HEAD_BYTES + sides.length * FRAME_BYTES);
  bytes[0] = FRAME;
  bytes.writeDoubleBE(atMs, 1);
  bytes[HEAD_BYTES - 1] = (customer === null ? 0 : CUSTOMER) | (agent === null ? 0 : AGENT);
  for (const [index, side] of sides.entries()) bytes.set(side, HEAD_BYTES + index * FRAME_BYTES);
  return bytes;
};

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
};

/** Null: not one of our messages. */
export const decodeUpdate = (bytes: Uint8Array): LineUpdate | null => {
  if (bytes[0] === FRAME) return decodeFrame(bytes);
  const value = jsonOf(bytes);
  if (!isRecord(value)) return null;
  const { type, speaker, reason } = value;
  if (type === 'speaker' && (speaker === null || typeof speaker === 'string')) return { type, speaker };
  if (type === 'end' && (reason === 'ended' || reason === 'lost')) return { type, reason };
  return null;
};

const decodeFrame = (bytes: Uint8Array): LineUpdate | null => {
  if (bytes.length < HEAD_BYTES) return null;
  const sides = bytes[HEAD_BYTES - 1] ?? 0;
  const count = Number((sides & CUSTOMER) > 0) + Number((sides & AGENT) > 0);
  if (bytes.length !== HEAD_BYTES + count * FRAME_BYTES) return null;
  // The bytes belong to the connection, and may be overwritten.
  const audio = new Uint8Array(bytes.subarray(HEAD_BYTES));
  const customer = (sides & CUSTOMER) > 0 ? audio.subarray(0, FRAME_BYTES) : null;
  const agent = (sides & AGENT) > 0 ? audio.subarray(audio.length - FRAME_BYTES) : null;
  return { type: 'frame', atMs: Buffer.from(bytes).readDoubleBE(1), customer, agent };
};

const isHolder = (value: unknown): value is LineHolder =>
  isRecord(value) &&
  (value.type === 'user' || value.type === 'key' || value.type === 'call') &&
  typeof value.id === 'string';

/** Null: not one of our messages. */
export const decodeRequest = (bytes: Uint8Array): HostRequest | null => {
  const value = jsonOf(bytes);
  if (!isRecord(value)) return null;
  const { type, line, by, purpose, note, text } = value;
  if (type === 'note' && typeof note === 'string' && typeof text === 'string') return { type, note, text };
  if (typeof line !== 'string' || line.length !== NAME_BYTES) return null;
  if (type === 'take_over') return { type, line };
  if (type === 'hand_back' && typeof note === 'string') return { type, line, note: note.slice(0, MAX_NOTE) };
  if (type === 'open' && isHolder(by) && (purpose === 'listen' || purpose === 'take_over'))
    return { type, line, by: { type: by.type, id: by.id }, purpose };
  return null;
};

const isRefusal = (code: unknown): code is LineRefusal =>
  code === 'call_not_live' ||
  code === 'call_taken_over' ||
  code === 'leg_purpose_wrong' ||
  code === 'listeners_limited';

/** Null: not one of our messages. */
export const decodeAnswer = (bytes: Uint8Array): LineAnswer | null => {
  const value = jsonOf(bytes);
  if (!isRecord(value)) return null;
  const { type, host, speaker, code } = value;
  if (type === 'refused' && isRefusal(code)) return { type, code };
  if (type === 'done' && typeof host === 'string' && (speaker === null || typeof speaker === 'string'))
    return { type, host, speaker };
  return null;
};

const BYE = 0;

export const encodeLineMessage = (message: LineMessage): Uint8Array => {
  const name = Buffer.from(message.line);
  if (message.type === 'frame') return Buffer.concat([name, message.frame]);
  return message.type === 'here' ? name : Buffer.concat([name, Buffer.of(BYE)]);
};

/** Null: not one of our messages. */
export const decodeLineMessage = (bytes: Uint8Array): LineMessage | null => {
  const line = Buffer.from(bytes.subarray(0, NAME_BYTES)).toString();
  const rest = bytes.length - NAME_BYTES;
  if (rest === 0) return { type: 'here', line };
  if (rest === 1 && bytes[NAME_BYTES] === BYE) return { type: 'bye', line };
  return rest === FRAME_BYTES
    ? { type: 'frame', line, frame: new Uint8Array(bytes.subarray(NAME_BYTES)) }
    : null;
};
