/** A period of time that a page shows: a preset that moves with the clock, or days of one's choice. Kept in the address. */
import { type Filters, startOfDay } from '../filters.js';

export const PRESETS = ['today', '7d', '30d'] as const;
export type Preset = (typeof PRESETS)[number];

export type Period =
  | { readonly type: 'all' }
  | { readonly type: 'preset'; readonly preset: Preset }
  /** Days like 2026-03-31, the last included; empty means no bound. */
  | { readonly type: 'custom'; readonly from: string; readonly to: string };

/** Instants in the API's format; null means no bound. */
export interface Bounds {
  readonly from: string | null;
  /** Excluded. */
  readonly to: string | null;
}

const DAYS: Readonly<Record<Preset, number>> = { today: 1, '7d': 7, '30d': 30 };

/** The period in the address: `period=7d`, or `from` and `to`. */
export const periodOf = ({ filterOf }: Pick<Filters, 'filterOf'>, fallback: Preset | 'all'): Period => {
  const [name, from, to] = [filterOf('period'), filterOf('from'), filterOf('to')];
  if (name === 'custom' || (name === '' && (from !== '' || to !== ''))) return { type: 'custom', from, to };
  if (name === 'all') return { type: 'all' };
  const preset = PRESETS.find((candidate) => candidate === name) ?? fallback;
  return preset === 'all' ? { type: 'all' } : { type: 'preset', preset };
};

/** The bounds of a period in the viewer's time zone. A preset ends now, and begins at a midnight. */
export const boundsOf = (period: Period, now: Date): Bounds => {
  switch (period.type) {
    case 'all':
      return { from: null, to: null };
    case 'preset': {
      const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS[period.preset] + 1);
      return { from: first.toISOString(), to: null };
    }
    case 'custom':
      return { from: startOfDay(period.from, 0), to: startOfDay(period.to, 1) };
    default:
      return period satisfies never;
  }
};
