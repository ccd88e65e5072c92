/**
 * Two nodes, either of which may believe that it has the actor, and an independent check of what they do: it folds the
 * commits in the journal, and checks every answer when it is returned.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { activate } from '../../../../../actors/runtime/activation/activate.js';
import type { Activation, CommandOutcome } from '../../../../../actors/runtime/activation.js';
import { type ArchiveOutcome, archiveActor } from '../../../../../actors/runtime/archiving/archive-actor.js';
import type { Commit } from '../../../../../actors/runtime/journal/commit.js';
import { RETRY_POLICY } from '../../../../../actors/runtime/trouble/trouble.js';
import { isErrorCode } from '../../../../../schemas/errors.js';
import { memoryBook } from '../../../../support/actors/trouble.js';
import {
  type ErrandCommand,
  type ErrandEvent,
  type ErrandState,
  errand,
  FINISH,
  LOOK,
} from '../../errand.js';
import { HELD } from '../../lease-held.js';
import { type Line, type SimulatedJournal, simulateJournal } from './journal.js';

export type Act =
  /** `again`: index of an earlier command that is repeated under its id; -1: none. */
  | { readonly do: 'command'; readonly node: number; readonly command: ErrandCommand; readonly again: number }
  | { readonly do: 'look'; readonly node: number }
  | { readonly do: 'crash' | 'give_way' | 'doubt' | 'wake' | 'archive'; readonly node: number }
  | { readonly do: 'steps'; readonly count: number };

export interface Plan {
  readonly seed: number;
  /** Probability that a request to the journal fails. */
  readonly faults: number;
  /** For each node: whether its commits may share a message. */
  readonly shares: readonly boolean[];
  readonly acts: readonly Act[];
  /** Called with the outcome of each attempt to archive. */
  readonly onArchiveAttempt?: (outcome: ArchiveOutcome) => void;
}

interface Node {
  readonly line: Line;
  readonly activation: Activation;
  /** Called when the node crashes: one callback for each request that waits for its answer. */
  readonly waiting: Set<() => void>;
}

interface SentCommand {
  readonly commandId: string;
  readonly command: ErrandCommand;
}

const REF = { kind: 'errand', business: 'b', id: 'one' };
const NO_READERS = { settledUpTo: new Map<string, number>(), isTroubled: () => false };
const SILENT = pino({ level: 'silent' });
const MOST_STEPS = 20_000;
const MOST_TRIES = 30;

/** The same numbers for the same seed, in [0, 1). */
const numbersOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** All timers are part of the simulation: they fire when nothing else is left to do. */
const takeTimers = () => {
  const { setTimeout: real, clearTimeout: realClear } = globalThis;
  const waiting = new Map<object, () => void>();
  const later = (work: () => void): object => {
    const timer = { unref: () => timer };
    waiting.set(timer, work);
    return timer;
  };
  // All that is needed of a timer here is that it can be cleared.
  Object.assign(globalThis, { setTimeout: later, clearTimeout: (timer: object) => waiting.delete(timer) });
  return {
    step: (): boolean => {
      for (const [timer, work] of waiting) {
        waiting.delete(timer);
        work();
        return true;
      }
      return false;
    },
    giveBack: () => Object.assign(globalThis, { setTimeout: real, clearTimeout: realClear }),
  };
};

