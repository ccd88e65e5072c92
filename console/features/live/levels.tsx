/** Loudness of both sides of a call as two bars, with a text for screen readers. */
import { memo, type ReactNode } from 'react';
import { LIVE } from './messages.js';
import { useVoices, type VoiceBoard } from './voice-board.js';

interface BarProps {
  readonly side: 'customer' | 'agent';
  readonly level: number;
}

/** Only the attribute says how many steps are lit: it changes twice a second on every visible call, and nothing else does. */
const Bar = memo(
  ({ side, level }: BarProps): ReactNode => (
    <span className={`level ${side}`} data-level={level}>
      <span className="level-name">{LIVE[side]}</span>
      <i className="step" />
      <i className="step" />
      <i className="step" />
      <i className="step" />
    </span>
  ),
);

const wordOf = (level: number): string => LIVE.loudness[level] ?? '';

interface LevelsProps {
  readonly board: VoiceBoard;
  readonly callId: string;
}

export const Levels = memo(({ board, callId }: LevelsProps): ReactNode => {
  const { customer, agent } = useVoices(board, callId);
  return (
    <span className="levels" role="img" aria-label={LIVE.voices(wordOf(customer), wordOf(agent))}>
      <Bar side="customer" level={customer} />
      <Bar side="agent" level={agent} />
    </span>
  );
});
