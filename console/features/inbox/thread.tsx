/**
 * The messages, oldest first, with their authors and delivery states. It stays scrolled to the end while the reader is
 * there.
 */

import type { ReactNode } from 'react';
import type { ApiProblem } from '../../api/client.js';
import { classes } from '../../ui/classes.js';
import { clockTime, exactTime } from '../../ui/format.js';
import { sentenceOf } from '../../ui/Problem/problem-texts.js';
import { Loading, Problem } from '../../ui/states.js';
import { AnswerSources } from '../calls/turns/answer-sources.js';
import { nameOfAuthor, nameOfType } from './kinds.js';
import { INBOX } from './messages.js';
import { NoteLine } from './notes/note-line.js';
import styles from './thread.module.css';
import { Ticks } from './ticks.js';
import type { Pending, ThreadItem, ThreadMessage } from './types.js';

interface ThreadProps {
  /** Oldest first; undefined until read. */
  readonly items: readonly ThreadItem[] | undefined;
  readonly pending: readonly Pending[];
  readonly problem: ApiProblem | null;
  readonly retry: () => void;
  /** Reads earlier messages; null if there are none, or if they are being read. */
  readonly onLoadEarlier: (() => void) | null;
  readonly isWhole: boolean;
  /** Puts the text into the composer; null if nothing can be sent. */
  readonly again: ((text: string) => void) | null;
  readonly conversationId: string;
}

export const Thread = ({
  items,
  pending,
  problem,
  retry,
  onLoadEarlier,
  isWhole,
  again,
  conversationId,
}: ThreadProps): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
  <div className={styles.thread} tabIndex={0} role="log" aria-label={INBOX.log}>
    <div className={styles.inner}>
      {problem !== null && <Problem problem={problem} onRetry={retry} />}
      {items === undefined && problem === null && <Loading rows={5} />}
      {onLoadEarlier !== null && (
        <button type="button" className="plain more" onClick={onLoadEarlier}>
          {INBOX.earlier}
        </button>
      )}
      {isWhole && <p className={styles.beginning}>{INBOX.beginning}</p>}
      <ol>
        {items?.map((item) => (
          <li key={item.id} className={classOf(item)}>
            {item.type === 'message' ? (
              <Message message={item} again={again} />
            ) : (
              <Note item={item} conversationId={conversationId} />
            )}
          </li>
        ))}
        {pending.map(({ key, text }) => (
          <li key={key} className={classes(styles.saidBy, styles.human, styles.ours, styles.isPending)}>
            <p className={styles.bubble}>{text}</p>
            <span className={styles.meta}>
              {INBOX.you} · {INBOX.sending}
            </span>
          </li>
        ))}
      </ol>
    </div>
  </div>
);

const AUTHORS: ReadonlyMap<string, string | undefined> = new Map([
  ['customer', styles.customer],
  ['agent', styles.agent],
  ['campaign', styles.campaign],
  ['human', styles.human],
  ['api', styles.api],
]);

const classOf = (item: ThreadItem): string => {
  if (item.type !== 'message') return classes(styles.happened);
  return classes(
    styles.saidBy,
    AUTHORS.get(item.author),
    item.direction === 'outbound' && styles.ours,
    item.status === 'failed' && styles.isFailed,
  );
};

type Happening = Exclude<ThreadItem, ThreadMessage>;

/** What happened, in words. */
const noteOf = (item: Exclude<Happening, { readonly type: 'note' }>): string => {
  const texts = INBOX.notes;
  switch (item.type) {
    case 'handed_over':
      return texts.handed_over(item.reason);
    case 'assigned':
      return texts.assigned(
        item.userName,
        item.assignedTo === null ? null : (item.assignedTo.name ?? texts.unnamed),
      );
    default:
      return texts[item.type](item.userName);
  }
};

const Note = ({
  item,
  conversationId,
}: {
  readonly item: Happening;
  readonly conversationId: string;
}): ReactNode => (
  <>
    <span>
      {item.type === 'note' ? <NoteLine note={item} conversationId={conversationId} /> : noteOf(item)}
    </span>{' '}
    <time dateTime={item.at} title={exactTime(item.at)}>
      {clockTime(item.at)}
    </time>
  </>
);

