/** The chosen call: its words as they are spoken, the agent's latencies, and the actions a user can take. */
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { type Question, useAskBeforeLeaving } from '../../ui/dialogs/navigation-guard.js';
import { isLive, lengthOf, Status } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { CallTabs } from '../calls/call/tabs.js';
import { HangUpButton } from '../calls/hang-up/hang-up-button.js';
import { type CallHangUp, useHangUp } from '../calls/hang-up/use-hang-up.js';
import { CALL } from '../calls/messages.js';
import { Transcript } from '../calls/turns/transcript.js';
import { useBusinessId, useSession } from '../session/session.js';
import { WELCOME } from '../welcome/messages.js';
import { AgentNote } from './agent-note.js';
import { Levels } from './levels.js';
import { type Line, useLine } from './line.js';
import { LineBar } from './line-bar.js';
import styles from './live-call.module.css';
import { LIVE } from './messages.js';
import { Ticking } from './ticking.js';
import { useVoices, type VoiceBoard } from './voice-board.js';

type CallDetail = Data<'readVoiceCall'>;

/** Actions of the keyboard shortcuts on the chosen call. */
export interface CallActions {
  listen(): void;
  takeOver(): void;
  /** Moves to the field of the note to the agent. */
  note(): void;
  hangUp(): void;
  undoHangUp(): void;
}

interface LiveCallProps {
  readonly id: string;
  readonly board: VoiceBoard;
  /** Receives the actions that shortcuts may trigger; null for none. */
  readonly onActions: (actions: CallActions | null) => void;
}

export const LiveCall = ({ id, board, onActions }: LiveCallProps): ReactNode => {
  const businessId = useBusinessId();
  const params = { path: { callId: id }, query: { businessId } };
  const { data, error, refetch } = useRead('readVoiceCall', params);
  if (error !== null && data === undefined) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.call.id !== id) return <Loading rows={6} />;
  return <Chosen detail={data} board={board} onActions={onActions} />;
};

interface ChosenProps extends Omit<LiveCallProps, 'id'> {
  readonly detail: CallDetail;
}

const Chosen = ({ detail, board, onActions }: ChosenProps): ReactNode => {
  const { call } = detail;
  const who = call.contactName ?? call.calleeNumber;
  const line = useLine(call.id);
  const isOngoing = isLive(call.status);
  const isAnswered = call.status === 'answered';
  const canAct = useSession().role !== 'viewer';
  const hangUp = useMutedHangUp(call.id, line);
  const noteField = useRef<HTMLInputElement>(null);
  useLeavingQuestion(line, who);
  useEffect(() => {
    onActions(isOngoing ? actionsOf({ line, hangUp, noteField, isAnswered, canAct }) : null);
  });
  useEffect(() => () => onActions(null), [onActions]);
  return (
    <article className={`call ${styles.call}`} aria-label={who}>
      <Link className="back" href="/live" aria-label={COMMON.close}>
        <Icon name="close" />
      </Link>
      <header className="call-head">
        <div>
          <h2>{who}</h2>
          <p className="quiet">
            <Status status={call.status} />
            {call.contactName !== null && <span className="figure">{call.calleeNumber}</span>}
            <span>{call.agentName}</span>
            {isOngoing && call.startedAt !== null && <Ticking since={Date.parse(call.startedAt)} />}
            {!isOngoing && <span className="figure">{lengthOf(call.durationSeconds)}</span>}
          </p>
        </div>
        {isOngoing && <Levels board={board} callId={call.id} />}
      </header>
      {isOngoing ? (
        <Actions detail={detail} line={line} hangUp={hangUp} canAct={canAct} />
      ) : (
        <EndedNotice id={call.id} />
      )}
      <LineBar line={line} />
      {isAnswered && canAct && line.state.type !== 'speaking' && (
        <AgentNote callId={call.id} field={noteField} />
      )}
      <div className="call-body">
        <section className="said" aria-label={CALL.transcript}>
          <LiveTranscript detail={detail} board={board} isOngoing={isOngoing} />
        </section>
        <CallTabs detail={detail} />
      </div>
    </article>
  );
};

