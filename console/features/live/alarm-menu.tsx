/** The user's choice of alarms, and of how they are announced. */
import { Popover, PopoverDisclosure, PopoverHeading, PopoverProvider } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { Field } from '../../ui/forms/field.js';
import styles from './alarm-menu.module.css';
import type { AlarmSettings } from './alarm-settings.js';
import { within } from './alarm-settings.js';
import { ALARMS, SILENCE_LIMITS, SLOW_LIMITS } from './alarms.js';
import { chime } from './chime.js';
import { LIVE } from './messages.js';

interface AlarmMenuProps {
  readonly settings: AlarmSettings;
  readonly onChange: (settings: AlarmSettings) => void;
}

export const AlarmMenu = ({ settings, onChange }: AlarmMenuProps): ReactNode => {
  const { alarmMenu: texts } = LIVE;
  const { rules } = settings;
  const want = (alarm: (typeof ALARMS)[number], wanted: boolean): void => {
    const changed = new Set(rules.wanted);
    if (wanted) changed.add(alarm);
    else changed.delete(alarm);
    onChange({ ...settings, rules: { ...rules, wanted: changed } });
  };
  return (
    <PopoverProvider placement="bottom-end">
      <PopoverDisclosure className="plain">{texts.title}</PopoverDisclosure>
      <Popover className={`floats ${styles.menu}`} gutter={4} portal>
        <PopoverHeading className={styles.title}>{texts.title}</PopoverHeading>
        <fieldset className={styles.choices}>
          <legend>{texts.choose}</legend>
          {ALARMS.map((alarm) => (
            <Tick
              key={alarm}
              label={texts[alarm]}
              checked={rules.wanted.has(alarm)}
              onChange={(wanted) => want(alarm, wanted)}
            />
          ))}
        </fieldset>
        <div className={styles.limits}>
          <Seconds
            label={texts.silenceAfter}
            ms={rules.silenceMs}
            limits={SILENCE_LIMITS}
            step={1}
            onChange={(silenceMs) => onChange({ ...settings, rules: { ...rules, silenceMs } })}
          />
          <Seconds
            label={texts.slowAfter}
            ms={rules.slowMs}
            limits={SLOW_LIMITS}
            step={0.1}
            onChange={(slowMs) => onChange({ ...settings, rules: { ...rules, slowMs } })}
          />
        </div>
        <Tick
          label={texts.sound}
          checked={settings.sound}
          onChange={(sound) => {
            // What it sounds like; and the click allows the page to play it later.
            if (sound) chime();
            onChange({ ...settings, sound });
          }}
        />
        <Notify settings={settings} onChange={onChange} />
      </Popover>
    </PopoverProvider>
  );
};

interface TickProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

const Tick = ({ label, checked, onChange }: TickProps): ReactNode => (
  <label className={styles.choice}>
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
);

interface SecondsProps {
  readonly label: string;
  readonly ms: number;
  readonly limits: { readonly min: number; readonly max: number; readonly initial: number };
  /** s */
  readonly step: number;
  readonly onChange: (ms: number) => void;
}

/** A number that is out of bounds takes effect as the nearest one within them, once the field is left. */
const Seconds = ({ label, ms, limits, step, onChange }: SecondsProps): ReactNode => {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    if (typed !== null)
      onChange(typed.trim() === '' ? limits.initial : within(Number(typed) * 1_000, limits));
    setTyped(null);
  };
  return (
    <Field
      label={label}
      type="number"
      inputMode="decimal"
      min={limits.min / 1_000}
      max={limits.max / 1_000}
      step={step}
      value={typed ?? String(ms / 1_000)}
      onChange={setTyped}
      onBlur={commit}
    />
  );
};

/** The browser is asked for its permission when notifications are switched on. */
const Notify = ({ settings, onChange }: AlarmMenuProps): ReactNode => {
  const { alarmMenu: texts } = LIVE;
  const [isDenied, setDenied] = useState(false);
  const isSupported = 'Notification' in window;
  const change = async (notify: boolean): Promise<void> => {
    const isAllowed = !notify || (await Notification.requestPermission()) === 'granted';
    setDenied(!isAllowed);
    onChange({ ...settings, notify: notify && isAllowed });
  };
  return isSupported ? (
    <>
      <Tick label={texts.notify} checked={settings.notify} onChange={(notify) => void change(notify)} />
      {isDenied && (
        <p className="wrong" role="alert">
          {texts.denied}
        </p>
      )}
    </>
  ) : (
    <p className="help">{texts.unsupported}</p>
  );
};
