/** The transcript: what was said, by whom and when. It is a log, so that screen readers announce new turns. */
import { Fragment, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import type { Data } from '../../../api/client.js';
import { classes } from '../../../ui/classes.js';
import { lengthOf } from '../../../ui/format.js';
import { CALL } from '../messages.js';
import { AnswerSources } from './answer-sources.js';
import { LostHint, LostTurn } from './lost-turn.js';
import { speakersOf } from './speakers.js';
import { lostSpeechOf, wordsOf } from './timeline.js';
import styles from './transcript.module.css';

type CallDetail = Data<'readVoiceCall'>;

const COLOURS: Readonly<Record<CallDetail['transcript'][number]['speaker'], string | undefined>> = {
  customer: styles.customer,
  assistant: styles.assistant,
  human: styles.human,
};

interface TranscriptProps {
  readonly detail: CallDetail;
  readonly isLive: boolean;
  /** What the customer is saying now, as far as it has been recognised. */
  readonly interimText?: string;
  /** Plays from a moment of the recording, s; absent if there is no recording. */
  readonly play?: (seconds: number) => void;
  /** The turn that is playing, and the position in the recording, ms. */
  readonly playing?: { readonly turn: number; readonly ms: number } | null;
}

/** Within this distance from the end, the transcript follows new turns, px. */
const NEAR_PX = 80;

export const Transcript = ({
  detail,
  isLive,
  interimText = '',
  play,
  playing = null,
}: TranscriptProps): ReactNode => {
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const { transcript, diagnostics } = detail;
  const speakers = speakersOf(detail.call);
  const lost = lostSpeechOf(detail);
  const lostBefore = (place: number): ReactNode =>
    lost.map((speech, index) =>
      speech.beforeTurn !== place ? null : (
        <LostTurn
          // biome-ignore lint/suspicious/noArrayIndexKey: notes are only appended.
          key={`lost ${index}`}
          speech={speech}
          speaker={speakers.customer}
          {...(play === undefined ? {} : { play })}
        />
      ),
    );
  const last = transcript.at(-1)?.text;
  useEffect(() => {
    if ((last !== undefined || interimText !== '') && isLive && atEnd.current)
      log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [last, isLive, interimText]);
  const turn = playing?.turn ?? null;
  useEffect(() => {
    if (turn !== null && log.current !== null) keepInView(log.current, turn);
  }, [turn]);
  if (transcript.length === 0 && lost.length === 0 && !isLive) return <p className="quiet">{CALL.nothing}</p>;
  return (
    <div
      ref={log}
      className={styles.transcript}
      role="log"
      aria-label={isLive ? CALL.growing : CALL.transcript}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      {lost.length > 0 && <LostHint />}
      {transcript.length === 0 && lost.length === 0 && interimText === '' && (
        <p className="quiet">{CALL.silent}</p>
      )}
      <ol>
        {transcript.map((turn, index) => (
          <Fragment key={`${turn.createdAt} ${turn.speaker} ${turn.audioOffsetMs}`}>
            {lostBefore(index)}
            <Turn
              index={index}
              turn={turn}
              speaker={speakers[turn.speaker]}
              interrupted={diagnostics.turns[index]?.interrupted === true}
              nudge={diagnostics.turns[index]?.nudge === true}
              disclosure={diagnostics.turns[index]?.disclosure === true}
              unheard={diagnostics.turns[index]?.unheard ?? ''}
              playedMs={playing?.turn === index ? playing.ms : null}
              {...(play === undefined ? {} : { play })}
            />
          </Fragment>
        ))}
        {lostBefore(transcript.length)}
      </ol>
      {interimText !== '' && (
        // Hidden from screen readers, which would read out each new hypothesis; the finished turn is announced.
        <div className={classes(styles.turn, styles.customer)} aria-hidden="true">
          <div className={styles.head}>
            <span className={styles.speaker}>{speakers.customer}</span>
          </div>
          <p className={styles.interim}>{interimText} …</p>
        </div>
      )}
    </div>
  );
};

/** Scrolls only the log, not the page around it. */
const keepInView = (log: HTMLElement, turn: number): void => {
  const line = log.querySelector(`[data-turn="${turn}"]`);
  if (!(line instanceof HTMLElement) || log.scrollHeight <= log.clientHeight) return;
  const top = line.offsetTop - log.offsetTop;
  if (top < log.scrollTop || top + line.offsetHeight > log.scrollTop + log.clientHeight)
    log.scrollTo({ top: top - log.clientHeight / 3 });
};

interface TurnProps {
  /** In the transcript. */
  readonly index: number;
  readonly turn: CallDetail['transcript'][number];
  /** Name of its speaker. */
  readonly speaker: string;
  readonly interrupted: boolean;
  readonly nudge: boolean;
  readonly disclosure: boolean;
  /** The part of the reply that was not heard. */
  readonly unheard: string;
  /** Position of the recording while it is in this turn; null otherwise. */
  readonly playedMs: number | null;
  readonly play?: (seconds: number) => void;
}

const Turn = memo(
  ({
    index: place,
    turn,
    speaker,
    interrupted,
    nudge,
    disclosure,
    unheard,
    playedMs,
    play,
  }: TurnProps): ReactNode => {
    const { text, audioOffsetMs, audioEndOffsetMs, keys } = turn;
    const seconds = (audioOffsetMs ?? 0) / 1_000;
    const at = audioOffsetMs === null ? '' : lengthOf(seconds);
    const isPlaying = playedMs !== null;
    return (
      <li
        className={classes(styles.turn, COLOURS[turn.speaker], isPlaying && styles.isPlaying)}
        data-speaker={turn.speaker}
        data-turn={place}
        aria-current={isPlaying || undefined}
      >
        <div className={styles.head}>
          <span className={styles.speaker}>{speaker}</span>
          {at !== '' && play !== undefined ? (
            <button
              type="button"
              className={styles.at}
              aria-label={CALL.playFrom(at)}
              onClick={() => play(seconds)}
            >
              {at}
            </button>
          ) : (
            <span className={styles.at}>{at}</span>
          )}
          {nudge && <span className={styles.mark}>{CALL.nudge}</span>}
          {disclosure && <span className={styles.mark}>{CALL.disclosure.turn}</span>}
          {keys === true && <span className={styles.mark}>{CALL.keys}</span>}
          {interrupted && <span className={styles.mark}>{CALL.interrupted}</span>}
        </div>
        {play === undefined || audioOffsetMs === null ? (
          <p>{text}</p>
        ) : (
          <Words
            text={text}
            fromMs={audioOffsetMs}
            toMs={audioEndOffsetMs ?? audioOffsetMs}
            playedMs={playedMs}
            play={play}
          />
        )}
        {unheard !== '' && (
          <p className={styles.unheard}>
            <span className="hidden">{CALL.unheard}</span> {unheard}
          </p>
        )}
        <AnswerSources sources={turn.sources} />
      </li>
    );
  },
);

interface WordsProps {
  readonly text: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly playedMs: number | null;
  readonly play: (seconds: number) => void;
}

/** Words that play the recording from where they are: for the mouse, as the turn's button is for the keyboard. */
const Words = ({ text, fromMs, toMs, playedMs, play }: WordsProps): ReactNode => {
  const words = wordsOf(text, fromMs, toMs);
  const currentIndex = playedMs === null ? -1 : words.findLastIndex((word) => word.fromMs <= playedMs);
  const choose = ({ target }: MouseEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    const word = words[Number(target.dataset.word ?? -1)];
    if (word !== undefined) play(word.fromMs / 1_000);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the turn has a button that does it with the keys.
    <p className={styles.words} onClick={choose}>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a turn stay in their places.
        <span key={index}>
          <span data-word={index} className={index === currentIndex ? styles.isSaid : styles.word}>
            {word.text}
          </span>{' '}
        </span>
      ))}
    </p>
  );
};