interface Means {
  readonly line: Line;
  readonly hangUp: CallHangUp;
  readonly noteField: { readonly current: HTMLInputElement | null };
  readonly isAnswered: boolean;
  /** Users without this permission can only listen. */
  readonly canAct: boolean;
}

/** What each shortcut does now: nothing where its button is missing. */
const actionsOf = ({ line, hangUp, noteField, isAnswered, canAct }: Means): CallActions => ({
  listen: () => {
    if (!isAnswered) return;
    if (line.state.type === 'none' || line.state.type === 'failed') line.listen();
    else if (line.state.type === 'listening') line.leave();
  },
  takeOver: () => {
    if (isAnswered && canAct && line.state.type !== 'speaking' && line.state.type !== 'joining')
      line.takeOver();
  },
  note: () => noteField.current?.focus(),
  hangUp: () => {
    if (canAct) hangUp.press();
  },
  undoHangUp: hangUp.undo,
});

/** The hang-up of the call. From its first press, the customer does not hear this user any more, unless it is undone. */
const useMutedHangUp = (callId: string, line: Line): CallHangUp => {
  const hangUp = useHangUp(callId);
  const isPending = hangUp.state.type === 'pending';
  const wasMuted = useRef(false);
  return {
    ...hangUp,
    press: () => {
      if (!isPending) wasMuted.current = line.muted;
      line.mute(true);
      hangUp.press();
    },
    undo: () => {
      if (isPending) line.mute(wasMuted.current);
      hangUp.undo();
    },
  };
};

const useLeavingQuestion = (line: Line, who: string): void => {
  const isSpeaking = line.state.type === 'speaking';
  const { leave } = line;
  const question = useMemo((): Question | null => {
    if (!isSpeaking) return null;
    const { leaving, leavingHelp, leave: button, stay } = LIVE;
    return { title: leaving(who), help: leavingHelp, leave: button, stay, beforeLeaving: leave };
  }, [isSpeaking, who, leave]);
  useAskBeforeLeaving(question);
};

const EndedNotice = ({ id }: { readonly id: string }): ReactNode => (
  <p className={styles.ended}>
    {LIVE.callEnded} <Link href={`/calls/${id}`}>{WELCOME.toCall}</Link>
  </p>
);

/** Includes what the customer is saying now, which is not part of the log until it is a turn. */
const LiveTranscript = ({
  detail,
  board,
  isOngoing,
}: {
  readonly detail: CallDetail;
  readonly board: VoiceBoard;
  readonly isOngoing: boolean;
}): ReactNode => {
  const { words } = useVoices(board, detail.call.id);
  return <Transcript detail={detail} isLive={isOngoing} interimText={isOngoing ? words : ''} />;
};

interface ActionsProps {
  readonly detail: CallDetail;
  readonly line: Line;
  readonly hangUp: CallHangUp;
  readonly canAct: boolean;
}

const Actions = ({ detail: { call }, line, hangUp, canAct }: ActionsProps): ReactNode => {
  const { actions } = LIVE;
  const { type } = line.state;
  const isAnswered = call.status === 'answered';
  return (
    <div className={styles.actions}>
      {isAnswered && (type === 'none' || type === 'failed') && (
        <button type="button" className="plain" onClick={line.listen} aria-keyshortcuts="l">
          {actions.listen}
        </button>
      )}
      {(type === 'listening' || type === 'joining') && (
        <button type="button" className="plain" onClick={line.leave}>
          {actions.stopListening}
        </button>
      )}
      {isAnswered && canAct && type !== 'speaking' && (
        <button
          type="button"
          className="main"
          disabled={type === 'joining'}
          onClick={line.takeOver}
          aria-keyshortcuts="t"
        >
          {actions.takeOver}
        </button>
      )}
      {canAct && call.status !== 'cancelling' && <HangUpButton hangUp={hangUp} />}
    </div>
  );
};
