/** Messages with the words that are searched for, each leading to its conversation. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { usePages } from '../../api/pages.js';
import { Time } from '../../ui/format.js';
import { MarkedText } from '../../ui/marked-text.js';
import { MoreButton } from '../../ui/more-button.js';
import { useBusinessId } from '../session/session.js';
import styles from './message-hits.module.css';
import { INBOX } from './messages.js';

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
              <span className={styles.words}>
                <MarkedText text={hit.text} matches={hit.matches} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <MoreButton list={list} />
    </section>
  );
};
