/** Speech of which no word was understood: it has its place in the transcript, and its sound. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../../api/live.js';
import { classes } from '../../../ui/classes.js';
import { lengthOf } from '../../../ui/format.js';
import { useBusinessId } from '../../session/session.js';
import { CALL } from '../messages.js';
import type { LostSpeech } from './timeline.js';
import styles from './transcript.module.css';

interface LostTurnProps {
  readonly speech: LostSpeech;
  /** The name of the customer. */
  readonly speaker: string;
  readonly play?: (seconds: number) => void;
}

export const LostTurn = ({ speech: { fromMs }, speaker, play }: LostTurnProps): ReactNode => {
  const at = fromMs === null ? '' : lengthOf(fromMs / 1_000);
  return (
    <li className={classes(styles.turn, styles.customer, styles.lost)} data-part="lost">
      <div className={styles.head}>
        <span className={styles.speaker}>{speaker}</span>
        {play === undefined || fromMs === null ? (
          <span className={styles.at}>{at}</span>
        ) : (
          <button
            type="button"
            className={styles.at}
            aria-label={CALL.lostPlay(at)}
            onClick={() => play(fromMs / 1_000)}
          >
            ▶ {at}
          </button>
        )}
      </div>
      <p className="quiet">{CALL.lost}</p>
    </li>
  );
};

/** Businesses that have chosen no recogniser may hear the offline one. */
export const LostHint = (): ReactNode => {
  const businessId = useBusinessId();
  const { data } = useRead('listProviders', { query: { businessId } });
  if (data === undefined || data.lists.some(({ role }) => role === 'recogniser' || role === 'engine'))
    return null;
  return (
    <p className="small">
      {CALL.lostHint} <Link href="/settings">{CALL.lostSettings}</Link>
    </p>
  );
};
