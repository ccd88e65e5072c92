/** The mail server of the installation. */
import type { SmtpSetting, SmtpTls } from '../../providers/mail/smtp.js';
import { ConfigError } from './error.js';
import { MAIL } from './settings/mail.js';
import { type Env, read } from './settings/setting.js';

const PORTS: Readonly<Record<SmtpTls, number>> = { starttls: 587, tls: 465, none: 25 };

/** Whether it is this machine. */
const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Null: no server is named, so no e-mails are sent. @throws ConfigError; its message contains no secret */
export const mailSetting = (env: Env): SmtpSetting | null => {
  const host = read(MAIL.host, env);
  const from = read(MAIL.from, env);
  const user = read(MAIL.user, env);
  const password = read(MAIL.password, env);
  const tls = read(MAIL.tls, env);
  const port = read(MAIL.port, env) ?? PORTS[tls];
  if (host === null) {
    if (from === null && user === null && password === null) return null;
    throw new ConfigError('other settings of a mail server are there, but PARLEY_SMTP_HOST is not; set it');
  }
  if (from === null)
    throw new ConfigError('PARLEY_SMTP_HOST is set; set PARLEY_SMTP_FROM to the sender of the e-mails, too');
  if ((user === null) !== (password === null))
    throw new ConfigError('set both of PARLEY_SMTP_USER and PARLEY_SMTP_PASSWORD, or none of them');
  if (tls === 'none' && password !== null && !isLocal(host))
    throw new ConfigError(
      'PARLEY_SMTP_TLS is "none", so the password would be sent unencrypted; write starttls or tls',
    );
  return {
    host,
    port,
    tls,
    credentials: user === null || password === null ? null : { user, password },
    from,
  };
};
