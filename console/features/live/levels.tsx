/** Loudness of both sides of a call as two bars, with a text for screen readers. */
import { memo, type ReactNode } from 'react';
import { classes } from '../../ui/classes.js';
import styles from './levels.module.css';
import { LIVE } from './messages.js';
import { useVoices, type VoiceBoard } from './voice-board.js';

interface BarProps {
  readonly side: 'customer' | 'agent';
  readonly level: number;
}

/** Only the attribute says how many steps are lit: it changes twice a second on every visible call, and nothing else does. */
const Bar = memo(
  ({ side, level }: BarProps): ReactNode => (
    <span
      className={classes(styles.level, side === 'customer' ? styles.customer : styles.agent)}
      data-side={side}
      data-level={level}
    >
      <span className={styles.name}>{LIVE[side]}</span>
      <i className={styles.step} />
      <i className={styles.step} />
      <i className={styles.step} />
      <i className={styles.step} />
    </span>
  ),
);

/** Louder than background noise. */
const isSpeaking = (level: number): boolean => level >= 2;

const speakerOf = (customer: number, agent: number): keyof typeof LIVE.speaker => {
  if (isSpeaking(customer)) return isSpeaking(agent) ? 'both' : 'customer';
  return isSpeaking(agent) ? 'agent' : 'none';
};

const wordOf = (level: number): string => LIVE.loudness[level] ?? '';

interface LevelsProps {
  readonly board: VoiceBoard;
  readonly callId: string;
}

export const Levels = memo(({ board, callId }: LevelsProps): ReactNode => {
  const { customer, agent } = useVoices(board, callId);
  return (
    <span className={styles.levels} role="img" aria-label={LIVE.voices(wordOf(customer), wordOf(agent))}>
      <Bar side="customer" level={customer} />
      <Bar side="agent" level={agent} />
      <span className={styles.speaker} aria-hidden="true">
        {LIVE.speaker[speakerOf(customer, agent)]}
      </span>
    </span>
  );
});
