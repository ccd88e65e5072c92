/** A list of which several can be chosen. */
import type { ReactNode } from 'react';

/** The list without the id, or with it. */
export const toggled = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((selectedId) => selectedId !== id) : [...ids, id];

/** Whether an id cannot be added, because `most` are in the list already. */
export const isFull = (ids: readonly string[], id: string, most: number): boolean =>
  !ids.includes(id) && ids.length >= most;

interface TicksProps {
  readonly legend: string;
  /** Shown instead of an empty list. */
  readonly none: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: readonly string[];
  /** How many can be chosen. */
  readonly most?: number;
  readonly onToggle: (id: string) => void;
}

export const Ticks = ({
  legend,
  none,
  choices,
  chosen,
  most = Number.POSITIVE_INFINITY,
  onToggle,
}: TicksProps): ReactNode => (
  <fieldset className="ticks">
    <legend className="small">{legend}</legend>
    {choices.length === 0 && <p className="help">{none}</p>}
    {choices.map(({ id, name }) => (
      <label key={id} className="tick">
        <input
          type="checkbox"
          checked={chosen.includes(id)}
          disabled={isFull(chosen, id, most)}
          onChange={() => onToggle(id)}
        />{' '}
        {name}
      </label>
    ))}
  </fieldset>
);
