/** The placeholders in an agent's texts: what fills each of them, and how to fix those that nothing fills. */
import type { ReactNode } from 'react';
import { TEXTS } from '../../texts.js';
import type { Fillable } from './variables.js';
import { placeholdersIn, type Words } from './words.js';

interface PlaceholdersProps {
  readonly words: Words;
  readonly fillables: ReadonlyMap<string, Fillable>;
  readonly grant: (fillable: Fillable) => void;
}

export const Placeholders = ({ words, fillables, grant }: PlaceholdersProps): ReactNode => {
  const texts = TEXTS.agents;
  const held = placeholdersIn(`${words.disclosure} ${words.greeting} ${words.instructions}`);
  return (
    <section className="field" aria-label={texts.placeholders}>
      <p className="small">{texts.placeholders}</p>
      {held.length === 0 && <p className="help">{texts.noPlaceholders}</p>}
      <ul className="chips">
        {held.map((alias) => {
          const fillable = fillables.get(alias);
          const isGranted = words.variables.some((one) => one.alias === alias);
          return (
            <li key={alias} className={isGranted ? 'chip' : 'chip wrong'}>
              <code>{`{{${alias}}}`}</code>{' '}
              {isGranted ? texts.granted : fillable === undefined ? texts.unknown : texts.ungranted}
              {!isGranted && fillable !== undefined && (
                <button type="button" className="link" onClick={() => grant(fillable)}>
                  {texts.grant(fillable.label, fillable.source)}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
