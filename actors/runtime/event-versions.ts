/**
 * Which events a build knows, so that an older one meets a newer one's with its eyes open. Pure.
 *
 * Each kind of actor lists its events, and with each the version of the kind that is needed to read it: 1 for what was
 * there from the beginning. The list is exhaustive, so an event without a version does not compile. Whoever adds an
 * event, or makes an older build misread one that exists (a field that must be heeded), gives it the kind's newest
 * version plus one. A field that an older build may ignore needs nothing. An event is never taken off the list while a
 * journal may hold it.
 *
 * An event may get another name, and keeps its fields. The list says what it was called before; whoever reads the journal
 * gives it its name of today first of all ({@link renamed}). It is written under the new name, which an older build does
 * not know: so it gets the kind's newest version plus one.
 */

/** An event that was called otherwise. */
interface Renamed {
  /** Needed to read it under its name of today. */
  readonly version: number;
  /** What it is called in older commits, of which that is the version. */
  readonly formerly: string;
}

/** Event type → the version of its kind that is needed to read it. */
export type EventVersions = Readonly<Record<string, number | Renamed>>;

/** The types of these events. */
export type TypeOf<Event> = Event extends { readonly type: infer Type extends string } ? Type : never;

/** The list that a kind with these events must give. */
export type VersionsOf<Event> = Readonly<Record<TypeOf<Event>, number | Renamed>>;

/** What of a commit says who can read it. */
export interface Written {
  /** Of its kind, needed to read it. */
  readonly version: number;
  readonly events: readonly unknown[];
}

/** Why a commit cannot be read by this build. */
export interface Gap {
  /** The version of the kind that is needed. */
  readonly version: number;
  /** The newest that this build knows. */
  readonly known: number;
  /** An event of a type that this build does not know; null where the version alone is too new. */
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

/** What every event is, whatever its kind. */
export interface JournalEvent {
  readonly type: string;
}

/** Of whatever lies among the events of a commit. */
export const isJournalEvent = (value: unknown): value is JournalEvent => typeOf(value) !== null;

/** A kind of actors, as those know it who read its events from the journal. */
export interface EventKind<Event extends JournalEvent> {
  /** As the subjects of its actors have it. */
  readonly name: string;
  readonly versions: EventVersions;
  /**
   * Whether it is one of those that this build knows. The journal holds what our own actors decided, so the type's name
   * vouches for the rest of the event.
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

/** List → former name → name of today. */
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

/** The commit, its events under their names of today. */
export const renamed = <Commit extends { readonly events: readonly unknown[] }>(
  versions: EventVersions,
  commit: Commit,
): Commit => {
  const names = namesIn(versions);
  if (names.size === 0) return commit;
  const events = commit.events.map((event) => (isJournalEvent(event) ? ofToday(names, event) : event));
  return { ...commit, events };
};

const ofToday = (names: ReadonlyMap<string, string>, event: JournalEvent): JournalEvent => {
  const type = names.get(event.type);
  return type === undefined ? event : { ...event, type };
};

/** Null when a build with this list can read the commit, whose events have their names of today. */
export const gapIn = (versions: EventVersions, { version, events }: Written): Gap | null => {
  const newest = newestVersion(versions);
  const type = events.map(typeOf).find((each) => each !== null && !Object.hasOwn(versions, each)) ?? null;
  return version > newest || type !== null ? { version, known: newest, type } : null;
};

/** In words, for a log and for who looks after the service. */
export const describeGap = (kind: string, { version, known, type }: Gap): string =>
  version > known
    ? `${kind} is written in version ${version}, this build reads ${known}`
    : `${kind} holds ${type ?? 'an event'}, which this build does not know`;

const typeOf = (event: unknown): string | null =>
  typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string'
    ? event.type
    : null;
