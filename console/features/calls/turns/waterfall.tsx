/**
 * How each answer of the agent came about, on one time axis: from the end of the customer's speech to the audio that
 * was heard.
 */
import type { ReactNode } from 'react';
import type { Data } from '../../../api/client.js';
import { lengthOf } from '../../../ui/format.js';
import { CALL } from '../messages.js';
import styles from './waterfall.module.css';

type Turn = Data<'readVoiceCall'>['diagnostics']['turns'][number];

const STEPS = ['finalTranscriptMs', 'firstTokenMs', 'firstAudioMs', 'firstFrameMs', 'firstPlayedMs'] as const;
type Step = (typeof STEPS)[number];

const COLOURS: Readonly<Record<Step, string | undefined>> = {
  finalTranscriptMs: styles.finalTranscriptMs,
  firstTokenMs: styles.firstTokenMs,
  firstAudioMs: styles.firstAudioMs,
  firstFrameMs: styles.firstFrameMs,
  firstPlayedMs: styles.firstPlayedMs,
};

/** The axis ends at a multiple of this, ms. */
const GRID_MS = 250;

/** A step of an answer as a bar; percentages of the axis, 0 to 100. */
interface Bar {
  readonly step: Step;
  readonly from: number;
  readonly width: number;
}

/** Bars from each measured step to the next. `axisMs` is the length of the axis. */
const barsOf = (latencies: NonNullable<Turn['latencies']>, axisMs: number): readonly Bar[] => {
  let before = 0;
  return STEPS.flatMap((step) => {
    const ms = latencies[step];
    if (ms === null) return [];
    const from = before;
    before = Math.max(before, ms);
    return [{ step, from: (from / axisMs) * 100, width: ((before - from) / axisMs) * 100 }];
  });
};

/** The length that the axis needs, ms. */
const axisOf = (turns: readonly Turn[]): number => {
  const longest = Math.max(
    0,
    ...turns.flatMap(({ latencies }) =>
      latencies === null ? [] : STEPS.map((step) => latencies[step] ?? 0),
    ),
  );
  return Math.max(GRID_MS, Math.ceil(longest / GRID_MS) * GRID_MS);
};

export const Waterfall = ({ turns }: { readonly turns: readonly Turn[] }): ReactNode => {
  const measured = turns.filter(({ latencies }) => latencies !== null);
  if (measured.length === 0) return <p className="quiet">{CALL.noTiming}</p>;
  const axisMs = axisOf(measured);
  return (
    <>
      <p className="help">{CALL.timing}</p>
      <ul className={styles.legend}>
        {STEPS.map((step) => (
          <li key={step}>
            <svg width="12" height="12" aria-hidden="true">
              <rect className={COLOURS[step]} width="12" height="12" rx="2" />
            </svg>
            {CALL.steps[step]}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
      <section className={styles.scrolls} tabIndex={0} aria-label={CALL.tabs.timing}>
        <table className={styles.waterfall}>
          <thead>
            <tr>
              <th scope="col">{CALL.turn}</th>
              <th scope="col" className={styles.axis}>
                <span>0</span>
                <span>{axisMs} ms</span>
              </th>
              {STEPS.map((step) => (
                <th key={step} scope="col" className={styles.figure}>
                  {CALL.steps[step]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measured.map(({ audioOffsetMs, latencies }) => (
              <tr key={audioOffsetMs}>
                <th scope="row">{lengthOf((audioOffsetMs ?? 0) / 1_000)}</th>
                <td className={styles.axis}>
                  <svg width="100%" height="14" aria-hidden="true">
                    {latencies !== null &&
                      barsOf(latencies, axisMs).map(({ step, from, width }) => (
                        <rect
                          key={step}
                          className={COLOURS[step]}
                          x={`${from}%`}
                          width={`${width}%`}
                          height="14"
                        />
                      ))}
                  </svg>
                </td>
                {STEPS.map((step) => (
                  <td key={step} className={styles.figure}>
                    {latencies === null || latencies[step] === null ? '–' : Math.round(latencies[step])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
};
