/**
 * The recording: drawn, played by mouse and keyboard, with the events of the call marked on its axis. A link to it
 * lasts five minutes; when it has expired, a new one is requested and the recording continues where it was.
 */
import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent as KeyPress,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '../../../ui/classes.js';
import { lengthOf } from '../../../ui/format.js';
import { formatNumber } from '../../../ui/i18n/language.js';
import { CALL } from '../messages.js';
import { readPeaks } from '../turns/peaks.js';
import type { SpeakerNames } from '../turns/speakers.js';
import type { LostSpeech, SpeechSegment, ToolMark } from '../turns/timeline.js';
import styles from './recording.module.css';

const Waveform = lazy(() => import('../turns/waveform.js').then(({ Waveform: part }) => ({ default: part })));

/** Longer recordings take too much memory to decode, s. */
const MOST_DRAWN_S = 3_600;
/** Step of an arrow key, s. */
const STEP_S = 5;
const SPEEDS = [1, 1.5, 2] as const;

/** The customer's stretches have the usual colour. */
const SPOKEN: Readonly<Record<SpeechSegment['speaker'], string | null | undefined>> = {
  customer: null,
  assistant: styles.assistant,
  human: styles.human,
};

interface RecordingProps {
  readonly speakers: SpeakerNames;
  readonly callId: string;
  /** A signed link, relative to the root of the service. */
  readonly source: string;
  readonly seconds: number;
  readonly segments: readonly SpeechSegment[];
  readonly toolMarks: readonly ToolMark[];
  /** Speech that was not understood. */
  readonly lost: readonly LostSpeech[];
  readonly player: RefObject<HTMLAudioElement>;
  /** Plays from there, ms, as soon as it can be played; another object plays again. */
  readonly start?: { readonly atMs: number };
  /** Receives the position, ms; null while it has not been played. */
  readonly onPositionChange: (ms: number | null) => void;
  /** Requests a new link. */
  readonly renew: () => void;
  readonly children?: ReactNode;
}

export const Recording = (props: RecordingProps): ReactNode => {
  const { source, player, onPositionChange, renew, children } = props;
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(props.seconds);
  const [broken, setBroken] = useState(false);
  const resumeAt = useRef<number | null>(null);
  const handlePosition = ({ currentTime }: HTMLAudioElement): void => {
    setAt(currentTime);
    onPositionChange(currentTime * 1_000);
  };
  const handleError = (audio: HTMLAudioElement): void => {
    // Only once: if a fresh link fails, the reason is not that it expired.
    if (resumeAt.current !== null) return setBroken(true);
    resumeAt.current = audio.currentTime;
    renew();
  };
  const handleReady = (audio: HTMLAudioElement): void => {
    if (Number.isFinite(audio.duration)) setLength(audio.duration);
    setBroken(false);
    if (resumeAt.current === null) return;
    audio.currentTime = resumeAt.current;
    resumeAt.current = null;
    if (playing) audio.play().catch(() => undefined);
  };
  useKeys(player);
  useStart(player, props.start);
  return (
    <section className={styles.recording} aria-label={CALL.recording}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is below it. */}
      <audio
        ref={player}
        preload="metadata"
        src={source}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => handlePosition(currentTarget)}
        onSeeked={({ currentTarget }) => handlePosition(currentTarget)}
        onLoadedMetadata={({ currentTarget }) => handleReady(currentTarget)}
        onError={({ currentTarget }) => handleError(currentTarget)}
      />
      <Lanes {...props} seconds={length} at={at} />
      <div className={styles.player}>
        <button
          type="button"
          className={classes('main', styles.play)}
          onClick={() => void toggle(player.current)}
        >
          {playing ? CALL.listen.pause : CALL.listen.play}
        </button>
        <span className="figure quiet">
          {lengthOf(at)} / {lengthOf(length)}
        </span>
        <Speed player={player} />
        <span className="grows" />
        {children}
      </div>
      {broken && (
        <p className="small bad" role="alert">
          {CALL.listen.failed}
        </p>
      )}
    </section>
  );
};

