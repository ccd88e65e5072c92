/** The alarms of the calls on the page, checked every second, and announced once each. */
import { useEffect, useRef, useState } from 'react';
import { type ActiveCall, displayNameOf } from './active-call.js';
import type { AlarmSettings } from './alarm-settings.js';
import { type Alarm, alarmsOf } from './alarms.js';
import { chime } from './chime.js';
import { LIVE } from './messages.js';
import type { VoiceBoard } from './voice-board.js';

export type AlarmsById = ReadonlyMap<string, readonly Alarm[]>;

interface Watched {
  readonly calls: readonly ActiveCall[];
  readonly board: VoiceBoard;
  readonly settings: AlarmSettings;
  /** Opens a call, from its notification. */
  readonly open: (callId: string) => void;
}

const CHECK_MS = 1_000;

/** Calls without alarms are left out. */
const alarmsOfAll = ({ calls, board, settings }: Watched, now: number): AlarmsById =>
  new Map(
    calls.flatMap((call) => {
      const alarms = alarmsOf(call, settings.rules, { voiceAt: board.lastHeardAt(call.id), now });
      return alarms.length === 0 ? [] : [[call.id, alarms] as const];
    }),
  );

const textOf = (alarms: AlarmsById): string =>
  [...alarms].map(([id, names]) => `${id} ${names.join(' ')}`).join('\n');

/** The same object until an alarm begins or ends. */
export const useAlarms = (watched: Watched): AlarmsById => {
  const [alarms, setAlarms] = useState<AlarmsById>(new Map());
  const latest = useRef(watched);
  latest.current = watched;
  const known = useRef<AlarmsById>(alarms);
  useEffect(() => {
    const check = (): void => {
      const current = alarmsOfAll(latest.current, Date.now());
      if (textOf(current) === textOf(known.current)) return;
      announce(latest.current, known.current, current);
      known.current = current;
      setAlarms(current);
    };
    check();
    const timer = setInterval(check, CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return alarms;
};

/** A sound for all new alarms together, and a notification for each call that has one. */
const announce = ({ calls, settings, open }: Watched, before: AlarmsById, after: AlarmsById): void => {
  const fresh = calls.flatMap((call) => {
    const alarm = after.get(call.id)?.find((name) => before.get(call.id)?.includes(name) !== true);
    return alarm === undefined ? [] : [{ call, alarm }];
  });
  if (fresh.length === 0) return;
  if (settings.sound) chime();
  if (!settings.notify || document.hasFocus() || !('Notification' in window)) return;
  for (const { call, alarm } of fresh) {
    // The tag replaces an earlier notification of the same call.
    const notification = new Notification(displayNameOf(call), { body: LIVE.alarms[alarm], tag: call.id });
    notification.onclick = () => {
      window.focus();
      open(call.id);
      notification.close();
    };
  }
};
