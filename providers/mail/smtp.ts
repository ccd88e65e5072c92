/**
 * The mail server of the installation, over SMTP. Each e-mail has a connection of its own: alerts are rare, and an idle connection
 * would have to be kept alive.
 */
import { createTransport } from 'nodemailer';
import { isRecord } from '../../schemas/json.js';
import { MAIL_ADDRESS_PATTERN } from '../../schemas/patterns.js';
import type { Mail, MailAnswer, MailFailure, MailSender } from './mail-sender.js';

/** How the connection is encrypted. `starttls`: from the first command on; `tls`: from the beginning. */
export type SmtpTls = 'starttls' | 'tls' | 'none';

export interface SmtpSetting {
  readonly host: string;
  readonly port: number;
  readonly tls: SmtpTls;
  /** Null: no authentication. */
  readonly credentials: { readonly user: string; readonly password: string } | null;
  /** The sender of e-mails. */
  readonly from: string;
}

const CONNECT_MS = 10_000;
/** Without data, ms. */
const SILENCE_MS = 20_000;
/** An e-mail in all, ms. */
const DEADLINE_MS = 45_000;
/** Connections at a time; further e-mails wait. */
const CONNECTIONS = 4;
/** E-mails that wait for a connection. Beyond that they fail at once, and are retried later. */
const WAITING = 1_000;

const FAILURES: Readonly<Record<string, MailFailure>> = {
  ECONNECTION: 'connection_failed',
  ESOCKET: 'connection_failed',
  EDNS: 'connection_failed',
  EPROTOCOL: 'connection_failed',
  ETIMEDOUT: 'timeout',
  ETLS: 'tls_failed',
  EAUTH: 'authentication_failed',
  ENOAUTH: 'authentication_failed',
  EMESSAGE: 'message_refused',
};

/** A reply from 500 on is for good (RFC 5321 section 4.2.1), if it is about this e-mail. */
const PERMANENT = 500;

/** What the error of the client means. Its text, which is the server's, is not passed on. */
const failureOf = (error: unknown): MailAnswer => {
  const { code, command, responseCode } = isRecord(error) ? error : {};
  const isPermanent = typeof responseCode === 'number' && responseCode >= PERMANENT;
  if (code === 'EENVELOPE') {
    const problem = command === 'MAIL FROM' ? 'sender_refused' : 'recipient_refused';
    return { type: 'failed', problem, isFinal: isPermanent };
  }
  const problem = isTlsError(error) ? 'tls_failed' : FAILURES[String(code)];
  return {
    type: 'failed',
    problem: problem ?? 'connection_failed',
    isFinal: problem === 'message_refused' && isPermanent,
  };
};

/** Node's errors of certificates and handshakes arrive as errors of the socket. */
const isTlsError = (error: unknown): boolean =>
  error instanceof Error && /certificate|\bssl\b|\btls\b|self-signed/i.test(error.message);

/** Opens no connection before the first e-mail. */
export const createSmtpSender = ({ host, port, tls, credentials, from }: SmtpSetting): MailSender => {
  const transport = createTransport({
    host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(credentials === null ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const slots = createSlots();

  const handOver = async ({ to, subject, text, html, messageId }: Mail): Promise<MailAnswer> => {
    const envelope = { from, to: [to] };
    const headers = { 'Auto-Submitted': 'auto-generated' };
    await transport.sendMail({
      envelope,
      from,
      to: [{ name: '', address: to }],
      subject,
      text,
      html,
      messageId: `<${messageId}>`,
      headers,
    });
    return { type: 'sent' };
  };

  return {
    send: async (mail, signal, onError) => {
      if (!ADDRESS.test(mail.to)) return NO_ADDRESS;
      if (signal.aborted || !(await slots.take(signal))) return TOO_LATE;
      // The slot is free once the connection ends, which the timeouts of the client bound.
      const sending = handOver(mail).finally(slots.free);
      try {
        return await Promise.race([sending, deadline(signal)]);
      } catch (error) {
        onError(error);
        return failureOf(error);
      }
    },
  };
};

/** The client would take a list of addresses for several recipients. */
const ADDRESS = new RegExp(MAIL_ADDRESS_PATTERN);
const NO_ADDRESS: MailAnswer = { type: 'failed', problem: 'recipient_refused', isFinal: true };
const TOO_LATE: MailAnswer = { type: 'failed', problem: 'timeout', isFinal: false };

const deadline = (signal: AbortSignal): Promise<MailAnswer> =>
  new Promise((resolve) => {
    const end = (): void => resolve(TOO_LATE);
    setTimeout(end, DEADLINE_MS).unref();
    signal.addEventListener('abort', end, { once: true });
  });

/** A few at a time, in order. */
const createSlots = () => {
  let free = CONNECTIONS;
  const waiting: (() => void)[] = [];
  return {
    /** False: it was aborted, or too many wait. */
    take: async (signal: AbortSignal): Promise<boolean> => {
      if (free > 0) {
        free -= 1;
        return true;
      }
      if (waiting.length >= WAITING) return false;
      return new Promise((resolve) => {
        const begin = (): void => resolve(true);
        waiting.push(begin);
        signal.addEventListener(
          'abort',
          () => {
            const place = waiting.indexOf(begin);
            if (place >= 0) waiting.splice(place, 1);
            resolve(false);
          },
          { once: true },
        );
      });
    },
    free: (): void => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
};