const useStart = (player: RefObject<HTMLAudioElement>, start: RecordingProps['start']): void =>
  useEffect(() => {
    const { current: audio } = player;
    if (audio === null || start === undefined) return;
    const begin = (): void => {
      audio.currentTime = start.atMs / 1_000;
      // The browser may not let pages play before the user has done something.
      audio.play().catch(() => undefined);
    };
    if (audio.readyState >= audio.HAVE_METADATA) return begin();
    audio.addEventListener('loadedmetadata', begin, { once: true });
    return () => audio.removeEventListener('loadedmetadata', begin);
  }, [player, start]);

const toggle = async (audio: HTMLAudioElement | null): Promise<void> => {
  if (audio === null) return;
  // Leaving the page while playback starts is not an error.
  if (audio.paused) await audio.play().catch(() => undefined);
  else audio.pause();
};

const step = (audio: HTMLAudioElement, seconds: number): void => {
  audio.currentTime = Math.min(audio.duration || 0, Math.max(0, audio.currentTime + seconds));
};

/** Space and arrow keys, wherever nothing else on the page uses them. */
const useKeys = (player: RefObject<HTMLAudioElement>): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const { current: audio } = player;
      const { target, key } = event;
      if (audio === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const taken = 'input, textarea, select, button, a, [role="tab"], [role="dialog"] *';
      if (target instanceof HTMLElement && target.matches(taken)) return;
      if (key === ' ') void toggle(audio);
      else if (key === 'ArrowLeft') step(audio, -STEP_S);
      else if (key === 'ArrowRight') step(audio, STEP_S);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [player]);
};

const Speed = ({ player }: { readonly player: RefObject<HTMLAudioElement> }): ReactNode => {
  const [index, setIndex] = useState(0);
  const speed = SPEEDS[index] ?? 1;
  const next = (): void => {
    const after = (index + 1) % SPEEDS.length;
    if (player.current !== null) player.current.playbackRate = SPEEDS[after] ?? 1;
    setIndex(after);
  };
  return (
    <button type="button" className="plain figure" aria-label={CALL.listen.speed(speed)} onClick={next}>
      {formatNumber(speed)}×
    </button>
  );
};

