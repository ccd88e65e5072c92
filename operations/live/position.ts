/**
 * Where a stream is in its business's journal: what the ids of events are made of (docs/live.md "Going on where it ended").
 * Every node can go on from one, because it is the journal that is counted. Pure.
 */

/** A place in a shard's journal: everything up to it has been told. */
export interface Position {
  /** Of a message of the journal; 0: before the first one. */
  readonly seq: number;
  /** When the server stored that message, ms since the epoch: another message may lie there in another journal. */
  readonly mark: number;
  /** How many of its events have been told; null: all. */
  readonly place: number | null;
  /** When this was the end of the journal, or when the message was stored; ms since the epoch. */
  readonly at: number;
  /** The oldest message of which something is gathered that has not been told yet; null: nothing is. */
  readonly gatheredFrom: number | null;
}

const ID = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15}|-)\.(\d{1,15})\.(\d{1,15}|-)$/;
/** Of an id; longer than any of ours. */
const MAX_ID_LENGTH = 140;

/** As a client keeps it, and gives it back: opaque. */
export const idOf = ({ seq, mark, place, at, gatheredFrom }: Position): string =>
  Buffer.from(`${seq}.${mark}.${place ?? '-'}.${at}.${gatheredFrom ?? '-'}`).toString('base64url');

/** Null when it is none of ours. */
export const positionOf = (id: string): Position | null => {
  if (id.length > MAX_ID_LENGTH) return null;
  const parts = ID.exec(Buffer.from(id, 'base64url').toString('latin1'));
  if (parts === null) return null;
  const [, seq, mark, place = '-', at, gatheredFrom = '-'] = parts;
  const orNull = (part: string): number | null => (part === '-' ? null : Number(part));
  return {
    seq: Number(seq),
    mark: Number(mark),
    place: orNull(place),
    at: Number(at),
    gatheredFrom: orNull(gatheredFrom),
  };
};

/** The message with which to go on. */
export const nextOf = ({ seq, place, gatheredFrom }: Position): number =>
  Math.min(place === null ? seq + 1 : seq, gatheredFrom ?? Number.POSITIVE_INFINITY);

/** Whether the event at this place has been told. `index`: among the events of its message. */
export const isTold = ({ seq, place }: Position, of: number, index: number): boolean =>
  of < seq || (of === seq && (place === null || index < place));
