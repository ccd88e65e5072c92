/** Operators on a call: who listened, who spoke in the agent's place, and their notes to it. */
import type { ReactNode } from 'react';
import { lengthOf, Time } from '../../../ui/format.js';
import { CALL } from '../messages.js';
import type { CallDetail } from '../turns/timeline.js';

type Operators = NonNullable<CallDetail['diagnostics']['operators']>;

interface OperatorEvent {
  readonly who: string;
  readonly what: string;
  readonly at: string;
  /** Null if it is still going on, or has no duration. */
  readonly until: string | null;
  readonly quote: string | null;
}

/** In the order in which they began. */
const operatorEventsOf = ({ lines, takeOvers, agentNotes }: Operators): readonly OperatorEvent[] => {
  const { operators: texts } = CALL;
  const nameOf = ({ type, name }: Operators['lines'][number]['by']): string => name ?? texts.unnamed[type];
  return [
    ...lines.map(({ by, joinedAt, leftAt }) => ({
      who: nameOf(by),
      what: texts.listened,
      at: joinedAt,
      until: leftAt,
      quote: null,
    })),
    ...takeOvers.map(({ by, at, until, reason, note }) => ({
      who: nameOf(by),
      what: texts.spoke[reason ?? 'now'],
      at,
      until,
      quote: note,
    })),
    ...agentNotes.map(({ by, at, text }) => ({
      who: nameOf(by),
      what: texts.noted,
      at,
      until: null,
      quote: text,
    })),
  ].sort((first, second) => Date.parse(first.at) - Date.parse(second.at));
};

export const OperatorList = ({ operators }: { readonly operators: Operators }): ReactNode => (
  <>
    <h3>{CALL.operators.title}</h3>
    <ol className="events">
      {operatorEventsOf(operators).map(({ who, what, at, until, quote }) => (
        <li key={`${at} ${what}`}>
          <span>
            <strong>{who}</strong> {what}
            {until !== null && (
              <span className="figure"> {lengthOf((Date.parse(until) - Date.parse(at)) / 1_000)}</span>
            )}
            {quote !== null && quote !== '' && (
              <>
                <br />
                <q>{quote}</q>
              </>
            )}
          </span>
          <Time at={at} />
        </li>
      ))}
    </ol>
  </>
);
