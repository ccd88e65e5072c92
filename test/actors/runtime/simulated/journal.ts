/**
 * A journal in memory of one actor, with the journal's promises (actors/runtime/journal.ts) and all that may happen to who
 * uses it: answers get lost, what nobody waits for any more is written late, processes die. Nothing happens but when the
 * simulation takes a step.
 */
import type { Links } from '../../../../actors/runtime/chain.js';
import { type Commit, commitText, parseCommits, sharedMessage } from '../../../../actors/runtime/commit.js';
import type { Journal, Snapshot, Written } from '../../../../actors/runtime/journal.js';
import { JournalConflict, JournalUnavailable } from '../../../../actors/runtime/journal-errors.js';
import { standIn } from '../../../support/stand-in.js';

/** A message as it lies there. */
interface Message {
  readonly seq: number;
  readonly text: string;
  readonly links: Links;
}

/** How a node is connected. */
export interface Line {
  readonly journal: Journal;
  /** Takes one step of what waits, if anything does. */
  step(): boolean;
  /** The process is gone: nothing it has not sent is done, and nothing is answered. */
  cut(): void;
}

export interface SimulatedJournal {
  readonly messages: () => readonly Message[];
  /** All that were ever written, wherever they lie by now. */
  readonly commits: () => readonly Commit<unknown>[];
  /** `onWrite`: told before a message lies there. */
  /** Whether the timer will ring. */
  isScheduled(name: string): boolean;
  connect(onWrite: (commits: readonly Commit<unknown>[], armed: ReadonlyMap<string, number>) => void): Line;
  /** Does something that nobody waits for any more. False: there is nothing. */
  stepLate(): boolean;
  /** From now on nothing gets lost. */
  heal(): void;
}

/** What lies there. */
const createStore = (random: () => number) => {
  let messages: readonly Message[] = [];
  const written: Commit<unknown>[] = [];
  /** Timer → sequence of its schedule. */
  const schedules = new Map<string, number>();
  let last = 0;
  /** Sequences of all messages that ever lay there, the latest first. */
  const history: number[] = [];
  const lastOfActor = (): number => messages.at(-1)?.seq ?? 0;
  return {
    messages: () => messages,
    commits: () => written,
    lastOfActor,
    /** @throws JournalConflict */
    put: (behind: Links, text: string): number => {
      if (lastOfActor() !== (behind[0] ?? 0)) throw new JournalConflict('wrong last sequence');
      if (behind.some((seq, index) => history[index] !== seq))
        throw new Error(`it names ${behind.join(', ')}`);
      // Other actors' commits lie in between.
      last += 1 + Math.floor(random() * 3);
      messages = [...messages, { seq: last, text, links: behind }];
      history.unshift(last);
      return last;
    },
    /** Notes what is new in a message. */
    note: (commits: readonly Commit<unknown>[]): void => void written.push(...commits),
    /** `armed`: that it is noted there comes first. */
    arm: (_armed: unknown, name: string): void => {
      last += 1;
      schedules.set(name, last);
    },
    isScheduled: (name: string): boolean => schedules.has(name),
    /** A server that dies meanwhile (`isWhole` false) has removed some of them, whichever. */
    removeBefore: (before: number, isWhole: boolean): void => {
      messages = messages.filter(({ seq }) => seq >= before || !(isWhole || random() < 0.5));
      for (const [name, seq] of schedules) if (seq < before) schedules.delete(name);
    },
  };
};

/** Whether there was something to do. */
const run = (work: (() => void) | undefined): boolean => {
  work?.();
  return work !== undefined;
};

/** `random`: in [0, 1); `faults`: how likely a question gets lost. */
export const simulateJournal = (random: () => number, faults: number): SimulatedJournal => {
  const store = createStore(random);
  const ids = new Set<string>();
  const late: (() => void)[] = [];
  let snapshot: Snapshot | null = null;
  let likely = faults;

  const connect: SimulatedJournal['connect'] = (onWrite) => {
    const waiting: (() => void)[] = [];
    const answers: (() => void)[] = [];
    const armed = new Map<string, number>();
    let isCut = false;

    /** `isSafe`: it does not get lost. */
    const ask = <T>(work: () => T, isSafe = false): Promise<T> =>
      new Promise((resolve, reject) => {
        if (isCut) return;
        waiting.push(() => {
          const fate = isSafe ? 1 : random();
          const lost = new JournalUnavailable('no answer');
          if (fate < likely / 3) return void answers.push(() => reject(lost));
          const done = (): (() => void) => {
            try {
              const value = work();
              return () => resolve(value);
            } catch (error) {
              return () => reject(error);
            }
          };
          if (fate < (likely * 2) / 3) {
            late.push(() => void done());
            answers.push(() => reject(lost));
          } else {
            const answer = done();
            answers.push(fate < likely ? () => reject(lost) : answer);
          }
        });
      });

    const write = (behind: Links, text: string): Written => {
      const seq = store.put(behind, text);
      const commits = parseCommits(text).map((commit) => ({ ...commit, seq }));
      onWrite(commits, armed);
      store.note(commits);
      return { seq, bytes: text.length };
    };

    const journal = standIn<Journal>({
      append: async (_ref, behind, commit, isCurrent = () => true) => {
        if (!isCurrent()) throw new JournalConflict('no longer current');
        return ask(() => {
          // The sequence is looked at first, as by one server.
          if (store.lastOfActor() === (behind[0] ?? 0) && ids.has(commit.commandId)) return { type: 'known' };
          const written = write(behind, commitText(commit));
          ids.add(commit.commandId);
          return { type: 'written', ...written };
        });
      },
      appendTogether: async (_ref, behind, version, texts, isCurrent) => {
        if (!isCurrent()) throw new JournalConflict('no longer current');
        return ask(() => write(behind, sharedMessage(version, texts)));
      },
      arm: (_ref, name, dueAt) => ask(() => store.arm(armed.set(name, dueAt), name), true),
      last: () => ask(() => store.messages().at(-1) ?? null),
      read: async function* (_ref, after) {
        const found = await ask(() => store.messages().filter(({ seq }) => seq > after));
        for (const { text, ...at } of found)
          for (const commit of parseCommits(text)) yield { ...commit, ...at };
      },
      messages: async function* () {
        yield* await ask(() => [...store.messages()]);
      },
      archive: (_ref, lastSeq, text) => ask(() => store.put([lastSeq], text)),
      removeBefore: (_ref, before) => ask(() => store.removeBefore(before, random() >= likely)),
      saveSnapshot: (_ref, saved) =>
        ask(() => {
          snapshot = structuredClone(saved);
          return 1;
        }),
      loadSnapshot: () => ask(() => structuredClone(snapshot)),
    });
    return {
      journal,
      step: () => {
        const [queue, other] = random() < 0.5 ? [waiting, answers] : [answers, waiting];
        return run(queue.shift() ?? other.shift());
      },
      cut: () => {
        isCut = true;
        waiting.length = 0;
        answers.length = 0;
      },
    };
  };

  return {
    messages: store.messages,
    commits: store.commits,
    isScheduled: store.isScheduled,
    connect,
    stepLate: () => run(late.splice(Math.floor(random() * late.length), 1)[0]),
    heal: () => {
      likely = 0;
    },
  };
};
