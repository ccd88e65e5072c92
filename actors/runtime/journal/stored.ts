/** Requests to streams, and their answers: writes and their acknowledgements, direct reads, reads from the leader. */
import { JetStreamApiError } from '@nats-io/jetstream';
import { jserrors } from '@nats-io/jetstream/internal';
import type { Msg } from '@nats-io/transport-node';
import { isRecord } from '../../../schemas/json.js';
import type { Exchange } from '../nats/exchange.js';
import { CHAIN, type Links, parseLinks, parseSkips, SKIP } from './chain.js';

/** Names of headers that a stream heeds. */
export const EXPECTED_SEQUENCE = 'Nats-Expected-Last-Subject-Sequence';
export const MESSAGE_ID = 'Nats-Msg-Id';
export const ROLLUP = { 'Nats-Rollup': 'sub' } as const;
/** How long a message is kept, like `168h`. */
export const TTL_HEADER = 'Nats-TTL';

const NO_MESSAGE_FOUND = 10_037;
const NOT_ENABLED_FOR_ACCOUNT = 10_039;
const NOT_FOUND = 404;
const END_OF_BATCH = 204;

/** The acknowledgement of a stored message. */
export interface Acknowledged {
  readonly seq: number;
  /** A message with its id was stored before; nothing was stored now. */
  readonly duplicate: boolean;
}

/** A message to be stored. */
export interface NewMessage {
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** A message as it is stored in a stream. */
export interface StoredMessage {
  readonly subject: string;
  readonly seq: number;
  readonly text: string;
  /** What it names (chain.ts). */
  readonly links: Links | null;
  /** What it declares skipped (chain.ts, CH5). */
  readonly skips: readonly number[];
}

export interface Batch {
  readonly messages: readonly StoredMessage[];
  /** Nothing followed when the server answered. */
  readonly complete: boolean;
}

/** Stores a message. @throws JournalConflict, JournalUnavailable; JetStreamApiError if it is refused for another reason */
export const store = (exchange: Exchange, message: NewMessage): Promise<Acknowledged> =>
  exchange.ask(message, acknowledged);

/** Selects a message: the last one of a subject, or the one with a sequence. */
export type MessageSelector = { readonly last_by_subj: string } | { readonly seq: number };

/** A message as any replica has it; null if it has none. Throws as {@link store}. */
export const messageOf = (
  exchange: Exchange,
  stream: string,
  selector: MessageSelector,
  timeoutMs: number,
): Promise<StoredMessage | null> => {
  const request = { subject: `$JS.API.DIRECT.GET.${stream}`, text: JSON.stringify(selector), timeoutMs };
  return exchange.ask(request, (part) => {
    const code = codeOf(part);
    if (code === NOT_FOUND) return null;
    if (code !== 0) throw statusError(part);
    return storedIn(part);
  });
};

/** A message as the stream's leader has it; null if it has none. Throws as {@link store}. */
export const messageOfLeader = (
  exchange: Exchange,
  stream: string,
  selector: MessageSelector,
  timeoutMs: number,
): Promise<StoredMessage | null> => {
  const request = { subject: `$JS.API.STREAM.MSG.GET.${stream}`, text: JSON.stringify(selector), timeoutMs };
  return exchange.ask(request, (part) => {
    const answer = parse(part);
    if (isRecord(answer.error) && answer.error.err_code === NO_MESSAGE_FOUND) return null;
    checkAnswer(answer);
    const { subject, seq, hdrs, data } = isRecord(answer.message) ? answer.message : {};
    const headers = decoded(hdrs);
    return {
      subject: typeof subject === 'string' ? subject : '',
      seq: sequenceIn(seq),
      text: decoded(data),
      links: parseLinks(CHAIN_LINE.exec(headers)?.[1] ?? ''),
      skips: parseSkips(SKIP_LINE.exec(headers)?.[1] ?? ''),
    };
  });
};

/** How many messages of a subject the stream's leader counts, readable or not. Throws as {@link store}. */
export const countOf = (
  exchange: Exchange,
  stream: string,
  subject: string,
  timeoutMs: number,
): Promise<number> => {
  const text = JSON.stringify({ subjects_filter: subject });
  return exchange.ask({ subject: `$JS.API.STREAM.INFO.${stream}`, text, timeoutMs }, (part) => {
    const answer = parse(part);
    checkAnswer(answer);
    const { subjects } = isRecord(answer.state) ? answer.state : {};
    const count = isRecord(subjects) ? subjects[subject] : 0;
    return typeof count === 'number' ? count : 0;
  });
};

/** Up to `most` messages of a subject from a sequence on, as any replica has them. Throws as {@link store}. */
export const batchFrom = (
  exchange: Exchange,
  stream: string,
  subject: string,
  seq: number,
  most: number,
  timeoutMs: number,
): Promise<Batch> => {
  const text = JSON.stringify({ seq, next_by_subj: subject, batch: most });
  const messages: StoredMessage[] = [];
  let pending = 0;
  return exchange.ask({ subject: `$JS.API.DIRECT.GET.${stream}`, text, timeoutMs }, (part) => {
    const code = codeOf(part);
    if (code === NOT_FOUND || code === END_OF_BATCH) return { messages, complete: pending === 0 };
    if (code !== 0) throw statusError(part);
    messages.push(storedIn(part));
    pending = numberIn(part, 'Nats-Num-Pending');
    return undefined;
  });
};

const acknowledged = (part: Msg): Acknowledged => {
  const answer = parse(part);
  checkAnswer(answer);
  return { seq: sequenceIn(answer.seq), duplicate: answer.duplicate === true };
};

const storedIn = (part: Msg): StoredMessage => ({
  subject: part.headers?.get('Nats-Subject') ?? '',
  seq: numberIn(part, 'Nats-Sequence'),
  text: part.string(),
  links: parseLinks(part.headers?.get(CHAIN) ?? ''),
  skips: parseSkips(part.headers?.get(SKIP) ?? ''),
});

/** For a message's headers as they are stored in the stream. */
const CHAIN_LINE = new RegExp(`^${CHAIN}: ?(.*)\\r$`, 'm');
const SKIP_LINE = new RegExp(`^${SKIP}: ?(.*)\\r$`, 'm');

const decoded = (base64: unknown): string =>
  typeof base64 === 'string' ? Buffer.from(base64, 'base64').toString('utf8') : '';

const parse = (part: Msg): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(part.string());
  if (!isRecord(value)) throw new jserrors.JetStreamError('the server response is not an object');
  return value;
};

const sequenceIn = (seq: unknown): number => {
  if (typeof seq !== 'number') throw new jserrors.JetStreamError('the server response has no sequence');
  return seq;
};

const checkAnswer = ({ error }: Readonly<Record<string, unknown>>): void => {
  if (error === undefined) return;
  const { code, err_code, description } = isRecord(error) ? error : {};
  const refusal = new JetStreamApiError({
    code: Number(code ?? 500),
    err_code: Number(err_code ?? 0),
    description: String(description),
  });
  if (err_code !== NOT_ENABLED_FOR_ACCOUNT) throw refusal;
  throw new jserrors.JetStreamNotEnabled(refusal.message, { cause: refusal });
};

/** The status of a part without content; 0 for a message. */
const codeOf = (part: Msg): number => (part.data.length === 0 ? (part.headers?.code ?? 0) : 0);

const statusError = (part: Msg): Error =>
  new jserrors.JetStreamError(`the server responded ${part.headers?.status ?? 'nothing'}`);

const numberIn = (part: Msg, header: string): number => Number(part.headers?.get(header) ?? 0);
