/** Quiet hours on the command line. */
import { quietHoursProblems } from '../../../operations/outreach/calling-hours.js';
import { WEEKDAYS } from '../../../schemas/campaigns/call-window.js';
import {
  type LocalHours,
  MAX_QUIET_PERIODS,
  type QuietHours,
} from '../../../schemas/campaigns/calling-hours.js';
import { TIME_OF_DAY_PATTERN } from '../../../schemas/patterns.js';
import { ConfigError } from '../../config/index.js';

/** A period, for help texts and errors. */
export const PERIOD_EXAMPLE = 'mon-fri=21:00-08:00';

const DAY_NAMES: readonly string[] = WEEKDAYS;

/**
 * Periods as an operator writes them: `mon-fri=21:00-08:00`, `sat,sun=00:00-00:00`.
 * @throws ConfigError
 */
export const readQuietPeriods = (texts: readonly string[]): QuietHours => {
  if (texts.length > MAX_QUIET_PERIODS)
    throw new ConfigError(`--quiet has ${texts.length} periods; the maximum is ${MAX_QUIET_PERIODS}`);
  const hours = texts.map(periodOf);
  const [problem] = quietHoursProblems(hours);
  if (problem !== undefined) throw new ConfigError(`--quiet ${problem.message}`);
  return hours;
};

/** @throws ConfigError */
const periodOf = (text: string): LocalHours => {
  const [dayText = '', times = '', ...more] = text.split('=');
  const [start = '', end = '', ...rest] = times.split('-');
  const days = dayText.split(',').map(daysOf);
  const isTime = new RegExp(TIME_OF_DAY_PATTERN);
  if (more.length + rest.length === 0 && !days.includes(null) && isTime.test(start) && isTime.test(end)) {
    const named = new Set(days.flatMap((part) => part ?? []));
    return { days: WEEKDAYS.filter((day) => named.has(day)), start, end };
  }
  throw new ConfigError(
    `--quiet has "${text}"; write days (${WEEKDAYS.join(', ')}, or a range) and two times, like ${PERIOD_EXAMPLE}`,
  );
};

/** The days of a name or a range, which may wrap around the end of the week; null if the text is neither. */
const daysOf = (text: string): readonly LocalHours['days'][number][] | null => {
  const ends = text
    .trim()
    .toLowerCase()
    .split('-')
    .map((name) => DAY_NAMES.indexOf(name));
  const [first = -1, last = first] = ends;
  if (ends.length > 2 || first < 0 || last < 0) return null;
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, place) => WEEKDAYS[(first + place) % 7]).flatMap((day) => day ?? []);
};
