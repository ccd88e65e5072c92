/** E-mails arrive at a mail server by others, and its refusals are known by stable names. */
import t from 'tap';
import type { Mail } from '../../../providers/mail/mail-sender.js';
import { createSmtpSender, type SmtpSetting } from '../../../providers/mail/smtp.js';
import { startMailServer } from '../../../testkit/servers/mail-server.js';
import { createAuthority } from '../../../testkit/sockets/certificates.js';
import { freePort } from '../../../testkit/sockets/free-port.js';

const MAIL: Mail = {
  to: 'kim@acme.example',
  subject: 'Alert: “Too few” calls',
  text: 'Plain — text.\n',
  html: '<p>Plain — text.</p>',
  messageId: 'f1_fired@f1.alerts.parley',
};
const NO_ABORT = new AbortController().signal;

const senderTo = (port: number, setting: Partial<SmtpSetting> = {}) => {
  const errors: unknown[] = [];
  const sender = createSmtpSender({
    host: '127.0.0.1',
    port,
    tls: 'none',
    credentials: null,
    from: 'alerts@parley.example',
    ...setting,
  });
  return {
    errors,
    send: (mail: Partial<Mail> = {}) =>
      sender.send({ ...MAIL, ...mail }, NO_ABORT, (error) => void errors.push(error)),
  };
};

t.test('an e-mail arrives with both texts', async (t) => {
  const server = await startMailServer(t);
  t.same(await senderTo(server.port).send(), { type: 'sent' });
  const [received] = server.received;
  t.match(received, {
    from: 'alerts@parley.example',
    to: ['kim@acme.example'],
    mail: { subject: MAIL.subject, text: MAIL.text, html: MAIL.html, messageId: `<${MAIL.messageId}>` },
  });
  t.equal(received?.mail.from?.text, 'alerts@parley.example');
  t.equal(received?.mail.headers.get('auto-submitted'), 'auto-generated');
});

t.test('a subject or an address cannot add headers or recipients', async (t) => {
  const server = await startMailServer(t);
  const { send } = senderTo(server.port);
  await send({ subject: 'Hello\r\nBcc: all@acme.example\r\n\r\nBody' });
  const refused = { type: 'failed', problem: 'recipient_refused', isFinal: true } as const;
  for (const to of [
    'kim@acme.example\r\nBcc: all@acme.example',
    'kim@acme.example, all@acme.example',
    'Kim <kim@acme.example>',
    '"a b"@acme.example',
  ])
    t.same(await send({ to }), refused, to);
  t.equal(server.received.length, 1);
  const [received] = server.received;
  t.same(received?.to, ['kim@acme.example']);
  t.equal(received?.mail.bcc, undefined);
  t.notMatch(received?.source.split('\r\n\r\n')[0], /^bcc:/im);
});

t.test('refusals have stable names, and the text of the server is not among them', async (t) => {
  const refusals = { from: 550, to: 550, data: 554 };
  const expected = [
    ['from', 'sender_refused', true],
    ['to', 'recipient_refused', true],
    ['data', 'message_refused', true],
  ] as const;
  for (const [step, problem, isFinal] of expected) {
    const server = await startMailServer(t, { refusal: (at) => (at === step ? refusals[step] : undefined) });
    const { send, errors } = senderTo(server.port);
    t.same(await send(), { type: 'failed', problem, isFinal });
    t.equal(errors.length, 1, 'for the log');
  }
  const busy = await startMailServer(t, { refusal: (at) => (at === 'to' ? 451 : undefined) });
  t.same(await senderTo(busy.port).send(), { type: 'failed', problem: 'recipient_refused', isFinal: false });
});

t.test('it signs in, or fails to', async (t) => {
  const server = await startMailServer(t, { credentials: { user: 'parley', password: 'right' } });
  const as = (password: string) => ({ credentials: { user: 'parley', password } });
  t.same(await senderTo(server.port, as('right')).send(), { type: 'sent' });
  t.same(await senderTo(server.port, as('wrong')).send(), {
    type: 'failed',
    problem: 'authentication_failed',
    isFinal: false,
  });
});

t.test(
  'starttls does not continue without encryption, nor with a certificate that it does not trust',
  async (t) => {
    const plain = await startMailServer(t);
    const failed = { type: 'failed', problem: 'tls_failed', isFinal: false } as const;
    t.same(await senderTo(plain.port, { tls: 'starttls' }).send(), failed);
    const { certificate, key } = createAuthority('unknown').issue('localhost');
    const unknown = await startMailServer(t, { tls: { certificate, key } });
    t.same(await senderTo(unknown.port, { tls: 'starttls' }).send(), failed);
    t.equal(plain.received.length + unknown.received.length, 0);
  },
);

t.test('a server that is not there is a failed connection', async (t) => {
  const answer = await senderTo(await freePort()).send();
  t.same(answer, { type: 'failed', problem: 'connection_failed', isFinal: false });
});

t.test('an aborted e-mail is reported as late', async (t) => {
  const server = await startMailServer(t);
  const sender = createSmtpSender({
    host: '127.0.0.1',
    port: server.port,
    tls: 'none',
    credentials: null,
    from: 'alerts@parley.example',
  });
  const answer = await sender.send(MAIL, AbortSignal.abort(), () => undefined);
  t.same(answer, { type: 'failed', problem: 'timeout', isFinal: false });
});