const folded = (commits: readonly Commit<unknown>[]): readonly ErrandState[] => {
  let state = errand.initial(REF);
  return [
    state,
    ...commits.map(({ events, at }) => {
      // The errand wrote them.
      for (const event of events) state = errand.evolve(state, event as ErrandEvent, at);
      return state;
    }),
  ];
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Plays the plan to its end. Returns the guarantees that were broken, in words. */
export const play = async (plan: Plan): Promise<readonly string[]> => {
  const timers = takeTimers();
  try {
    return await new World(plan).play(timers.step);
  } finally {
    timers.giveBack();
  }
};

class World {
  readonly #plan: Plan;
  readonly #random: () => number;
  readonly #journal: SimulatedJournal;
  readonly #nodes: Node[];
  readonly #faults: string[] = [];
  readonly #ended = new Map<string, 'written' | 'refused'>();
  /** commandId → how often it was sent. */
  readonly #askers = new Map<string, number>();
  #open = 0;
  #now = 1_000_000;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#random = numbersOf(plan.seed);
    this.#journal = simulateJournal(this.#random, plan.faults);
    this.#nodes = plan.shares.map((_, index) => this.#begin(index));
  }

  async play(stepTimers: () => boolean): Promise<readonly string[]> {
    const sent: SentCommand[] = [];
    for (const act of this.#plan.acts) {
      if (act.do === 'steps') for (let step = 0; step < act.count; step += 1) await this.#step(stepTimers);
      else this.#act(act, sent);
    }
    for (let step = 0; this.#open > 0 && step < MOST_STEPS; step += 1) {
      // If answers went on getting lost, this would never end.
      if (step === 200) this.#journal.heal();
      await this.#step(stepTimers);
    }
    if (this.#open > 0) this.#faults.push(`${this.#open} requests were never answered`);
    this.#journal.heal();
    if (this.#states().at(-1)?.alarm != null && !this.#journal.isScheduled('alarm'))
      this.#faults.push('the alarm will not fire');
    // The actor at rest is archived, and the archived messages are removed.
    for (let again = 0; again < 2; again += 1) {
      let hasEnded = false;
      void this.#archive(1).then(() => {
        hasEnded = true;
      });
      for (let step = 0; !hasEnded && step < MOST_STEPS; step += 1) await this.#step(stepTimers);
    }
    await this.#lookAtEnd(stepTimers);
    return this.#faults;
  }

  #begin(index: number): Node {
    const line = this.#journal.connect((commits, armed) => this.#onWrite(index, commits, armed));
    const activation = activate(
      errand,
      async () => {
        // A5
        if (!this.#states().some(({ sent }) => sent)) this.#faults.push('an effect began that was not owed');
        return this.#random() < 0.5 ? FINISH : null;
      },
      REF,
      {
        journal: line.journal,
        now: () => this.#now,
        random: this.#random,
        logger: SILENT,
        watchdogMs: 1_000,
        lease: HELD,
        passOn: async () => undefined,
        trouble: memoryBook(),
        retryPolicy: RETRY_POLICY,
        count: () => undefined,
        mayShare: () => this.#plan.shares[index] === true,
      },
    );
    return { line, activation, waiting: new Set() };
  }

  #nodeOf(index: number): Node {
    const node = this.#nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  }

  #states(): readonly ErrandState[] {
    return folded(this.#journal.commits());
  }

  /** A4, A13 */
  #onWrite(index: number, commits: readonly Commit<unknown>[], armed: ReadonlyMap<string, number>): void {
    if (commits.length > 1 && this.#plan.shares[index] !== true)
      this.#faults.push('commits share a message that some node cannot read');
    const state = folded([...this.#journal.commits(), ...commits]).at(-1);
    if (state === undefined) return;
    if (state.alarm !== null && !((armed.get('alarm') ?? Number.POSITIVE_INFINITY) <= state.alarm))
      this.#faults.push(`written before the alarm for ${state.alarm} was armed`);
    if (state.sent && !state.done && !armed.has('watchdog'))
      this.#faults.push('written before the watchdog was armed');
  }

  #act(act: Exclude<Act, { readonly do: 'steps' }>, sent: SentCommand[]): void {
    const { activation } = this.#nodeOf(act.node);
    switch (act.do) {
      case 'command': {
        const next = sent[act.again] ?? { commandId: `c${sent.length}`, command: act.command };
        sent.push(next);
        const { commandId, command } = next;
        this.#askers.set(commandId, (this.#askers.get(commandId) ?? 0) + 1);
        this.#open += 1;
        void this.#send(act.node, commandId, command).finally(() => {
          this.#open -= 1;
        });
        return;
      }
      case 'look':
        this.#open += 1;
        void this.#look(act.node).finally(() => {
          this.#open -= 1;
        });
        return;
      case 'crash':
        this.#replace(act.node);
        return;
      case 'give_way':
        activation.abdicate();
        this.#replace(act.node);
        return;
      case 'doubt':
        activation.doubt(20);
        return;
      case 'archive':
        this.#open += 1;
        void this.#archive(act.node).finally(() => {
          this.#open -= 1;
        });
        return;
      case 'wake': {
        const alarm = this.#states().at(-1)?.alarm ?? null;
        if (alarm !== null) activation.wake('alarm', alarm).catch(() => undefined);
        return;
      }
    }
  }

  #archiveSeq(): number | null {
    return this.#journal.messages().findLast(({ text }) => text.includes('"archive"'))?.seq ?? null;
  }

  /** The archiver knows the last archive; its age depends on when this is called. Never rejects. */
  async #archive(index: number): Promise<void> {
    const { line, waiting } = this.#nodeOf(index);
    const gone = new Promise<null>((resolve) => waiting.add(() => resolve(null)));
    const outcome = await Promise.race([
      gone,
      archiveActor(errand, line.journal, REF, NO_READERS, this.#archiveSeq()).catch(() => null),
    ]);
    if (outcome === 'differs') this.#faults.push('an archive differs from the messages before it');
    if (outcome !== null) this.#plan.onArchiveAttempt?.(outcome);
  }

  /** Requests that waited for the node are repeated. */
  #replace(index: number): void {
    const { line, waiting } = this.#nodeOf(index);
    line.cut();
    this.#nodes[index] = this.#begin(index);
    for (const giveUp of [...waiting]) giveUp();
  }

  /** Null if the node is gone. */
  #ask(
    index: number,
    run: (activation: Activation) => Promise<CommandOutcome>,
  ): Promise<CommandOutcome | null> {
    const { activation, waiting } = this.#nodeOf(index);
    return new Promise((resolve, reject) => {
      const gone = (): void => resolve(null);
      waiting.add(gone);
      run(activation)
        .then(resolve, reject)
        .finally(() => waiting.delete(gone));
    });
  }

  async #send(first: number, commandId: string, command: ErrandCommand): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const node = tries === 0 ? first : Math.floor(this.#random() * this.#nodes.length);
      const envelope = { commandId, at: this.#now, command };
      try {
        const outcome = await this.#ask(node, (activation) => activation.run(envelope, this.#now + 60_000));
        if (outcome === null) continue;
        // A command whose outcome was unknown is answered with the state at the time of the retry.
        const isExact = tries === 0 && this.#plan.faults === 0 && this.#askers.get(commandId) === 1;
        this.#judge(commandId, command, outcome, isExact);
        return;
      } catch (error) {
        const code: unknown = Object(error).code;
        if (code === 'validation_failed' || code === 'internal') {
          this.#ended.set(commandId, this.#ended.get(commandId) ?? 'refused');
          return;
        }
        if (code !== 'journal_unavailable' && Object(error).name !== 'Moved')
          throw new Error(`unexpected: ${isErrorCode(code) ? code : String(error)}`);
      }
    }
    this.#faults.push(`${commandId} was never answered`);
  }

  /** A2, A3, A12 */
  #judge(commandId: string, command: ErrandCommand, { answer, seq }: CommandOutcome, isExact: boolean): void {
    const commits = this.#journal.commits();
    const states = folded(commits);
    const own = commits.findIndex((commit) => commit.commandId === commandId);
    const mustWrite = command.type === 'count' || command.type === 'wake_me';
    if (own < 0 && mustWrite && this.#ended.get(commandId) !== 'refused')
      this.#faults.push(`${commandId} was answered but is not written`);
    const from = own < 0 ? 0 : own + 1;
    const known = states.findIndex((state, index) => index >= from && isSame(state, answer));
    if (known < 0) this.#faults.push(`${commandId} was answered with a state that was never written`);
    if (isExact && own >= 0 && mustWrite && known !== from && !isSame(states[from], answer))
      this.#faults.push(`${commandId} was not answered with the state after it`);
    if (own >= 0 && seq < (commits[own]?.seq ?? 0))
      this.#faults.push(`${commandId} was answered with a sequence before its own`);
    this.#ended.set(commandId, 'written');
  }

  async #look(index: number): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      try {
        const look = { commandId: 'look', at: this.#now, command: LOOK };
        const outcome = await this.#ask(index, (activation) => activation.run(look, this.#now + 60_000));
        if (outcome === null) continue;
        if (!this.#states().some((state) => isSame(state, outcome.answer)))
          this.#faults.push('a query was answered with a state that was never written');
        return;
      } catch {
        // Retries, as a client would.
      }
    }
  }

  async #step(stepTimers: () => boolean): Promise<void> {
    this.#now += Math.floor(this.#random() * 3);
    const lines = this.#nodes.map(({ line }) => line);
    const first = Math.floor(this.#random() * lines.length);
    const fate = this.#random();
    const hasStepped =
      (fate < 0.1 && this.#journal.stepLate()) ||
      [...lines.slice(first), ...lines.slice(0, first)].some((line) => line.step()) ||
      this.#journal.stepLate();
    if (!hasStepped && !stepTimers()) this.#now += 50;
    await nextTurn();
  }

  async #lookAtEnd(stepTimers: () => boolean): Promise<void> {
    const commits = this.#journal.commits();
    const seen = new Set<string>();
    for (const { commandId } of commits) {
      if (seen.has(commandId)) this.#faults.push(`${commandId} was applied twice`);
      seen.add(commandId);
      if (this.#ended.get(commandId) === 'refused')
        this.#faults.push(`${commandId} was refused but is written`);
    }
    this.#replace(0);
    let found: unknown = null;
    const look = { commandId: 'look', at: this.#now, command: LOOK };
    void this.#nodeOf(0)
      .activation.run(look, Number.POSITIVE_INFINITY)
      .then(({ answer }) => {
        found = answer;
      });
    for (let step = 0; found === null && step < MOST_STEPS; step += 1) await this.#step(stepTimers);
    // Commits that another node wrote meanwhile count.
    if (!this.#states().some((state) => isSame(state, found)) || found === null)
      this.#faults.push('a new activation loads another state');
    for (const { activation } of this.#nodes) activation.abdicate();
  }
}
