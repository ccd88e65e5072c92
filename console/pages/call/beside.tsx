/** Operators on a call: who listened, who spoke in the agent's place, and their notes to it. */
import type { ReactNode } from 'react';
import type { CallDetail } from '../../parts/moments.js';
import { lengthOf, Time } from '../../parts/words.js';
import { TEXTS } from '../../texts.js';

type Operators = NonNullable<CallDetail['diagnostics']['operators']>;

interface Deed {
  readonly who: string;
  readonly what: string;
  readonly at: string;
  /** Null if it is still going on, or has no duration. */
  readonly until: string | null;
  readonly said: string | null;
}

/** In the order in which they began. */
const deedsOf = ({ lines, takeOvers, agentNotes }: Operators): readonly Deed[] => {
  const { beside } = TEXTS.call;
  const nameOf = ({ type, name }: Operators['lines'][number]['by']): string => name ?? beside.unnamed[type];
  return [
    ...lines.map(({ by, joinedAt, leftAt }) => ({
      who: nameOf(by),
      what: beside.listened,
      at: joinedAt,
      until: leftAt,
      said: null,
    })),
    ...takeOvers.map(({ by, at, until, reason, note }) => ({
      who: nameOf(by),
      what: beside.spoke[reason ?? 'now'],
      at,
      until,
      said: note,
    })),
    ...agentNotes.map(({ by, at, text }) => ({
      who: nameOf(by),
      what: beside.told,
      at,
      until: null,
      said: text,
    })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
};

export const Beside = ({ operators }: { readonly operators: Operators }): ReactNode => (
  <>
    <h3>{TEXTS.call.beside.title}</h3>
    <ol className="events">
      {deedsOf(operators).map(({ who, what, at, until, said }) => (
        <li key={`${at} ${what}`}>
          <span>
            <strong>{who}</strong> {what}
            {until !== null && (
              <span className="figure"> {lengthOf((Date.parse(until) - Date.parse(at)) / 1_000)}</span>
            )}
            {said !== null && said !== '' && (
              <>
                <br />
                <q>{said}</q>
              </>
            )}
          </span>
          <Time at={at} />
        </li>
      ))}
    </ol>
  </>
);
