/**
 * Which events a build knows, so that an older one recognises what a newer one wrote. Pure.
 *
 * Each kind of actor lists its events, and with each the version of the kind that is needed to read it: 1 for events
 * that existed from the beginning. The list is exhaustive, so an event without a version does not compile. A new event,
 * or a change that makes an older build misread an existing one (a field that must be heeded), gets the kind's newest
 * version plus one. A field that an older build may ignore needs nothing. An event is never removed from the list while
 * a journal may hold it.
 *
 * An event may be renamed, and keeps its fields. The list holds its former name; readers of the journal first map it to
 * its current name ({@link renamed}). It is written under the new name, which an older build does not know: so it gets
 * the kind's newest version plus one.
 */

/** An event that had another name. */
interface Renamed {
  /** Version needed to read it under its current name. */
  readonly version: number;
  /** Its name in older commits, whose versions are lower. */
  readonly formerly: string;
}

/** Event type → the version of its kind that is needed to read it. */
export type EventVersions = Readonly<Record<string, number | Renamed>>;

/** The types of these events. */
export type TypeOf<Event> = Event extends { readonly type: infer Type extends string } ? Type : never;

/** The list that a kind with these events must provide. */
export type VersionsOf<Event> = Readonly<Record<TypeOf<Event>, number | Renamed>>;

/** The parts of a commit that determine which builds can read it. */
export interface Written {
  /** Version of its kind that is needed to read it. */
  readonly version: number;
  readonly events: readonly unknown[];
}

/** Why this build cannot read a commit. */
export interface Gap {
  /** The version of the kind that is needed. */
  readonly version: number;
  /** The newest that this build knows. */
  readonly known: number;
  /** An event type that this build does not know; null if only the version is too new. */
  readonly type: string | null;
}

/** The newest version of a kind that a build with this list can read. */
export const newestVersion = (versions: EventVersions): number =>
  Math.max(1, ...Object.keys(versions).map((type) => versionOf(versions, type)));

/** The version that is needed to read these events. */
export const versionNeeded = (versions: EventVersions, events: readonly unknown[]): number =>
  events.reduce<number>((needed, event) => Math.max(needed, versionOf(versions, typeOf(event) ?? '')), 1);

const versionOf = (versions: EventVersions, type: string): number => {
  const entry = versions[type] ?? 1;
  return typeof entry === 'number' ? entry : entry.version;
};

/** What all events have in common, whatever their kind. */
export interface JournalEvent {
  readonly type: string;
}

/** Checks a value among the events of a commit. */
export const isJournalEvent = (value: unknown): value is JournalEvent => typeOf(value) !== null;

/** A kind of actor, as readers of its events in the journal know it. */
export interface EventKind<Event extends JournalEvent> {
  /** As in the subjects of its actors. */
  readonly name: string;
  readonly versions: EventVersions;
  /**
   * Whether this build knows the event. The journal holds what our own actors decided, so the type's name vouches for
   * the rest of the event.
   */
  readonly is: (event: JournalEvent) => event is Event;
}

/** `versions`: the list of the kind. */
export const eventKind = <Event extends JournalEvent>(
  name: string,
  versions: VersionsOf<Event>,
): EventKind<Event> => ({
  name,
  versions,
  is: (event): event is Event => Object.hasOwn(versions, event.type),
});

/** List → former name → current name. */
const formerNames = new WeakMap<EventVersions, ReadonlyMap<string, string>>();

const namesIn = (versions: EventVersions): ReadonlyMap<string, string> => {
  const found = formerNames.get(versions);
  if (found !== undefined) return found;
  const names = new Map(
    Object.entries(versions).flatMap(([type, entry]) =>
      typeof entry === 'number' ? [] : [[entry.formerly, type] as const],
    ),
  );
  formerNames.set(versions, names);
  return names;
};

/** The commit, with its events under their current names. */
export const renamed = <Commit extends { readonly events: readonly unknown[] }>(
  versions: EventVersions,
  commit: Commit,
): Commit => {
  const names = namesIn(versions);
  if (names.size === 0) return commit;
  const events = commit.events.map((event) =>
    isJournalEvent(event) ? withCurrentName(names, event) : event,
  );
  return { ...commit, events };
};

const withCurrentName = (names: ReadonlyMap<string, string>, event: JournalEvent): JournalEvent => {
  const type = names.get(event.type);
  return type === undefined ? event : { ...event, type };
};

/** Null when a build with this list can read the commit, whose events have their current names. */
export const gapIn = (versions: EventVersions, { version, events }: Written): Gap | null => {
  const newest = newestVersion(versions);
  const type = events.map(typeOf).find((name) => name !== null && !Object.hasOwn(versions, name)) ?? null;
  return version > newest || type !== null ? { version, known: newest, type } : null;
};

/** In words, for logs and operators. */
export const describeGap = (kind: string, { version, known, type }: Gap): string =>
  version > known
    ? `${kind} is written in version ${version}, this build reads ${known}`
    : `${kind} holds ${type ?? 'an event'}, which this build does not know`;

const typeOf = (event: unknown): string | null =>
  typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string'
    ? event.type
    : null;
