/** Checkboxes for the days of the week, starting on Monday. */
import type { ReactNode, Ref } from 'react';
import { CAMPAIGNS } from '../../features/campaigns/messages.js';

export type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
export const DAYS: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

interface DayTicksProps {
  readonly days: readonly Day[];
  /** Receives the days in the order of the week. */
  readonly onChange: (days: readonly Day[]) => void;
  /** Receives the first checkbox, to move the focus to it. */
  readonly inputRef?: Ref<HTMLInputElement>;
}

export const DayTicks = ({ days, onChange, inputRef }: DayTicksProps): ReactNode =>
  DAYS.map((day, index) => (
    <label key={day} className="tick">
      <input
        ref={index === 0 ? inputRef : undefined}
        type="checkbox"
        checked={days.includes(day)}
        onChange={({ target: { checked } }) =>
          onChange(DAYS.filter((name) => (name === day ? checked : days.includes(name))))
        }
      />
      {CAMPAIGNS.builder.days[day]}
    </label>
  ));
