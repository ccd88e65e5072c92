/** What was said, by whom and when; it is a log, so that who listens to the page hears what comes. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { Data } from '../api/client.js';
import { TEXTS } from '../texts.js';
import { lengthOf } from './words.js';

type CallDetail = Data<'readVoiceCall'>;

interface TranscriptProps {
  readonly detail: CallDetail;
  readonly isUp: boolean;
  /** Plays from a moment of the recording, s; absent: there is none. */
  readonly play?: (seconds: number) => void;
}

/** Nearer to its end than this, px, a reader is followed along. */
const NEAR_PX = 80;

export const Transcript = ({ detail, isUp, play }: TranscriptProps): ReactNode => {
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const { transcript, diagnostics } = detail;
  const last = transcript.at(-1)?.text;
  useEffect(() => {
    if (last !== undefined && isUp && atEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [last, isUp]);
  if (transcript.length === 0 && !isUp) return <p className="quiet">{TEXTS.call.nothing}</p>;
  return (
    <div
      ref={log}
      className="transcript"
      role="log"
      aria-label={isUp ? TEXTS.call.growing : TEXTS.call.transcript}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      {transcript.length === 0 && <p className="quiet">{TEXTS.call.silent}</p>}
      <ol>
        {transcript.map((turn, index) => (
          <Turn
            key={`${turn.createdAt} ${turn.speaker} ${turn.audioOffsetMs}`}
            turn={turn}
            interrupted={diagnostics.turns[index]?.interrupted === true}
            {...(play === undefined ? {} : { play })}
          />
        ))}
      </ol>
    </div>
  );
};

interface TurnProps {
  readonly turn: CallDetail['transcript'][number];
  readonly interrupted: boolean;
  readonly play?: (seconds: number) => void;
}

const Turn = ({ turn: { speaker, text, audioOffsetMs }, interrupted, play }: TurnProps): ReactNode => {
  const seconds = (audioOffsetMs ?? 0) / 1_000;
  const at = audioOffsetMs === null ? '' : lengthOf(seconds);
  return (
    <li className={`turn ${speaker}`}>
      <div className="turn-head">
        <span className="speaker">{TEXTS.call.speakers[speaker]}</span>
        {at !== '' && play !== undefined ? (
          <button
            type="button"
            className="at"
            aria-label={TEXTS.call.playFrom(at)}
            onClick={() => play(seconds)}
          >
            {at}
          </button>
        ) : (
          <span className="at">{at}</span>
        )}
        {interrupted && <span className="mark">{TEXTS.call.interrupted}</span>}
      </div>
      <p>{text}</p>
    </li>
  );
};
