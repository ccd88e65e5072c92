/** A list of which any number can be chosen. */
import type { ReactNode } from 'react';

/** The list without the id, or with it. */
export const toggled = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((selectedId) => selectedId !== id) : [...ids, id];

interface TicksProps {
  readonly legend: string;
  /** Shown instead of an empty list. */
  readonly none: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
}

export const Ticks = ({ legend, none, choices, chosen, onToggle }: TicksProps): ReactNode => (
  <fieldset className="ticks">
    <legend className="small">{legend}</legend>
    {choices.length === 0 && <p className="help">{none}</p>}
    {choices.map(({ id, name }) => (
      <label key={id} className="tick">
        <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} /> {name}
      </label>
    ))}
  </fieldset>
);
