/**
 * Replays a session and compares it, step by step: with its recording, or, if it is tried with a change, with itself
 * without the change.
 *
 * It guarantees:
 * R1. On the build that recorded it, a whole log shows no difference: every output is compared, to the byte and the ms.
 * R2. It stops at the first difference. Later inputs are answers to what the recorded session did, so they prove nothing
 *     about the other one.
 * R3. Its memory does not grow with the log, except by the session's own transcript.
 */
import { isDeepStrictEqual } from 'node:util';
import type { SessionBrief } from '../session/io.js';
import { isSameOutputs, type LoggedInput } from '../session/log.js';
import { gistsOf, type OutputGist } from '../session/output-gist.js';
import { inputInWords, outputInWords } from './in-words.js';
import { didOf, type Stepped, sessionOf } from './session.js';
import { createTurnBook, type NamedTurn, type TurnBook, turnsIn } from './turns.js';

/** The first step in which two sessions differ. */
export interface Difference {
  /** Of the session's clock. */
  readonly atMs: number;
  /** Number of the input in its session, from 1. */
  readonly input: number;
  /** The input in words. */
  readonly cause: string;
  /** The turn in which it happened, by the recording; null: after the last turn. */
  readonly turn: NamedTurn | null;
  /** Outputs that only the recording, or the session without the change, has. Null: the log does not show them. */
  readonly recorded: readonly string[] | null;
  /** Outputs that only this replay, or the session with the change, has. */
  readonly replayed: readonly string[];
  /** What the recording cannot answer from here on. */
  readonly ends: string;
}

export interface SessionComparison {
  readonly attachmentId: string;
  /** The build that recorded it; null: an older one, which its log does not name. */
  readonly build: string | null;
  readonly inputs: number;
  /** From its first input to its last. */
  readonly durationMs: number;
  /** Turns that it wrote. */
  readonly turns: number;
  /** Null: there is none. */
  readonly difference: Difference | null;
  /** With a change: since when this build differs from the recording even without it, ms; null: it does not. */
  readonly otherBuildFromMs: number | null;
}

export interface Comparison {
  /** The next step of the log. */
  take(logged: LoggedInput): void;
  end(): SessionComparison;
}

interface Session {
  readonly brief: SessionBrief;
  readonly build: string | null;
}

/** `changed`: the brief to try; null: the replay is compared with the recording. */
export const createComparison = (session: Session, changed: SessionBrief | null): Comparison => {
  const { brief, build } = session;
  const book = createTurnBook(brief);
  const sides = changed === null ? recordedSides(session, book) : changedSides(brief, changed, book);
  let inputs = 0;
  let firstMs: number | null = null;
  let lastMs = 0;
  let difference: Omit<Difference, 'turn'> | null = null;
  return {
    take: (logged) => {
      inputs += 1;
      firstMs ??= logged.atMs;
      lastMs = Math.max(lastMs, logged.atMs);
      if (difference !== null) return sides.follow(logged);
      const found = sides.compare(logged);
      if (found === null) return;
      const { atMs, input } = logged;
      difference = { atMs, input: inputs, cause: inputInWords(input), ...found };
    },
    end: () => ({
      attachmentId: brief.attachmentId,
      build,
      inputs,
      durationMs: lastMs - (firstMs ?? 0),
      turns: book.count(),
      difference: difference === null ? null : { ...difference, turn: book.find() },
      otherBuildFromMs: sides.otherBuildFromMs(),
    }),
  };
};

type Found = Pick<Difference, 'recorded' | 'replayed' | 'ends'>;

interface Sides {
  /** What differs in this step; null: nothing. */
  compare(logged: LoggedInput): Found | null;
  /** A step after the difference: only its turns matter. */
  follow(logged: LoggedInput): void;
  otherBuildFromMs(): number | null;
}

const recordedSides = ({ brief, build }: Session, book: TurnBook): Sides => {
  const session = sessionOf(brief);
  /** Without them, the turns are this build's. */
  const recordedIn = (logged: LoggedInput): readonly OutputGist[] | null => didOf(logged, build);
  return {
    compare: (logged) => {
      const outputs = session.step(logged);
      const isSame = outputs.failure === null && isSameOutputs(logged.outputs, outputs.all);
      const did = isSame ? outputs.all : recordedIn(logged);
      if (!isSame)
        book.mark(logged.atMs, turnsIn(withoutThose(recordedIn(logged) ?? [], gistsOf(outputs.all))));
      book.add(turnsIn(did ?? outputs.all));
      return isSame ? null : foundIn(recordedIn(logged), outputs);
    },
    follow: (logged) => {
      book.add(turnsIn(recordedIn(logged) ?? session.step(logged).all));
    },
    otherBuildFromMs: () => null,
  };
};

const changedSides = (brief: SessionBrief, changed: SessionBrief, book: TurnBook): Sides => {
  const usual = sessionOf(brief);
  const other = sessionOf(changed);
  let otherBuildFromMs: number | null = null;
  const step = (logged: LoggedInput): Stepped => {
    const outputs = usual.step(logged);
    if (outputs.failure !== null || !isSameOutputs(logged.outputs, outputs.all))
      otherBuildFromMs ??= logged.atMs;
    return outputs;
  };
  return {
    compare: (logged) => {
      const before = step(logged);
      const now = other.step(logged);
      const isSame = isDeepStrictEqual(before, now);
      if (!isSame) book.mark(logged.atMs, turnsIn(withoutThose(gistsOf(before.all), gistsOf(now.all))));
      book.add(turnsIn(before.all));
      return isSame ? null : foundIn(gistsOf(before.all), now);
    },
    follow: (logged) => {
      book.add(turnsIn(step(logged).all));
    },
    otherBuildFromMs: () => otherBuildFromMs,
  };
};

const foundIn = (recorded: readonly OutputGist[] | null, { all, failure }: Stepped): Found => {
  const gists = gistsOf(all);
  const before = recorded === null ? null : withoutThose(recorded, gists);
  const now = withoutThose(gists, recorded ?? []);
  return {
    recorded: before?.map(outputInWords) ?? null,
    replayed: failure === null ? now.map(outputInWords) : [`fails: ${failure}`],
    ends: limitOf([...(before ?? []), ...now], failure),
  };
};

/** The outputs that a provider, or a tool, answers. */
const REQUESTS: ReadonlySet<OutputGist['type']> = new Set([
  'respond',
  'engine_respond',
  'open_engine',
  'engine_converse',
  'engine_say',
  'ask_answerer',
  'use_tool',
  'synthesise',
]);

const limitOf = (gists: readonly OutputGist[], failure: string | null): string => {
  if (failure !== null) return 'The session cannot take this input.';
  return gists.some(({ type }) => REQUESTS.has(type))
    ? 'From here on a provider is sent something else, or at another time: the recording does not have its answer.'
    : 'From here on the customer may have acted differently: the recording does not show it.';
};

/** The outputs without those that the other side has too, each of them once. */
const withoutThose = (gists: readonly OutputGist[], others: readonly OutputGist[]): readonly OutputGist[] => {
  const left = others.map((gist) => JSON.stringify(gist));
  return gists.filter((gist) => {
    const index = left.indexOf(JSON.stringify(gist));
    if (index === -1) return true;
    left.splice(index, 1);
    return false;
  });
};
