/** One call in the list, as a card or as a row. */
import { memo, type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { lengthOf, Status } from '../../ui/format.js';
import { CALL_STATUSES } from '../calls/messages.js';
import { type ActiveCall, displayNameOf, SLOW_MS, slowestAnswerOf } from './active-call.js';
import { Levels } from './levels.js';
import { LIVE } from './messages.js';
import { Ticking } from './ticking.js';
import { useVoices, type VoiceBoard } from './voice-board.js';

interface TileProps {
  readonly call: ActiveCall;
  readonly board: VoiceBoard;
  readonly isChosen: boolean;
  /** Reads details that are not known yet. */
  readonly loadDetails: (id: string) => void;
}

export const Tile = memo(({ call, board, isChosen, loadDetails }: TileProps): ReactNode => {
  const { id, agentName, isRead, number, endedAt } = call;
  useEffect(() => {
    if (!isRead) loadDetails(id);
  }, [id, isRead, loadDetails]);
  return (
    <Link
      href={`/live/${id}`}
      className={`tile${isChosen ? ' is-chosen' : ''}${endedAt === null ? '' : ' is-over'}`}
      aria-current={isChosen ? 'true' : undefined}
      data-call={id}
    >
      <strong className="tile-who">{displayNameOf(call)}</strong>
      <span className="tile-state">
        {endedAt === null ? <State status={call.status} /> : <span>{LIVE.ended}</span>}
        <Age call={call} />
      </span>
      <span className="tile-agent">
        {agentName ?? ''}
        {call.contactName !== null && <span className="figure"> · {number}</span>}
      </span>
      <Levels board={board} callId={id} />
      <Sentence call={call} board={board} />
      <Marks call={call} />
    </Link>
  );
});

/** Most calls are answered, so a sign is enough for that state. */
const State = ({ status }: Pick<ActiveCall, 'status'>): ReactNode =>
  status === 'answered' ? (
    <span className="status live">
      <span aria-hidden="true">●</span> <span className="hidden">{CALL_STATUSES.answered}</span>
    </span>
  ) : (
    <Status status={status} />
  );

const Age = ({ call: { answeredAt, createdAt, endedAt } }: { readonly call: ActiveCall }): ReactNode => {
  const since = answeredAt ?? createdAt;
  return (
    <span className="tile-age">
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
    <span className={`tile-said ${lastTurn?.speaker ?? ''}`}>
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

const Marks = ({ call }: { readonly call: ActiveCall }): ReactNode => {
  const slow = slowestAnswerOf(call);
  return (
    <span className="tile-marks">
      {call.takenOver === true && <span className="mark human">{LIVE.human}</span>}
      {slow !== null && (
        <span className="mark" title={LIVE.slowHelp(slow, SLOW_MS)}>
          {LIVE.slow(slow)}
        </span>
      )}
      {call.trouble !== null && (
        <span className="mark bad" title={LIVE.troubleHelp(call.trouble)}>
          {LIVE.trouble}
        </span>
      )}
    </span>
  );
};
