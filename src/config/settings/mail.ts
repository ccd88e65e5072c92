/** The mail server for e-mails of alerts: `mail` in the configuration file. */
import { MAIL_ADDRESS_PATTERN } from '../../../schemas/patterns.js';
import { choice, integer, secret, setting, text } from './setting.js';

const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,252}[A-Za-z0-9])?$/;
const ADDRESS = new RegExp(MAIL_ADDRESS_PATTERN);
const VISIBLE = /^[^\p{Cc}]{1,512}$/u;

export const MAIL = {
  host: setting(
    'PARLEY_SMTP_HOST',
    text(null, {
      accepts: (value) => HOST.test(value),
      write: 'the name of a mail server, like smtp.example.com',
    }),
  ).means('The mail server that sends the e-mails of alerts.', 'no e-mails'),
  port: setting('PARLEY_SMTP_PORT', integer(null, { min: 1, max: 65_535 })).means(
    'Its port.',
    '587; 465 with `tls`, 25 with `none`',
  ),
  tls: setting('PARLEY_SMTP_TLS', choice(['starttls', 'tls', 'none'])).means(
    'How the connection is encrypted: starttls upgrades it and refuses to continue without, tls encrypts it from the beginning; none only without a password, or to this machine.',
  ),
  user: setting('PARLEY_SMTP_USER', text(null)).means('The user that signs in to it.', 'no sign-in'),
  password: setting(
    'PARLEY_SMTP_PASSWORD',
    secret({
      accepts: (value) => VISIBLE.test(value),
      write: 'the password of the user, without line breaks',
    }),
  ).means('The password of the user.'),
  from: setting(
    'PARLEY_SMTP_FROM',
    text(null, {
      accepts: (value) => ADDRESS.test(value),
      write: 'an e-mail address, like alerts@example.com',
    }),
  ).means('The sender of the e-mails; required with a mail server.'),
  alertSeconds: setting('PARLEY_ALERT_SECONDS', integer(60, { min: 1, max: 3_600, unit: 'seconds' })).means(
    'How often alert rules are evaluated. The same on all nodes.',
  ),
};
