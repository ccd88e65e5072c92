/** Each turn of the customer with the recorded answer and the new one, which can both be heard. */
import type { ReactNode } from 'react';
import type { CallDetail } from '../turns/timeline.js';
import styles from './comparing.module.css';
import { COMPARING as texts } from './messages.js';
import { type Exchange, MOST_TURNS } from './turns.js';
import { useSides, type VersionVoice } from './use-sides.js';

interface SideBySideProps {
  readonly detail: CallDetail;
  readonly exchanges: readonly Exchange[];
  /** Of the version that answers. */
  readonly name: string;
  readonly voice: VersionVoice;
  readonly testId: string | null;
  /** By turn of the customer. */
  readonly answers: readonly string[];
  readonly isRunning: boolean;
}

export const SideBySide = (props: SideBySideProps): ReactNode => {
  const { detail, exchanges, name, voice, testId, answers, isRunning } = props;
  const sides = useSides();
  const { call, recordingUrl } = detail;
  const numbered = numberedOf(exchanges);
  return (
    <section className={styles.turns} aria-label={texts.title}>
      {sides.hasFailed && <p role="alert">{texts.cannotPlay}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.customer}</th>
            <th scope="col">{texts.recorded(call.agentVersion ?? null)}</th>
            <th scope="col">
              {texts.new(name)}
              {sides.voiceName !== null && <small className="quiet"> {texts.voice(sides.voiceName)}</small>}
            </th>
          </tr>
        </thead>
        <tbody>
          {numbered.map(({ number, customer, answer }) => {
            const nameA = texts.playA(number);
            const nameB = texts.playB(number);
            const answerB = customer === null ? undefined : answers[number - 1];
            const { fromMs, toMs } = answer;
            return (
              <tr key={number}>
                <th scope="row">{customer ?? texts.greeting}</th>
                <td>
                  <p>{answer.texts.length === 0 ? texts.silent : answer.texts.join(' ')}</p>
                  {recordingUrl !== undefined && fromMs !== null && (
                    <PlayButton
                      name={nameA}
                      playing={sides.playing}
                      onStop={sides.stop}
                      onPlay={() => sides.playA(nameA, call.id, { fromMs, toMs })}
                    />
                  )}
                  {answer.texts.length > 0 && (recordingUrl === undefined || fromMs === null) && (
                    <small className="quiet">{texts.noRecording}</small>
                  )}
                </td>
                <td>
                  {answerB !== undefined && <p>{answerB === '' ? texts.silent : answerB}</p>}
                  {answerB === undefined &&
                    customer !== null &&
                    isRunning &&
                    number === answers.length + 1 && <p className="quiet">{texts.waiting}</p>}
                  {answerB !== undefined && answerB !== '' && testId !== null && (
                    <PlayButton
                      name={nameB}
                      playing={sides.playing}
                      onStop={sides.stop}
                      onPlay={() => sides.playB(nameB, testId, answerB, voice)}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

interface Numbered extends Exchange {
  /** Of the customer's turn, from 1; 0 of what was said before. */
  readonly number: number;
}

const numberedOf = (exchanges: readonly Exchange[]): readonly Numbered[] => {
  const first = exchanges[0]?.customer === null ? 0 : 1;
  return exchanges
    .map((exchange, index) => ({ ...exchange, number: index + first }))
    .filter(({ number }) => number <= MOST_TURNS);
};

interface PlayButtonProps {
  readonly name: string;
  readonly playing: string | null;
  readonly onPlay: () => void;
  readonly onStop: () => void;
}

const PlayButton = ({ name, playing, onPlay, onStop }: PlayButtonProps): ReactNode => {
  const isPlaying = playing === name;
  return (
    <button
      type="button"
      className="plain"
      aria-label={isPlaying ? undefined : name}
      onClick={isPlaying ? onStop : onPlay}
    >
      {isPlaying ? texts.stopPlaying : texts.play}
    </button>
  );
};
