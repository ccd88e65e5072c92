/** The settings of the mail server. */
import t from 'tap';
import { ConfigError } from '../../../src/config/index.js';
import { mailSetting } from '../../../src/config/mail-setting.js';

const SERVER = { PARLEY_SMTP_HOST: 'smtp.example.com', PARLEY_SMTP_FROM: 'alerts@example.com' };
const USER = { PARLEY_SMTP_USER: 'parley', PARLEY_SMTP_PASSWORD: 'secret-word' };

t.test('without a server there are no e-mails', async (t) => {
  t.equal(mailSetting({}), null);
});

t.test('ports follow the encryption, unless one is set', async (t) => {
  const usual = { host: 'smtp.example.com', from: 'alerts@example.com' };
  const credentials = { user: 'parley', password: 'secret-word' };
  t.same(mailSetting({ ...SERVER, ...USER }), { ...usual, port: 587, tls: 'starttls', credentials });
  t.match(mailSetting({ ...SERVER, PARLEY_SMTP_TLS: 'tls' }), { port: 465, credentials: null });
  t.match(mailSetting({ ...SERVER, PARLEY_SMTP_TLS: 'none' }), { port: 25, tls: 'none' });
  t.match(mailSetting({ ...SERVER, PARLEY_SMTP_PORT: '2525' }), { port: 2_525 });
  const local = { ...SERVER, ...USER, PARLEY_SMTP_HOST: '127.0.0.1', PARLEY_SMTP_TLS: 'none' };
  t.match(mailSetting(local), { credentials });
});

t.test('invalid settings are refused, without the password', async (t) => {
  for (const env of [
    { PARLEY_SMTP_HOST: 'smtp.example.com' },
    USER,
    { ...SERVER, PARLEY_SMTP_USER: 'parley' },
    { ...SERVER, PARLEY_SMTP_PASSWORD: 'secret-word' },
    { ...SERVER, ...USER, PARLEY_SMTP_TLS: 'none' },
    { ...SERVER, ...USER, PARLEY_SMTP_PASSWORD: 'secret-word\r\nQUIT' },
    { ...SERVER, PARLEY_SMTP_TLS: 'maybe' },
    { ...SERVER, PARLEY_SMTP_PORT: '0' },
    { ...SERVER, PARLEY_SMTP_HOST: 'smtp example' },
    { ...SERVER, PARLEY_SMTP_FROM: 'alerts@example.com\r\nBcc: all@example.com' },
  ]) {
    const read = () => mailSetting(env);
    t.throws(read, ConfigError, JSON.stringify(env));
    t.throws(read, { message: /^(?!.*secret-word)/s });
  }
});
