/** A mail server by others (`smtp-server`), whose e-mails are read by others, too (`mailparser`). */
import { once } from 'node:events';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { isRecord } from '../../schemas/json.js';
import type { Lifetime } from '../lifetime.js';

/** An e-mail that was accepted. */
interface ReceivedMail {
  readonly from: string;
  /** The recipients of the envelope. */
  readonly to: readonly string[];
  readonly mail: ParsedMail;
  /** As it arrived. */
  readonly source: string;
}

/** What the server is asked to accept. */
type Step = 'auth' | 'from' | 'to' | 'data';

export interface MailServerOptions {
  /** Absent: it offers no encryption. */
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** The only valid user and password; absent: none is asked for. */
  readonly credentials?: { readonly user: string; readonly password: string };
  /** The code with which it refuses a step; undefined: it accepts. `value`: an address, or the user. */
  readonly refusal?: (step: Step, value: string) => number | undefined;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Those to the address. */
  to(address: string): readonly ReceivedMail[];
}

const refusing = (code: number): Error =>
  Object.assign(new Error('the text of the server'), { responseCode: code });

/** It ends with the lifetime. */
export const startMailServer = async (t: Lifetime, options: MailServerOptions = {}): Promise<MailServer> => {
  const { tls, credentials, refusal } = options;
  const received: ReceivedMail[] = [];
  const accepted = (step: Step, value: string, callback: (error?: Error | null) => void): void => {
    const code = refusal?.(step, value);
    callback(code === undefined ? null : refusing(code));
  };
  const server = new SMTPServer({
    authOptional: credentials === undefined,
    allowInsecureAuth: true,
    ...(tls === undefined ? { disabledCommands: ['STARTTLS'] } : { key: tls.key, cert: tls.certificate }),
    onAuth: ({ username, password }, _session, callback) => {
      const isRight = username === credentials?.user && password === credentials?.password;
      callback(isRight ? null : refusing(535), isRight ? { user: username } : undefined);
    },
    onMailFrom: ({ address }, _session, callback) => accepted('from', address, callback),
    onRcptTo: ({ address }, _session, callback) => accepted('to', address, callback),
    onData: async (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(Buffer.from(chunk));
      const source = Buffer.concat(chunks).toString('utf8');
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      const code = refusal?.('data', to.join());
      if (code !== undefined) return callback(refusing(code));
      received.push({ from, to, mail: await simpleParser(source), source });
      callback(null);
    },
  });
  // A client that breaks off is what some tests are about.
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address: unknown = listener.address();
  const port = isRecord(address) ? Number(address.port) : 0;
  return {
    port,
    received,
    to: (wanted) => received.filter(({ to }) => to.includes(wanted)),
  };
};
