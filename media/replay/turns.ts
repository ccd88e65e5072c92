/** The turns of a replayed session, and which of them a moment belongs to. */
import type { Turn } from '../../actors/call/events.js';
import { isRecord } from '../../schemas/json.js';
import type { SessionBrief, SessionOutput } from '../session/io.js';
import type { OutputGist } from '../session/output-gist.js';

/** A turn, as far as it is needed to name it. */
export interface NamedTurn {
  /** Its place in the transcript of the call, from 1. */
  readonly number: number;
  readonly turnId: string;
  readonly speaker: Turn['speaker'];
  readonly text: string;
}

type KnownTurn = Omit<NamedTurn, 'number'> & { readonly startMs: number };

/** When a turn began, ms of the call's clock. */
export const startOfTurn = (
  { at, audioOffsetMs }: Pick<Turn, 'at' | 'audioOffsetMs'>,
  epochMs: number,
): number => audioOffsetMs ?? at - epochMs;

export interface TurnBook {
  /** A step of the session wrote these turns. */
  add(turns: readonly Turn[]): void;
  /** From now on turns are later than the moment in question. `shown`: turns that it wrote itself. */
  mark(atMs: number, shown: readonly Turn[]): void;
  /** Number of turns that this session wrote. */
  count(): number;
  /** The turn of the marked moment; null: the last turn had ended, or nothing is marked. */
  find(): NamedTurn | null;
}

export const createTurnBook = ({
  epochMs,
  // A brief of another build may have none.
  turns: earlier = [],
}: Pick<SessionBrief, 'epochMs'> & Partial<Pick<SessionBrief, 'turns'>>): TurnBook => {
  const known = ({ turnId, speaker, text, at, audioOffsetMs }: Turn): KnownTurn => ({
    turnId,
    speaker,
    text,
    startMs: startOfTurn({ at, audioOffsetMs }, epochMs),
  });
  const all: KnownTurn[] = earlier.map(known);
  let later: KnownTurn[] = [];
  let marked: { readonly atMs: number; readonly shown: KnownTurn | null } | null = null;
  return {
    add: (turns) => {
      const added = turns.map(known);
      all.push(...added);
      if (marked !== null) later = [...later, ...added];
    },
    mark: (atMs, shown) => {
      const [first] = shown;
      marked = { atMs, shown: first === undefined ? null : known(first) };
    },
    count: () => all.length - earlier.length,
    find: () => {
      if (marked === null) return null;
      const { atMs, shown } = marked;
      const begun = later.filter(({ startMs }) => startMs <= atMs);
      const latest = begun.toSorted((a, b) => b.startMs - a.startMs)[0];
      const found = shown ?? latest ?? later.toSorted((a, b) => a.startMs - b.startMs)[0];
      if (found === undefined) return null;
      const { turnId, speaker, text, startMs } = found;
      const before = all.filter((turn) => turn.turnId !== turnId && turn.startMs <= startMs).length;
      return { number: before + 1, turnId, speaker, text };
    },
  };
};

/** The turns that a step wrote. */
export const turnsIn = (outputs: readonly (SessionOutput | OutputGist)[]): readonly Turn[] =>
  outputs.flatMap((output) => {
    if (output.type !== 'command' || !('command' in output) || !isRecord(output.command)) return [];
    const { type, turn } = output.command;
    return type === 'record_turn' && isTurn(turn) ? [turn] : [];
  });

/** Checks what names a turn; another build may have written the rest. */
const isTurn = (value: unknown): value is Turn =>
  isRecord(value) &&
  typeof value.turnId === 'string' &&
  typeof value.speaker === 'string' &&
  typeof value.text === 'string' &&
  typeof value.at === 'number';
