/**
 * A journal of one actor in memory, with the guarantees of the real one (actors/runtime/journal/journal.ts) and every fault
 * that its callers may meet: answers get lost, abandoned requests are carried out late, processes die. Nothing happens
 * except in a step of the simulation.
 */
import type { Links } from '../../../../../actors/runtime/journal/chain.js';
import {
  type Commit,
  commitText,
  parseCommits,
  sharedMessage,
} from '../../../../../actors/runtime/journal/commit.js';
import type { Journal, Snapshot, Written } from '../../../../../actors/runtime/journal/journal.js';
import { JournalConflict, JournalUnavailable } from '../../../../../actors/runtime/journal-errors.js';
import { stub } from '../../../../../testkit/stub.js';

/** A stored message. */
interface Message {
  readonly seq: number;
  readonly text: string;
  readonly links: Links;
}

/** A node's connection. */
export interface Line {
  readonly journal: Journal;
  /** Carries out one waiting step. False: there is none. */
  step(): boolean;
  /** The process dies: requests that are not carried out yet are dropped, and nothing is answered. */
  cut(): void;
}

export interface SimulatedJournal {
  readonly messages: () => readonly Message[];
  /** All commits that were ever written, wherever they are stored by now. */
  readonly commits: () => readonly Commit<unknown>[];
  /** Whether the timer will fire. */
  isScheduled(name: string): boolean;
  /** `onWrite`: called with the commits of each message, before they are noted, and with the timers armed by then. */
  connect(onWrite: (commits: readonly Commit<unknown>[], armed: ReadonlyMap<string, number>) => void): Line;
  /** Carries out one abandoned request. False: there is none. */
  stepLate(): boolean;
  /** From now on no request fails. */
  heal(): void;
}

/** The stored messages and schedules. */
const createStore = (random: () => number) => {
  let messages: readonly Message[] = [];
  const written: Commit<unknown>[] = [];
  /** Timer → sequence of its schedule. */
  const schedules = new Map<string, number>();
  let last = 0;
  /** Sequences of all messages that were ever stored, latest first. */
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
        throw new Error(`wrong links ${behind.join(', ')}`);
      // Commits of other actors are in between.
      last += 1 + Math.floor(random() * 3);
      messages = [...messages, { seq: last, text, links: behind }];
      history.unshift(last);
      return last;
    },
    /** Notes the new commits of a message. */
    note: (commits: readonly Commit<unknown>[]): void => void written.push(...commits),
    /** `armed`: evaluated first, so that the timer is noted there before it is scheduled. */
    arm: (_armed: unknown, name: string): void => {
      last += 1;
      schedules.set(name, last);
    },
    isScheduled: (name: string): boolean => schedules.has(name),
    /** A server that dies meanwhile (`isWhole` false) has removed only some of them. */
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

/** `random`: in [0, 1); `faults`: the probability that a request fails. */
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

    /** `isSafe`: the request never fails. */
    const ask = <T>(work: () => T, isSafe = false): Promise<T> =>
      new Promise((resolve, reject) => {
        if (isCut) return;
        waiting.push(() => {
          const fate = isSafe ? 1 : random();
          const lost = new JournalUnavailable('no answer');
          if (fate < likely / 3) return void answers.push(() => reject(lost));
          const perform = (): (() => void) => {
            try {
              const value = work();
              return () => resolve(value);
            } catch (error) {
              return () => reject(error);
            }
          };
          if (fate < (likely * 2) / 3) {
            late.push(() => void perform());
            answers.push(() => reject(lost));
          } else {
            const answer = perform();
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

    const journal = stub<Journal>({
      append: async (_ref, behind, commit, isCurrent = () => true) => {
        if (!isCurrent()) throw new JournalConflict('no longer current');
        return ask(() => {
          // The sequence is checked first, as a single server does.
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
