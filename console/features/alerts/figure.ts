/** A figure of a metric in words. Pure. */
import { creditsOf } from '../../ui/format.js';
import { plural } from '../../ui/plural.js';
import { FORMS, type Metric, typedValue } from './draft.js';

/** `70 %`, `1.5 s`, `12.50 credits`, `4 days`. */
export const figureOf = (metric: Metric, value: number): string => {
  const typed = typedValue(metric, value);
  const { unit } = FORMS[metric];
  switch (unit) {
    case 'percent':
      return `${Number(typed.toFixed(1))} %`;
    case 'seconds':
      return `${Number(typed.toFixed(2))} s`;
    case 'credits':
      return `${creditsOf(value)} credits`;
    case 'days':
      return plural(Number(typed.toFixed(1)), 'day', 'days');
    default:
      return unit satisfies never;
  }
};