/** Both sides, and the events. The slider is for keyboards and screen readers. */
const Lanes = (props: RecordingProps & { readonly at: number }): ReactNode => {
  const { callId, source, seconds, speakers, segments, toolMarks, lost, player, at } = props;
  const texts = CALL.listen;
  const isLong = seconds > MOST_DRAWN_S;
  const peaks = useQuery({
    // The link changes, but the recording does not.
    queryKey: ['peaks', callId],
    queryFn: ({ signal }) => readPeaks(source, signal),
    enabled: !isLong,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const position = (ms: number): string => `${Math.min(100, (ms / Math.max(1, seconds * 1_000)) * 100)}%`;
  const interruptions = segments.filter(({ interrupted }) => interrupted);
  const nudges = segments.filter(({ nudge }) => nudge);
  const keys = (event: KeyPress): void => {
    const { current: audio } = player;
    if (audio === null) return;
    if (event.key === 'Home') audio.currentTime = 0;
    else if (event.key === 'End') audio.currentTime = audio.duration || 0;
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div
        className={styles.lanes}
        role="slider"
        tabIndex={0}
        aria-label={texts.position}
        aria-valuemin={0}
        aria-valuemax={Math.round(seconds)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={texts.at(lengthOf(at), lengthOf(seconds))}
        title={texts.keys}
        onKeyDown={keys}
      >
        <div className={styles.stretches} aria-hidden="true">
          {segments.map(({ turn, speaker, fromMs, toMs, held }) => (
            <span
              key={turn}
              className={classes(styles.stretch, SPOKEN[speaker], held && styles.held)}
              data-speech={held ? 'held' : speaker}
              style={{ left: position(fromMs), width: position(toMs - fromMs) }}
            />
          ))}
          {lost.map(({ fromMs, toMs }) =>
            fromMs === null ? null : (
              <span
                key={`lost ${fromMs}`}
                className={classes(styles.stretch, styles.lost)}
                data-speech="lost"
                style={{ left: position(fromMs), width: position((toMs ?? fromMs) - fromMs) }}
                title={CALL.lost}
              />
            ),
          )}
          {nudges.map(({ turn, fromMs }) => (
            <span
              key={turn}
              className={styles.nudge}
              data-mark="nudge"
              style={{ left: position(fromMs) }}
              title={texts.legend.nudge}
            />
          ))}
          {interruptions.map(({ turn, toMs }) => (
            <span
              key={turn}
              className={styles.cut}
              data-mark="interrupted"
              style={{ left: position(toMs) }}
              title={texts.legend.interrupted}
            />
          ))}
        </div>
        {peaks.data !== undefined && player.current !== null && (
          <Suspense fallback={null}>
            <Waveform peaks={peaks.data} player={player.current} />
          </Suspense>
        )}
        {peaks.data === undefined && (
          <p className={classes('quiet', styles.undrawn)}>
            {isLong ? texts.long : peaks.error === null ? texts.drawing : texts.undrawn}
          </p>
        )}
      </div>
      <div className={classes('figure', styles.ruler)} aria-hidden="true">
        {ticksOf(seconds).map((second) => (
          <span key={second} style={{ left: position(second * 1_000) }}>
            {lengthOf(second)}
          </span>
        ))}
        {toolMarks.map(({ name, atMs }) => (
          <span
            key={`${name} ${atMs}`}
            className={styles.deed}
            data-mark="tool"
            style={{ left: position(atMs) }}
            title={name}
          >
            ▲
          </span>
        ))}
      </div>
      <Legend speakers={speakers} segments={segments} toolMarks={toolMarks} lost={lost} />
    </>
  );
};

/** The share of the axis up to which a label has place. */
const LAST_TICK = 0.9;

/** Labelled times on the axis: at most some eight, at round intervals, and none that the end would cut off. */
const ticksOf = (seconds: number): readonly number[] => {
  const every =
    [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800].find((interval) => seconds / interval <= 8) ?? 3_600;
  const all = Array.from({ length: Math.floor(seconds / every) + 1 }, (_, tick) => tick * every);
  return all.filter((second) => second <= seconds * LAST_TICK);
};

/** Explains the marks that are present. */
const Legend = ({
  speakers,
  segments,
  toolMarks,
  lost,
}: Pick<RecordingProps, 'speakers' | 'segments' | 'toolMarks' | 'lost'>): ReactNode => {
  const { legend } = CALL.listen;
  const rows: readonly (readonly [string, string, boolean])[] = [
    [classes(styles.stretch), speakers.customer, true],
    [classes(styles.stretch, styles.assistant), speakers.assistant, true],
    [
      classes(styles.stretch, styles.human),
      speakers.human,
      segments.some(({ speaker }) => speaker === 'human'),
    ],
    [classes(styles.stretch, styles.held), legend.held, segments.some(({ held }) => held)],
    [classes(styles.stretch, styles.lost), CALL.lost, lost.some(({ fromMs }) => fromMs !== null)],
    [classes(styles.cut), legend.interrupted, segments.some(({ interrupted }) => interrupted)],
    [classes(styles.nudge), legend.nudge, segments.some(({ nudge }) => nudge)],
    [classes(styles.deed), legend.tool, toolMarks.length > 0],
  ];
  return (
    <ul className={styles.legend}>
      {rows.map(([sign, name, isThere]) =>
        isThere ? (
          <li key={name}>
            <span className={classes(styles.sign, sign)} aria-hidden="true">
              {sign === styles.deed ? '▲' : ''}
            </span>
            {name}
          </li>
        ) : null,
      )}
    </ul>
  );
};
