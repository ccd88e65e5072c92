/** Who speaks when on a call, as bars: the customer above, the agent below. */
import type { ReactNode } from 'react';
import type { Data } from '../../../api/client.js';
import { CALLS } from '../messages.js';
import styles from './calls.module.css';

type Waveform = Data<'listVoiceCalls'>['calls'][number]['waveform'];

/** Width of a slice and height of a side, px. */
const SLICE = 3;
const SIDE = 10;
/** The largest digit of a lane. */
const FULL = 9;

/** One path for each side, because a list has many of them. */
const pathOf = (lane: string, direction: 1 | -1): string =>
  [...lane]
    .map((digit, slice) =>
      digit === '0'
        ? ''
        : `M${slice * SLICE} ${SIDE}h2v${(-direction * Math.max(1, (Number(digit) / FULL) * SIDE)).toFixed(1)}h-2z`,
    )
    .join('');

export const MiniWave = ({ waveform }: { readonly waveform: Waveform }): ReactNode =>
  waveform != null && (
    <svg
      className={styles.wave}
      width={waveform.customer.length * SLICE}
      height={2 * SIDE}
      role="img"
      aria-label={CALLS.waveform}
    >
      <path className={styles.ofCustomer} d={pathOf(waveform.customer, 1)} />
      <path className={styles.ofAgent} d={pathOf(waveform.agent, -1)} />
    </svg>
  );
