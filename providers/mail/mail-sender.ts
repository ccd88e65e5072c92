/** Hands e-mails to a mail server. */

/** One e-mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without angle brackets; the same when the e-mail is sent again, so that mailboxes recognise it. */
  readonly messageId: string;
}

/** Why the server did not take it. A final one would fail again. */
export type MailAnswer =
  | { readonly type: 'sent' }
  | { readonly type: 'failed'; readonly problem: MailFailure; readonly isFinal: boolean };

/** Stable names. */
export type MailFailure =
  | 'connection_failed'
  | 'timeout'
  | 'tls_failed'
  | 'authentication_failed'
  | 'sender_refused'
  | 'recipient_refused'
  | 'message_refused';

export interface MailSender {
  /** Within a minute. Never rejects. `onError`: the error of the mail client, to be logged without secrets. */
  send(mail: Mail, signal: AbortSignal, onError: (error: unknown) => void): Promise<MailAnswer>;
}
