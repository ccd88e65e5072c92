/**
 * Words of a form about something that other people edit as well. Each change names the tag of what it is based on, so that the service
 * refuses it if somebody else was faster. The words stay; the user sees what was changed, and decides.
 */
import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api/client.js';
import {
  conflictsOf,
  differingFields,
  type FieldOf,
  isEqual,
  merged,
  overwrittenBy,
  type Sides,
  type ThreeWay,
} from './three-way.js';

/** The code of a change that names an outdated tag. */
const CHANGED = 'resource_changed';
/** Changes by others in a row that do not concern the form's fields. */
const MAX_REPETITIONS = 3;

/** What the service has, as the words of a form. */
export interface Version<Words> {
  readonly words: Words;
  /** For `If-Match`; undefined: the service gives none, and changes are not conditional. */
  readonly tag: string | undefined;
}

/** How a field is shown where two editors have changed it. */
export interface ShownField<Words> {
  readonly name: FieldOf<Words>;
  readonly label: string;
  readonly text: (words: Words) => string;
}

/** A field that the other editor has changed, as texts. */
export interface ConflictField {
  readonly name: string;
  readonly label: string;
  /** Whether it was changed here as well. */
  readonly isBoth: boolean;
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** The choices put words into the form, which are not saved yet. */
export interface Conflict {
  readonly fields: readonly ConflictField[];
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
  readonly merge: (sides: Sides) => void;
  readonly close: () => void;
}

interface Options<Words> {
  /** As the page knows it. */
  readonly current: Version<Words>;
  /** Reads it again, for a form with these words. Null: nothing is edited, a new thing is created. */
  readonly read: ((words: Words) => Promise<Version<Words>>) | null;
  readonly shown: readonly ShownField<Words>[];
  /** The words in the form. */
  readonly entered: () => Words;
  /** Replaces the words in the form. */
  readonly enter: (words: Words) => void;
}

interface Versioned<Words> {
  /** What the words in the form started from. */
  readonly base: Words;
  readonly conflict: Conflict | null;
  /**
   * Sends the words with `send`, which receives the tag to name and what they started from. Sends them again if another editor has
   * changed nothing that they would overwrite. @throws ApiProblem resource_changed, and `conflict` has what to show
   */
  save<Answer>(
    words: Words,
    send: (ifMatch: { readonly ifMatch?: string }, base: Words) => Promise<Answer>,
  ): Promise<Answer>;
}

export const useVersioned = <Words extends object>({
  current,
  read,
  shown,
  entered,
  enter,
}: Options<Words>): Versioned<Words> => {
  const [base, setBase] = useState(current);
  const [elsewhere, setElsewhere] = useState<{
    readonly ways: ThreeWay<Words>;
    readonly now: Version<Words>;
  } | null>(null);
  const isSaving = useRef(false);
  const seen = useRef(current.tag);
  // The page has read it again: a form without words of its own shows that, one with words keeps them and what they started from.
  useEffect(() => {
    if (isSaving.current || elsewhere !== null || seen.current === current.tag) return;
    seen.current = current.tag;
    const words = entered();
    const isUntouched = isEqual(words, base.words);
    if (!isUntouched && !isEqual(words, current.words)) return;
    if (isUntouched) enter(current.words);
    setBase(current);
  });

  const save: Versioned<Words>['save'] = async (words, send) => {
    const attempt = async (
      from: Version<Words>,
      repetitions: number,
    ): Promise<Awaited<ReturnType<typeof send>>> => {
      try {
        return await send(from.tag === undefined ? {} : { ifMatch: from.tag }, from.words);
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== CHANGED || read === null) throw error;
        const now = await read(words);
        const ways = { base: base.words, mine: words, theirs: now.words };
        if (overwrittenBy(ways).length === 0 && repetitions < MAX_REPETITIONS)
          return attempt(now, repetitions + 1);
        setElsewhere({ ways, now });
        throw error;
      }
    };
    isSaving.current = true;
    try {
      return await attempt(base, 0);
    } finally {
      isSaving.current = false;
    }
  };

  if (elsewhere === null) return { base: base.words, conflict: null, save };
  const { ways, now } = elsewhere;
  const goOnWith = (words: Words): void => {
    setBase(now);
    setElsewhere(null);
    enter(words);
  };
  return {
    base: base.words,
    conflict: {
      fields: fieldsOf(ways, shown),
      takeTheirs: () => goOnWith(ways.theirs),
      keepMine: () => goOnWith(ways.mine),
      merge: (sides) => goOnWith(merged(ways, sides)),
      close: () => setElsewhere(null),
    },
    save,
  };
};

const fieldsOf = <Words extends object>(
  ways: ThreeWay<Words>,
  shown: readonly ShownField<Words>[],
): readonly ConflictField[] => {
  const { base, mine, theirs } = ways;
  const changedThere = differingFields(base, theirs);
  const inBoth = new Set(conflictsOf(ways));
  return shown
    .filter(({ name }) => changedThere.has(name))
    .map(({ name, label, text }) => ({
      name,
      label,
      isBoth: inBoth.has(name),
      base: text(base),
      mine: text(mine),
      theirs: text(theirs),
    }));
};
