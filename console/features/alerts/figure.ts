/** A figure of a metric in words. Pure. */
import { creditsOf } from '../../ui/format.js';
import { FORMS, type Metric, typedValue } from './draft.js';
import { ALERTS } from './messages.js';

/** `70 %`, `1.5 s`, `12.50 credits`, `4 days`. */
export const figureOf = (metric: Metric, value: number): string => {
  const typed = typedValue(metric, value);
  const { unit } = FORMS[metric];
  const { percent, seconds, credits, days } = ALERTS.figures;
  switch (unit) {
    case 'percent':
      return percent(Number(typed.toFixed(1)));
    case 'seconds':
      return seconds(Number(typed.toFixed(2)));
    case 'credits':
      return credits(creditsOf(value));
    case 'days':
      return days(Number(typed.toFixed(1)));
    default:
      return unit satisfies never;
  }
};
