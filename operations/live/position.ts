/**
 * The position of a stream in its business's journal, which makes up the ids of events
 * (docs/how-to/live-updates.md "Going on where it ended"). Every node can resume from one, because it counts the journal's messages. Pure.
 */

/** A place in a shard's journal: everything up to it has been delivered. */
export interface Position {
  /** Sequence of a message of the journal; 0: before the first one. */
  readonly seq: number;
  /** When the server stored that message, ms since the epoch: another journal may have another message at that place. */
  readonly mark: number;
  /** How many of its events have been delivered; null: all. */
  readonly place: number | null;
  /** When this was the end of the journal, or when the message was stored; ms since the epoch. */
  readonly at: number;
  /** The oldest message with a gathered change that has not been delivered yet; null: none. */
  readonly gatheredFrom: number | null;
}

const ID = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15}|-)\.(\d{1,15})\.(\d{1,15}|-)$/;
/** Length of an id at most; longer than any of ours. */
const MAX_ID_LENGTH = 140;

/** The opaque form that a client keeps and sends back. */
export const idOf = ({ seq, mark, place, at, gatheredFrom }: Position): string =>
  Buffer.from(`${seq}.${mark}.${place ?? '-'}.${at}.${gatheredFrom ?? '-'}`).toString('base64url');

/** Null if the id is not one of ours. */
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

/** The sequence of the message to resume with. */
export const nextOf = ({ seq, place, gatheredFrom }: Position): number =>
  Math.min(place === null ? seq + 1 : seq, gatheredFrom ?? Number.POSITIVE_INFINITY);

/** Whether an event has been delivered. `messageSeq`: the sequence of its message; `index`: among the events of that message. */
export const isPublished = ({ seq, place }: Position, messageSeq: number, index: number): boolean =>
  messageSeq < seq || (messageSeq === seq && (place === null || index < place));
