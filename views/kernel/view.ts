/**
 * Defines a view: the tables of a resource, the projections that write them, and the queries on them. Each folder beside the
 * kernel provides one, and registry.ts lists them.
 *
 * A table is written only by the projections of its own folder, and may be read by the statements of any.
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

/** Writes one event to the tables. @throws UnknownEvent, and any error that a malformed event causes */
export type Apply = (stored: Stored<JournalEvent>) => void;

/** A view's projection of one kind of actor. */
export interface KindProjection {
  readonly kind: string;
  readonly versions: EventVersions;
  /** Prepares the statements, once for each file. */
  readonly prepare: (db: Database) => Apply;
}

/** `project` receives every event of the kind, in the order of the journal. */
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

/** Stores a view's data of an actor whose messages were archived (actors/runtime/journal/archive.ts). */
export interface Keeper {
  /** Returns a function that says of each of the actor's messages, by sequence, whether it was applied. */
  readonly applied: (businessId: string, id: string) => (seq: number) => boolean;
  /** Takes over the content of the archive, every event of the actor so far; each of them is already applied. */
  readonly keep: (businessId: string, id: string, stored: readonly Stored<JournalEvent>[]) => void;
}

/** A view's storage for archived actors of a kind. */
export interface Archives {
  readonly kind: string;
  /** Prepares the statements, once for each file. */
  readonly prepare: (db: Database) => Keeper;
}

/** A message of the journal, for views that measure what a business writes. */
export interface MeasuredMessage {
  readonly businessId: string;
  readonly kind: string;
  /** The size of the message's body. */
  readonly bytes: number;
}

/** The view that a folder provides. */
export interface View<Queries extends object> {
  readonly name: string;
  /** SQL that creates the tables. */
  readonly tables: readonly string[];
  readonly projections: readonly KindProjection[];
  /** Exactly one view stores an archived kind: the one with the rows of its actors. Default: it stores none. */
  readonly archives?: readonly Archives[];
  /** Receives each message once, whatever events it holds. Archives do not count as messages. */
  readonly measure?: (db: Database) => (message: MeasuredMessage) => void;
  /** Query functions on a file; their names are unique to the folder. */
  readonly queries: (db: Database) => Queries;
}

/** Types are inferred from the definition; this only ties them together. */
export const defineView = <Queries extends object>(view: View<Queries>): View<Queries> => view;

/** The views of a build, for the code that creates and writes the file. */
export interface Catalogue {
  /** A file of another version is discarded and rebuilt. */
  readonly version: number;
  /** Kinds of actors that no view shows. */
  readonly unseen: readonly string[];
  /** In the order in which their projections receive each event. */
  readonly views: readonly View<object>[];
}

/** The views of a build, and their combined queries. */
export interface Registry<Queries extends object> extends Catalogue {
  readonly queries: (db: Database) => Queries;
  /** Adds a view after all others. */
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
