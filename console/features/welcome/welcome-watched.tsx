/**
 * A call between a simulated caller and the agent: its transcript as they speak, and its audio where browsers can join
 * calls.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/live.js';
import { isLive } from '../../ui/format.js';
import { CallView } from '../calls/call-view.js';
import { useLine } from '../live/line.js';
import { LineBar } from '../live/line-bar.js';
import { useBusinessId } from '../session/session.js';
import { WELCOME } from './messages.js';

interface WatchedProps {
  readonly callId: string;
  /** Whether browsers can join calls. */
  readonly hasAudio: boolean;
  readonly onRestart: () => void;
}

export const Watched = ({ callId, hasAudio, onRestart }: WatchedProps): ReactNode => {
  const businessId = useBusinessId();
  const { data } = useRead('readVoiceCall', { path: { callId }, query: { businessId } });
  const line = useLine(callId);
  const { listen } = line;
  const latestListen = useRef(listen);
  latestListen.current = listen;
  const isJoinable = hasAudio && data?.call.id === callId && data.call.status === 'answered';
  useEffect(() => {
    if (isJoinable) latestListen.current();
  }, [isJoinable]);
  return (
    <div className="page">
      <div className="page-head">
        <h1>{WELCOME.title}</h1>
        <div className="actions">
          <Link className="plain" href={`/calls/${callId}`}>
            {WELCOME.toCall}
          </Link>
          <button type="button" className="plain" onClick={onRestart}>
            {WELCOME.another}
          </button>
        </div>
      </div>
      {hasAudio && data !== undefined && isLive(data.call.status) && <LineBar line={line} />}
      <CallView id={callId} />
    </div>
  );
};
