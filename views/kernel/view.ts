/**
 * What a view is: the tables of a resource, how they follow the journal, and what can be asked of them. Each folder beside
 * the kernel gives one, and registry.ts lists them.
 *
 * A table is written by the projections of its own folder alone, and may be read by the statements of any.
 */
import type { Database } from 'better-sqlite3';
import type { EventKind, EventVersions, JournalEvent } from '../../actors/runtime/event-versions.js';
import type { Stored } from './stored-event.js';

/** An event that this build has no table for. */
export class UnknownEvent extends Error {
  constructor(kind: string, { type }: JournalEvent) {
    super(`unknown event ${kind} ${type}`);
  }
}

/** Writes down what one event says. @throws UnknownEvent, and whatever a malformed event provokes */
export type Apply = (stored: Stored<JournalEvent>) => void;

/** How a view follows one kind of actors. */
export interface KindProjection {
  readonly kind: string;
  readonly versions: EventVersions;
  /** Prepares the statements, once for each file. */
  readonly prepare: (db: Database) => Apply;
}

/** `project` is given every event of the kind, in the order of the journal. */
export const following = <Event extends JournalEvent>(
  { name, versions, is }: EventKind<Event>,
  project: (db: Database) => (stored: Stored<Event>) => void,
): KindProjection => ({
  kind: name,
  versions,
  prepare: (db) => {
    const write = project(db);
    const isOfKind = (stored: Stored<JournalEvent>): stored is Stored<Event> => is(stored.event);
    return (stored) => {
      if (!isOfKind(stored)) throw new UnknownEvent(name, stored.event);
      write(stored);
    };
  },
});

/** What a view keeps of an actor whose messages were archived (actors/runtime/archive.ts). */
export interface Keeper {
  /** Tells of the actor's messages, by their sequences, whether they were applied. */
  readonly applied: (businessId: string, id: string) => (seq: number) => boolean;
  /** Takes over all that the archive holds, every event of the actor so far; each of them has been applied by then. */
  readonly keep: (businessId: string, id: string, stored: readonly Stored<JournalEvent>[]) => void;
}

/** How a view keeps actors of a kind. */
export interface Archives {
  readonly kind: string;
  /** Prepares the statements, once for each file. */
  readonly prepare: (db: Database) => Keeper;
}

/** A message of the journal, for views that measure what a business writes. */
export interface MeasuredMessage {
  readonly businessId: string;
  readonly kind: string;
  /** Of the message's body. */
  readonly bytes: number;
}

/** What a folder gives. */
export interface View<Queries extends object> {
  readonly name: string;
  /** SQL that makes them. */
  readonly tables: readonly string[];
  readonly projections: readonly KindProjection[];
  /** One view of all keeps a kind that is archived: the one that has the rows of its actors. Default: it keeps none. */
  readonly archives?: readonly Archives[];
  /** Is given each message once, whatever events it holds. Archives are no messages of their own. */
  readonly measure?: (db: Database) => (message: MeasuredMessage) => void;
  /** Functions that answer from a file; their names are those of the folder alone. */
  readonly queries: (db: Database) => Queries;
}

/** Types are inferred from the definition; this only pins them together. */
export const defineView = <Queries extends object>(view: View<Queries>): View<Queries> => view;

/** The views of a build, as those know them who make and write the file. */
export interface Catalogue {
  /** A file of another version is thrown away and rebuilt. */
  readonly version: number;
  /** Kinds of actors that no view shows. */
  readonly unseen: readonly string[];
  /** In the order in which each event is given to their projections. */
  readonly views: readonly View<object>[];
}

/** The views of a build, and what can be asked of them together. */
export interface Registry<Queries extends object> extends Catalogue {
  readonly queries: (db: Database) => Queries;
  /** With one more, after all others. */
  readonly and: <More extends object>(view: View<More>) => Registry<Queries & More>;
}

const registryOf = <Queries extends object>(
  catalogue: Catalogue,
  queries: (db: Database) => Queries,
): Registry<Queries> => ({
  version: catalogue.version,
  unseen: catalogue.unseen,
  views: catalogue.views,
  queries,
  and: <More extends object>(view: View<More>): Registry<Queries & More> =>
    registryOf(
      { version: catalogue.version, unseen: catalogue.unseen, views: [...catalogue.views, view] },
      (db) => ({ ...queries(db), ...view.queries(db) }),
    ),
});

/** A registry without views. */
export const emptyRegistry = ({ version, unseen }: Omit<Catalogue, 'views'>): Registry<object> =>
  registryOf({ version, unseen, views: [] }, () => ({}));
