/** The events of a call as a story; an event with a place in the recording plays it. */
import type { ReactNode } from 'react';
import { CALL } from '../messages.js';
import type { CallDetail } from '../turns/timeline.js';
import { type StoryEntry, sinceStart, storyOf } from './story.js';
import styles from './story.module.css';
import { STORY } from './story-messages.js';

const TONES: Readonly<Record<NonNullable<StoryEntry['tone']>, string | undefined>> = {
  customer: styles.customer,
  assistant: styles.assistant,
  human: styles.human,
  trouble: styles.trouble,
};

interface StoryProps {
  readonly detail: CallDetail;
  /** Plays the recording from a moment, s; absent if there is none. */
  readonly play?: (seconds: number) => void;
}

export const Story = ({ detail, play }: StoryProps): ReactNode =>
  storyOf(detail).map(({ phase, entries }) => (
    <section key={phase} aria-label={STORY.phases[phase]}>
      <h3>{STORY.phases[phase]}</h3>
      <ol className={styles.story}>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two events may have the same time and words.
          <li key={index}>
            <Moment entry={entry} {...(play === undefined ? {} : { play })} />
            <span className={entry.tone === null ? undefined : TONES[entry.tone]}>
              {entry.actor !== null && <b>{entry.actor}: </b>}
              {entry.words}
            </span>
          </li>
        ))}
      </ol>
    </section>
  ));

const Moment = ({
  entry: { atMs, playMs },
  play,
}: { readonly entry: StoryEntry } & Pick<StoryProps, 'play'>): ReactNode => {
  const time = sinceStart(atMs);
  if (playMs === null || play === undefined) return <span className={styles.at}>{time}</span>;
  return (
    <button
      type="button"
      className={styles.at}
      aria-label={CALL.playFrom(time)}
      onClick={() => play(playMs / 1_000)}
    >
      {time}
    </button>
  );
};
