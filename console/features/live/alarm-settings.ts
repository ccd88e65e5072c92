/** Which alarms a user wants, and how they are announced; remembered in this browser. */
import { useRememberedValue } from '../../ui/remembered.js';
import { ALARMS, type Alarm, type AlarmRules, SILENCE_LIMITS, SLOW_LIMITS } from './alarms.js';

export interface AlarmSettings {
  readonly rules: AlarmRules;
  readonly sound: boolean;
  /** Notifications of the operating system, while the page is not in front. */
  readonly notify: boolean;
}

export const INITIAL_SETTINGS: AlarmSettings = {
  rules: { wanted: new Set(ALARMS), slowMs: SLOW_LIMITS.initial, silenceMs: SILENCE_LIMITS.initial },
  sound: false,
  notify: false,
};

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly initial: number;
}

/** Within the limits; the initial value for what is no number. */
export const within = (value: unknown, { min, max, initial }: Limits): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : initial;

const isAlarm = (value: unknown): value is Alarm => ALARMS.some((alarm) => alarm === value);

/** The settings in a stored text; initial ones where it has none, or others than we write. */
export const settingsIn = (stored: string | null): AlarmSettings => {
  const value = parsed(stored);
  if (typeof value !== 'object' || value === null) return INITIAL_SETTINGS;
  const facts = new Map<string, unknown>(Object.entries(value));
  const wanted = facts.get('wanted');
  return {
    rules: {
      wanted: Array.isArray(wanted) ? new Set(wanted.filter(isAlarm)) : INITIAL_SETTINGS.rules.wanted,
      slowMs: within(facts.get('slowMs'), SLOW_LIMITS),
      silenceMs: within(facts.get('silenceMs'), SILENCE_LIMITS),
    },
    sound: facts.get('sound') === true,
    notify: facts.get('notify') === true,
  };
};

export const storedForm = ({ rules, sound, notify }: AlarmSettings): string =>
  JSON.stringify({
    wanted: [...rules.wanted],
    slowMs: rules.slowMs,
    silenceMs: rules.silenceMs,
    sound,
    notify,
  });

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

export const useAlarmSettings = (): readonly [AlarmSettings, (settings: AlarmSettings) => void] =>
  useRememberedValue<AlarmSettings>('live.alarms', { parse: settingsIn, print: storedForm });
