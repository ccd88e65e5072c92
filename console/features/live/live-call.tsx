/** The chosen call: its words as they are spoken, the agent's latencies, and the actions a user can take. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { type Question, useAskBeforeLeaving } from '../../ui/dialogs/navigation-guard.js';
import { isLive, lengthOf, Status } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { CallTabs } from '../calls/call/tabs.js';
import { CALL } from '../calls/messages.js';
import { Transcript } from '../calls/turns/transcript.js';
import { useBusinessId, useSession } from '../session/session.js';
import { WELCOME } from '../welcome/messages.js';
import { AgentNote } from './agent-note.js';
import { Levels } from './levels.js';
import { type Line, useLine } from './line.js';
import { LineBar } from './line-bar.js';
import { LIVE } from './messages.js';
import { Ticking } from './ticking.js';
import { useVoices, type VoiceBoard } from './voice-board.js';

type CallDetail = Data<'readVoiceCall'>;

/** Actions of the keyboard shortcuts on the chosen call. */
export interface CallActions {
  listen(): void;
  takeOver(): void;
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
  useLeavingQuestion(line, who);
  useEffect(() => {
    onActions(isAnswered ? actionsOf(line, canAct) : null);
  });
  useEffect(() => () => onActions(null), [onActions]);
  return (
    <article className="call live-call" aria-label={who}>
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
        <Actions detail={detail} line={line} who={who} canAct={canAct} />
      ) : (
        <EndedNotice id={call.id} />
      )}
      <LineBar line={line} />
      {isAnswered && canAct && line.state.type !== 'speaking' && <AgentNote callId={call.id} />}
      <div className="call-body">
        <section className="said" aria-label={CALL.transcript}>
          <LiveTranscript detail={detail} board={board} isOngoing={isOngoing} />
        </section>
        <CallTabs detail={detail} />
      </div>
    </article>
  );
};

const actionsOf = (line: Line, canAct: boolean): CallActions => ({
  listen: () => {
    if (line.state.type === 'none' || line.state.type === 'failed') line.listen();
    else if (line.state.type === 'listening') line.leave();
  },
  takeOver: () => {
    if (canAct && line.state.type !== 'speaking' && line.state.type !== 'joining') line.takeOver();
  },
});

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
  <p className="call-over">
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
  readonly who: string;
  /** Users without this permission can only listen. */
  readonly canAct: boolean;
}

const Actions = ({ detail: { call }, line, who, canAct }: ActionsProps): ReactNode => {
  const queries = useQueryClient();
  const businessId = useBusinessId();
  const [ending, setEnding] = useState(false);
  const { actions } = LIVE;
  const { type } = line.state;
  const isAnswered = call.status === 'answered';
  const hangUp = async (): Promise<void> => {
    await callApi('cancelVoiceCall', { path: { callId: call.id }, query: { businessId } });
    await queries.invalidateQueries({ queryKey: ['readVoiceCall'] });
  };
  return (
    <div className="actions live-actions">
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
      {canAct && call.status !== 'cancelling' && (
        <button type="button" className="danger" onClick={() => setEnding(true)}>
          {CALL.hangUp}
        </button>
      )}
      {ending && (
        <Confirm
          title={CALL.hangUpTitle(who)}
          help={CALL.hangUpHelp}
          name={who}
          label={CALL.hangUpName(who)}
          button={CALL.hangUp}
          onConfirm={hangUp}
          onClose={() => setEnding(false)}
        />
      )}
    </div>
  );
};
