/** One call in the list, as a card or as a row. */
import { memo, type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { classes } from '../../ui/classes.js';
import { lengthOf, Status } from '../../ui/format.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { CALL_STATUSES } from '../calls/messages.js';
import { type ActiveCall, displayNameOf, SLOW_MS, slowestAnswerOf } from './active-call.js';
import type { Alarm } from './alarms.js';
import { Levels } from './levels.js';
import { LIVE } from './messages.js';
import { Ticking } from './ticking.js';
import styles from './tile.module.css';
import { useVoices, type VoiceBoard } from './voice-board.js';

interface TileProps {
  readonly call: ActiveCall;
  /** The most urgent first. */
  readonly alarms: readonly Alarm[];
  readonly board: VoiceBoard;
  readonly isChosen: boolean;
  /** Reads details that are not known yet. */
  readonly loadDetails: (id: string) => void;
}

export const Tile = memo(({ call, alarms, board, isChosen, loadDetails }: TileProps): ReactNode => {
  const { id, agentName, isRead, number, endedAt } = call;
  useEffect(() => {
    if (!isRead) loadDetails(id);
  }, [id, isRead, loadDetails]);
  return (
    <Link
      href={`/live/${id}`}
      className={classes(
        styles.tile,
        isChosen && styles.isChosen,
        endedAt !== null && styles.isOver,
        alarms.length > 0 && styles.isAlarming,
      )}
      aria-current={isChosen ? 'true' : undefined}
      data-call={id}
    >
      <strong className={styles.name}>{displayNameOf(call)}</strong>
      <span className={styles.state}>
        {endedAt === null ? <State status={call.status} /> : <span>{LIVE.ended}</span>}
        <Age call={call} />
      </span>
      <span className={styles.agent}>
        {agentName ?? ''}
        {call.contactName !== null && <span className="figure"> · {number}</span>}
      </span>
      <Levels board={board} callId={id} />
      <Sentence call={call} board={board} />
      <Marks call={call} alarms={alarms} />
    </Link>
  );
});

/** Most calls are answered, so a sign is enough for that state. */
const State = ({ status }: Pick<ActiveCall, 'status'>): ReactNode =>
  status === 'answered' ? (
    <StatusPill tone="live">
      <span className="hidden">{CALL_STATUSES.answered}</span>
    </StatusPill>
  ) : (
    <Status status={status} />
  );

const Age = ({ call: { answeredAt, createdAt, endedAt } }: { readonly call: ActiveCall }): ReactNode => {
  const since = answeredAt ?? createdAt;
  return (
    <span className={styles.age}>
      {endedAt === null ? (
        <Ticking since={since} />
      ) : (
        <span className="figure">{lengthOf(Math.max(0, endedAt - since) / 1_000)}</span>
      )}
    </span>
  );
};

/** What is being said, or the last words. */
const Sentence = ({ call, board }: { readonly call: ActiveCall; readonly board: VoiceBoard }): ReactNode => {
  const { words } = useVoices(board, call.id);
  const lastTurn = words === '' ? call.lastTurn : { speaker: 'customer' as const, text: words };
  return (
    <span className={styles.said} data-speaker={lastTurn?.speaker}>
      {lastTurn === null ? (
        <span className="quiet">{call.status === 'answered' ? LIVE.nothingYet : ''}</span>
      ) : (
        <>
          <b>{LIVE.says[lastTurn.speaker]}</b> {lastTurn.text}
          {words !== '' && ' …'}
        </>
      )}
    </span>
  );
};

const Marks = ({ call, alarms }: Pick<TileProps, 'call' | 'alarms'>): ReactNode => {
  const slow = slowestAnswerOf(call);
  return (
    <span className={styles.marks}>
      {alarms
        .filter((alarm) => alarm !== 'error')
        .map((alarm) => (
          <span key={alarm} className={styles.alarm}>
            {LIVE.alarms[alarm]}
          </span>
        ))}
      {call.takenOver === true && <span className={styles.human}>{LIVE.human}</span>}
      {slow !== null && (
        <span className={styles.slow} title={LIVE.slowHelp(slow, SLOW_MS)}>
          {LIVE.slow(slow)}
        </span>
      )}
      {call.trouble !== null && (
        <span className={styles.alarm} title={LIVE.troubleHelp(call.trouble)}>
          {LIVE.trouble}
        </span>
      )}
    </span>
  );
};
