/** A state as a sign, a word and a colour; sign and word say the same as the colour. */
import type { ReactNode } from 'react';
import { classes } from '../classes.js';
import styles from './StatusPill.module.css';

/** `live`: it happens now. `waits`: something must happen before it continues. */
export type Tone = 'good' | 'bad' | 'waits' | 'live' | 'human' | 'quiet';

const SIGNS: Readonly<Record<Tone, string>> = {
  good: '✓',
  bad: '!',
  waits: '○',
  live: '●',
  human: '◆',
  quiet: '–',
};
const COLOURS: Readonly<Record<Tone, string | undefined>> = {
  good: styles.good,
  bad: styles.bad,
  waits: styles.waits,
  live: styles.live,
  human: styles.human,
  quiet: styles.quiet,
};

interface StatusPillProps {
  readonly tone: Tone;
  /** Default: the sign of the tone. */
  readonly sign?: string;
  readonly children: ReactNode;
}

export const StatusPill = ({ tone, sign = SIGNS[tone], children }: StatusPillProps): ReactNode => (
  <span className={classes(styles.pill, COLOURS[tone])}>
    <span aria-hidden="true" className={styles.sign}>
      {sign}
    </span>{' '}
    {children}
  </span>
);
