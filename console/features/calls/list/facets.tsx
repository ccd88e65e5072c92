/** Filters of the list as chips, each with its choices; further ones are added from a menu. */
import { Popover, PopoverDisclosure, PopoverProvider, usePopoverStore } from '@ariakit/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { classes } from '../../../ui/classes.js';
import { useFilters } from '../../../ui/filters.js';
import { formatNumber } from '../../../ui/i18n/language.js';
import { Icon } from '../../../ui/icon.js';
import { useBusinessId } from '../../session/session.js';
import { CALLS } from '../messages.js';
import {
  callQueryOf,
  FACETS,
  type Facet,
  type FacetChoice,
  FIXED_CHOICES,
  type FilterName,
} from './call-query.js';
import styles from './calls.module.css';

const isFacet = (name: FilterName): name is Facet => FACETS.some((facet) => facet === name);

/** A filter that is set: it can be changed and removed. */
export const Chip = ({ name }: { readonly name: FilterName }): ReactNode => {
  const { filterOf, setFilter } = useFilters({ replace: false });
  const store = usePopoverStore();
  const title = CALLS.facets[name];
  const value = filterOf(name);
  return (
    <span className={styles.chip}>
      <PopoverProvider store={store}>
        <PopoverDisclosure disabled={!isFacet(name)}>
          {title}: {isFacet(name) ? <ValueName facet={name} value={value} /> : <b>{value.slice(0, 8)}</b>}
        </PopoverDisclosure>
        <Popover
          className={classes('floats', styles.choices)}
          gutter={4}
          portal
          aria-label={title}
          unmountOnHide
        >
          {isFacet(name) && <Choices facet={name} onChosen={store.hide} />}
        </Popover>
      </PopoverProvider>
      <button type="button" aria-label={CALLS.removeFilter(title)} onClick={() => setFilter(name, '')}>
        <Icon name="close" />
      </button>
    </span>
  );
};

export const AddFilter = ({ set }: { readonly set: readonly FilterName[] }): ReactNode => {
  const store = usePopoverStore();
  const [facet, setFacet] = useState<Facet | null>(null);
  return (
    <PopoverProvider store={store}>
      <PopoverDisclosure className="plain" onClick={() => setFacet(null)}>
        + {CALLS.addFilter}
      </PopoverDisclosure>
      <Popover
        className={classes('floats', styles.choices)}
        gutter={4}
        portal
        aria-label={CALLS.addFilter}
        unmountOnHide
      >
        {facet === null ? (
          FACETS.filter((name) => !set.includes(name)).map((name) => (
            <button key={name} type="button" className={styles.option} onClick={() => setFacet(name)}>
              {CALLS.facets[name]}
            </button>
          ))
        ) : (
          <Choices facet={facet} onChosen={store.hide} />
        )}
      </Popover>
    </PopoverProvider>
  );
};

/**
 * The choices of a filter with the number of calls that each would leave, the most frequent first where the business has
 * made them; null while they are read.
 */
const useChoices = (facet: Facet): readonly FacetChoice[] | null => {
  const businessId = useBusinessId();
  const [params] = useSearchParams();
  const { data } = useRead('countVoiceCalls', { query: callQueryOf(businessId, params, new Date()) });
  const counted = data === undefined ? null : countedValues(data.facets, facet);
  const fixed = FIXED_CHOICES[facet];
  if (fixed === undefined)
    return (
      counted?.map(({ value, name, calls }) => ({
        value,
        name: name ?? value.replaceAll('_', ' '),
        count: calls,
      })) ?? null
    );
  return fixed.map((choice) => {
    const count = counted?.find(({ value }) => value === choice.value)?.calls;
    return count === undefined ? choice : { ...choice, count };
  });
};

type Facets = Data<'countVoiceCalls'>['facets'];

/** Scores have no counts. */
const countedValues = (facets: Facets, facet: Facet): Facets['status'] | null =>
  facet === 'minScore' || facet === 'maxScore' ? null : facets[facet];

const ValueName = ({ facet, value }: { readonly facet: Facet; readonly value: string }): ReactNode => {
  const choices = useChoices(facet);
  return <b>{choices?.find((choice) => choice.value === value)?.name ?? value.slice(0, 8)}</b>;
};

interface ChoicesProps {
  readonly facet: Facet;
  readonly onChosen: () => void;
}

const Choices = ({ facet, onChosen }: ChoicesProps): ReactNode => {
  const { filterOf, setFilter } = useFilters({ replace: false });
  const choices = useChoices(facet);
  const list = useRef<HTMLDivElement>(null);
  const isRead = choices !== null;
  // They replace the button that had the focus, and without it the next Tab would leave the popover.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choices come later than the list.
  useEffect(() => {
    const { current: element } = list;
    (element?.querySelector('button') ?? element)?.focus();
  }, [isRead]);
  return (
    <div ref={list} tabIndex={-1}>
      <h2>{CALLS.facets[facet]}</h2>
      {choices?.length === 0 && <p className="quiet">{CALLS.noChoices}</p>}
      {choices?.map(({ value, name, count }) => (
        <button
          key={value}
          type="button"
          className={styles.option}
          aria-pressed={filterOf(facet) === value}
          onClick={() => {
            setFilter(facet, value);
            onChosen();
          }}
        >
          {name}
          {count !== undefined && <span className="figure">{formatNumber(count)}</span>}
        </button>
      ))}
    </div>
  );
};
