/** A name server on this machine's loopback address, over UDP. A function decides its answers, and where it stays silent. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

/** Addresses of a name; empty: it has none of that kind. `unknown`: there is no such name. `silent`: no answer ever comes. */
export type NameReply = readonly string[] | 'unknown' | 'silent' | 'broken';

export interface NameServer {
  /** In the form of PARLEY_TENANT_NAME_SERVERS. */
  readonly address: string;
  /** Names that were queried, in order, with repetitions. */
  readonly queries: readonly string[];
  stop(): Promise<void>;
}

const HEADER_BYTES = 12;
const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const REPLY = 0x8180;
const CODES = { unknown: 3, broken: 2 } as const;
/** Default lifetime of an answer, s. */
const TTL_S = 60;

const nameAt = (message: Buffer, from: number): { readonly name: string; readonly end: number } => {
  const labels: string[] = [];
  let at = from;
  for (let length = message[at] ?? 0; length !== 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
};

const record = (type: number, address: string, ttlS: number): Buffer => {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(HEADER_BYTES);
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttlS, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

const replyTo = (
  question: Buffer,
  end: number,
  type: number,
  reply: Exclude<NameReply, 'silent'>,
  ttlS: number,
): Buffer => {
  const head = Buffer.alloc(HEADER_BYTES);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(REPLY | (typeof reply === 'string' ? CODES[reply] : 0), 2);
  head.writeUInt16BE(1, 4);
  const records = typeof reply === 'string' ? [] : reply.map((address) => record(type, address, ttlS));
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, question.subarray(HEADER_BYTES, end), ...records]);
};

/** `reply` gets names in lower case, without a trailing dot, and decides the answers, which are valid for `ttlS`. */
export const startNameServer = async (
  reply: (name: string, type: 'A' | 'AAAA') => NameReply,
  ttlS = TTL_S,
): Promise<NameServer> => {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (message, from) => {
    const { name, end } = nameAt(message, HEADER_BYTES);
    const type = message.readUInt16BE(end);
    const kind = TYPES[type];
    queries.push(name);
    const answer = kind === undefined ? [] : reply(name, kind);
    if (answer !== 'silent')
      socket.send(replyTo(message, end + 4, type, answer, ttlS), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
};
