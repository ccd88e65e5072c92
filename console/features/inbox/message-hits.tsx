/** Messages with the words that are searched for, each leading to its conversation. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Time } from '../../ui/format.js';
import { MoreButton } from '../../ui/more-button.js';
import { useBusinessId } from '../session/session.js';
import styles from './message-hits.module.css';
import { INBOX } from './messages.js';

type Hit = Data<'searchMessages'>['results'][number];

interface MessageHitsProps {
  readonly words: string;
  /** What follows the address of a conversation, such as filters. */
  readonly suffix: string;
}

export const MessageHits = ({ words, suffix }: MessageHitsProps): ReactNode => {
  const list = usePages('searchMessages', {
    query: { businessId: useBusinessId(), text: words, limit: 20 },
  });
  const hits = list.data?.pages.flatMap(({ results }) => results) ?? [];
  if (hits.length === 0) return null;
  return (
    <section aria-label={INBOX.inMessages} className={styles.hits}>
      <h2>{INBOX.inMessages}</h2>
      <ol>
        {hits.map((hit) => (
          <li key={hit.messageId}>
            <Link href={`/conversations/${hit.conversationId}${suffix}`}>
              <strong>{hit.name ?? INBOX.unnamed}</strong> <Time at={hit.at} />
              <Words hit={hit} />
            </Link>
          </li>
        ))}
      </ol>
      <MoreButton list={list} />
    </section>
  );
};

/** The text with its matches marked; both in UTF-16 units. */
const Words = ({ hit: { text, matches } }: { readonly hit: Hit }): ReactNode => {
  let from = 0;
  const parts = matches.flatMap(({ start, end }) => {
    const before = text.slice(from, start);
    from = end;
    return [before, <mark key={start}>{text.slice(start, end)}</mark>];
  });
  return (
    <span className={styles.words}>
      {parts}
      {text.slice(from)}
    </span>
  );
};
