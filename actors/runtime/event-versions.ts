/**
 * Which events a build knows, so that an older one meets a newer one's with its eyes open. Pure.
 *
 * Each kind of actor lists its events, and with each the version of the kind that is needed to read it: 1 for what was
 * there from the beginning. The list is exhaustive, so an event without a version does not compile. Whoever adds an
 * event, or makes an older build misread one that exists (a field that must be heeded), gives it the kind's newest
 * version plus one. A field that an older build may ignore needs nothing. An event is never taken off the list while a
 * journal may hold it.
 */

/** Event type → the version of its kind that is needed to read it. */
export type EventVersions = Readonly<Record<string, number>>;

/** The list that a kind with these events must give. */
export type VersionsOf<Event> = Readonly<
  Record<Event extends { readonly type: infer Type extends string } ? Type : never, number>
>;

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
export const newestVersion = (versions: EventVersions): number => Math.max(1, ...Object.values(versions));

/** The version that is needed to read these events. */
export const versionNeeded = (versions: EventVersions, events: readonly unknown[]): number =>
  events.reduce<number>((needed, event) => Math.max(needed, versions[typeOf(event) ?? ''] ?? 1), 1);

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

/** Null when a build with this list can read the commit. */
export const gapIn = (versions: EventVersions, { version, events }: Written): Gap | null => {
  const known = newestVersion(versions);
  const type = events.map(typeOf).find((each) => each !== null && !Object.hasOwn(versions, each)) ?? null;
  return version > known || type !== null ? { version, known, type } : null;
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
