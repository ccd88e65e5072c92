/** The sources that an agent's answer was given, with the headings of their passages; closed until it is needed. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../../api/client.js';
import { DATA_SOURCES } from '../../data-sources/messages.js';
import styles from './transcript.module.css';

type Sources = NonNullable<Data<'readVoiceCall'>['transcript'][number]['sources']>;

export const AnswerSources = ({ sources = [] }: { readonly sources?: Sources | undefined }): ReactNode =>
  sources.length > 0 && (
    <details className={styles.sources} data-part="sources">
      <summary>{DATA_SOURCES.answer.count(sources.length)}</summary>
      <ul>
        {sources.map(({ sourceId, title, passages }) => (
          <li key={sourceId}>
            <Link href={`/data-sources/${sourceId}`}>{title}</Link>: {placesOf(passages)}
          </li>
        ))}
      </ul>
    </details>
  );

/** Headings once each; passages without a heading by their number. */
const placesOf = (passages: Sources[number]['passages']): string => {
  const { passage, whole } = DATA_SOURCES.answer;
  if (passages.length === 0) return whole;
  const names = passages.map(({ heading, position }) => (heading === '' ? passage(position + 1) : heading));
  return [...new Set(names)].join(', ');
};
