/**
 * The chain of an actor's messages: each names the messages of the same actor before it, so that a missing one is
 * noticed by the message after it, and an actor is read without a search for its messages
 * (docs/explanation/decisions/019-messages-name-the-ones-before-them.md).
 *
 * It guarantees:
 * CH1. A message names its predecessor, or 0 if it is the actor's first. The server checks that name when it stores the
 *      message (journal.ts, J1), so it is never wrong.
 * CH2. It also names the ones before that, {@link MAX_NAMED} in all: a history is read in a few rounds of requests.
 * CH3. A message without names was written by a build that did not know them. Messages before it are accepted as found.
 * CH4. Names are sequences and not hashes: they reveal nothing of a message's content, so the content can be sealed,
 *      and erased with its key, while the chain holds.
 * CH5. A later message of the actor may declare earlier ones skipped, by an operator's decision (skipping.ts): they are
 *      left out of its history, whether they are missing or exist but cannot be read.
 *
 * Names are in headers, which older builds ignore. Pure.
 */

/** The header that holds the names. */
export const CHAIN = 'Parley-Chain';

/** The header that holds the sequences of skipped messages (CH5). */
export const SKIP = 'Parley-Skip';

/** Names in one message: some four bytes each. */
export const MAX_NAMED = 16;

/** Sequences of an actor's latest messages, latest first; empty before the first. At most {@link MAX_NAMED}. */
export type Links = readonly number[];

/** The links after a message was written at `seq`, following these. */
export const linkedTo = (links: Links, seq: number): Links => [seq, ...links.slice(0, MAX_NAMED - 1)];

/**
 * The header's value in the message that follows these: the predecessor, then the distance from each to the next one
 * before it, in base 36. `0` for a first message.
 */
export const formatLinks = (links: Links): string => {
  if (links.length === 0) return '0';
  return links
    .map((seq, index) => (index === 0 ? seq : (links[index - 1] ?? 0) - seq).toString(36))
    .join(',');
};

const NUMBER = /^[0-9a-z]{1,11}$/;

/** What a message names; null if it names nothing (CH3), or the header is not of the form of {@link formatLinks}. */
export const parseLinks = (header: string): Links | null => {
  if (header === '') return null;
  if (header === '0') return [];
  const links: number[] = [];
  for (const part of header.split(',')) {
    const step = NUMBER.test(part) ? Number.parseInt(part, 36) : 0;
    const before = links.at(-1);
    const seq = before === undefined ? step : before - step;
    if (step <= 0 || seq <= 0 || !Number.isSafeInteger(seq) || links.length === MAX_NAMED) return null;
    links.push(seq);
  }
  return links;
};

/** The sequence of the predecessor that a message names: 0 for the first one; null if it names nothing (CH3). */
export const predecessorIn = (links: Links | null): number | null =>
  links === null ? null : (links[0] ?? 0);

/** Skipped messages that one message may name: the header stays below a kilobyte. */
export const MAX_SKIPPED = 64;

/** The value of {@link SKIP}: decimal sequences, ascending, so that an operator can read it in the stream. */
export const formatSkips = (seqs: readonly number[]): string =>
  [...new Set(seqs)].toSorted((a, b) => a - b).join(',');

const SEQUENCE = /^[1-9][0-9]{0,15}$/;

/** The sequences that a message declares skipped; empty if the header is absent or not of the form of {@link formatSkips}. */
export const parseSkips = (header: string): readonly number[] => {
  const parts = header === '' ? [] : header.split(',');
  const isWhole = parts.length <= MAX_SKIPPED && parts.every((part) => SEQUENCE.test(part));
  return isWhole ? parts.map(Number) : [];
};
