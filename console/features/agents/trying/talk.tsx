/** A conversation with an agent by microphone: the levels of both voices, the transcript, and how fast the agent answers. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../../api/live.js';
import { Icon } from '../../../ui/icon.js';
import { Problem } from '../../../ui/states.js';
import { CALL } from '../../calls/messages.js';
import { Transcript } from '../../calls/turns/transcript.js';
import { Waterfall } from '../../calls/turns/waterfall.js';
import { LIVE } from '../../live/messages.js';
import { useBusinessId } from '../../session/session.js';
import { WELCOME } from '../../welcome/messages.js';
import { AGENTS } from '../messages.js';
import styles from './trying.module.css';
import type { Talk } from './use-talk.js';
import type { TalkOffer } from './use-talk-offer.js';

interface TalkViewProps {
  readonly talk: Talk;
  /** Phrases to offer because the agent understands them; empty if it understands anything. */
  readonly phrases: readonly string[];
  /** Starts or restarts the conversation; absent: not now, because a value is missing. */
  readonly start?: () => void;
  readonly offer: TalkOffer;
  /** Shown when the browser cannot talk. */
  readonly otherwise?: ReactNode;
}

/** Phrases offered at a time. */
const MOST_PHRASES = 6;
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

export const TalkView = ({ talk, phrases, start, offer, otherwise }: TalkViewProps): ReactNode => {
  const texts = AGENTS.talk;
  const { state } = talk;
  const id = useId();
  const isOn = state.type === 'starting' || state.type === 'talking';
  const callId = 'callId' in state ? state.callId : null;
  return (
    <section className={styles.talk} aria-label={texts.button}>
      {!isOn && (
        <button
          type="button"
          className={`main ${styles.button}`}
          disabled={start === undefined || !offer.isKnown || offer.reason !== null}
          aria-describedby={offer.reason === null ? undefined : id}
          onClick={start}
        >
          <Icon name="microphone" />
          {texts.button}
        </button>
      )}
      {!isOn && offer.reason !== null && state.type !== 'failed' && (
        <div>
          <p className="help" id={id}>
            {offer.reason}
          </p>
          {otherwise}
        </div>
      )}
      <p className={styles.state} role="status">
        {state.type === 'starting' && texts.starting}
        {state.type === 'talking' && (state.isJoined ? texts.on : texts.joining)}
        {state.type === 'ended' && texts.ended}
      </p>
      {state.type === 'failed' && (
        <>
          <Problem problem={state.problem} />
          {otherwise}
        </>
      )}
      {state.type === 'talking' && <CallControls talk={talk} isJoined={state.isJoined} />}
      {(isOn || state.type === 'idle') && phrases.length > 0 && (
        <p className="help">
          {texts.try}{' '}
          {phrases.slice(0, MOST_PHRASES).map((phrase) => (
            <q key={phrase}>{phrase}</q>
          ))}
        </p>
      )}
      {callId !== null && <CallTranscript callId={callId} isLive={state.type === 'talking'} />}
      {callId !== null && !isOn && (
        <Link className="plain" href={`/calls/${callId}`}>
          {WELCOME.toCall}
        </Link>
      )}
    </section>
  );
};

const CallControls = ({ talk, isJoined }: { readonly talk: Talk; readonly isJoined: boolean }): ReactNode => {
  const texts = AGENTS.talk;
  return (
    <>
      <div className={styles.desk}>
        <Level talk={talk} side="me" name={AGENTS.you} />
        <Level talk={talk} side="agent" name={LIVE.agent} />
        <div className="actions">
          <button
            type="button"
            className="plain"
            aria-pressed={talk.muted}
            disabled={!isJoined}
            onClick={() => talk.mute(!talk.muted)}
          >
            {talk.muted ? LIVE.actions.unmute : LIVE.actions.mute}
          </button>
          <button type="button" className="danger" onClick={talk.hangUp}>
            {CALL.hangUp}
          </button>
        </div>
      </div>
      <details className={styles.keypad}>
        <summary>{texts.keypad}</summary>
        <div className={styles.keys}>
          {KEYS.map((digit) => (
            <button
              key={digit}
              type="button"
              className="plain"
              disabled={!isJoined}
              onClick={() => talk.leg.current?.pressKey(digit)}
            >
              {digit}
            </button>
          ))}
        </div>
      </details>
    </>
  );
};

interface LevelProps {
  readonly talk: Talk;
  readonly side: 'me' | 'agent';
  readonly name: string;
}

/** Updates the DOM directly, so that nothing else is rendered with each frame. */
const Level = ({ talk: { leg }, side, name }: LevelProps): ReactNode => {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = (): void => {
      const level = leg.current?.levels()[side] ?? 0;
      if (bar.current !== null) bar.current.style.transform = `scaleX(${Math.min(1, level).toFixed(3)})`;
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [leg, side]);
  return (
    <span
      className={side === 'me' ? `${styles.level} ${styles.me}` : styles.level}
      role="img"
      aria-label={AGENTS.talk.level(name)}
    >
      <span>{name}</span>
      <span className={styles.track}>
        <i ref={bar} />
      </span>
    </span>
  );
};

/** The call's transcript, and the five latencies of each answer. */
const CallTranscript = ({
  callId,
  isLive,
}: {
  readonly callId: string;
  readonly isLive: boolean;
}): ReactNode => {
  const businessId = useBusinessId();
  const { data } = useRead('readVoiceCall', { path: { callId }, query: { businessId } });
  if (data === undefined || data.call.id !== callId) return null;
  return (
    <>
      <Transcript detail={data} isLive={isLive} playing={null} />
      {data.diagnostics.turns.some(({ latencies }) => latencies !== null) && (
        <Waterfall turns={data.diagnostics.turns} />
      )}
    </>
  );
};