const Message = ({
  message,
  again,
}: {
  readonly message: ThreadMessage;
  readonly again: ThreadProps['again'];
}): ReactNode => {
  const { text, template, media, status, failure, author, userName, messageType } = message;
  const { payload, editedAt, revokedAt } = message;
  const canResend = status === 'failed' && text !== null && messageType === 'text' && author === 'human';
  return (
    <>
      <div className={styles.bubble}>
        {payload?.kind === 'referral' && (
          <span className={styles.kind}>
            {INBOX.referredBy(payload.headline ?? payload.body ?? payload.url)}
          </span>
        )}
        {revokedAt !== undefined && <p className="quiet">{INBOX.revoked}</p>}
        {messageType !== 'text' && media === null && (
          <span className={styles.kind}>{nameOfType(messageType)}</span>
        )}
        {template !== null && <TemplateWords template={template} />}
        {media !== null && <Media media={media} type={messageType} />}
        {text !== null && <p>{text}</p>}
      </div>
      <span className={styles.meta}>
        <span className={styles.author}>{userName ?? nameOfAuthor(author)}</span>
        {' · '}
        <time dateTime={message.at} title={exactTime(message.at)}>
          {clockTime(message.at)}
        </time>
        {editedAt !== undefined && revokedAt === undefined && (
          <>
            {' · '}
            <time dateTime={editedAt} title={exactTime(editedAt)}>
              {INBOX.edited}
            </time>
          </>
        )}
        {status !== null && (
          <>
            {' '}
            <Ticks message={message} status={status} />
          </>
        )}
      </span>
      <AnswerSources sources={message.sources} />
      {status === 'failed' && (
        <p className={styles.failure} data-failure>
          {INBOX.statuses.failed}: {failure == null ? '' : sentenceOf(failure)}{' '}
          {canResend && again !== null && (
            <button type="button" className="link" onClick={() => again(text)}>
              {INBOX.resend}
            </button>
          )}
        </p>
      )}
    </>
  );
};

const TemplateWords = ({
  template: { name, language, values },
}: {
  readonly template: NonNullable<ThreadMessage['template']>;
}): ReactNode => (
  <p>
    <code>
      {name} ({language})
    </code>
    {values.length > 0 && <span className={styles.values}>{values.join(' · ')}</span>}
  </p>
);

/** Only the path, because the page comes from the same service. */
const pathOf = (url: string): string => new URL(url, window.location.origin).pathname;

/** The words of a voice message, as the agent read them. */
const Transcript = ({
  transcript: { text, isPartial },
}: {
  readonly transcript: NonNullable<NonNullable<ThreadMessage['media']>['transcript']>;
}): ReactNode => {
  const texts = INBOX.media;
  if (text === null) return <p className="quiet">{texts.noWords}</p>;
  return (
    <p className="transcript">
      <span className="quiet">{texts.transcript}</span> {text}
      {isPartial && <span className="quiet"> {texts.partial}</span>}
    </p>
  );
};

const Media = ({
  media: { status, url, mimeType, fileName, failure, transcript },
  type,
}: {
  readonly media: NonNullable<ThreadMessage['media']>;
  readonly type: string;
}): ReactNode => {
  const texts = INBOX.media;
  const name = fileName ?? nameOfType(type);
  if (status === 'failed' || url === null)
    return (
      <>
        <p className="quiet">
          {name}: {failure == null ? texts.failed : sentenceOf(failure)}
        </p>
        {transcript !== undefined && <Transcript transcript={transcript} />}
      </>
    );
  if (status === 'pending')
    return (
      <p className="quiet">
        {name}: {texts.pending}
      </p>
    );
  const path = pathOf(url);
  return (
    <>
      {mimeType?.startsWith('image/') === true && <img src={path} alt={`${name}, ${texts.customers}`} />}
      {mimeType?.startsWith('audio/') === true && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript has no times, so it is shown below.
        <audio src={path} controls aria-label={name} preload="metadata" />
      )}
      {transcript !== undefined && <Transcript transcript={transcript} />}
      <a href={path} target="_blank" rel="noreferrer">
        {texts.open(name)}
      </a>
    </>
  );
};
