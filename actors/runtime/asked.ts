/** Pending commands, and how their decisions are written and returned to the callers (activate.ts, A12). */
import type { CommandOutcome } from './activation.js';
import type { ActorRef, Envelope, TimerDue, Told } from './actor.js';
import { replyTo } from './answers.js';
import type { Links } from './chain.js';
import type { Decided, Decision } from './deciding.js';
import type { Journal, Written } from './journal.js';

/** A command, and the functions that settle its caller's promise. */
export interface Asked<Command> {
  readonly envelope: Envelope<Command | TimerDue>;
  /** ms since the epoch */
  readonly giveUpAt: number;
  readonly resolve: (outcome: CommandOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns the promise of a command's outcome; `begin` takes the command over. */
export const asking = <Command>(
  envelope: Envelope<Command | TimerDue>,
  giveUpAt: number,
  begin: (asked: Asked<Command>) => Promise<void>,
): Promise<CommandOutcome> =>
  new Promise((resolve, reject) => {
    begin({ envelope, giveUpAt, resolve, reject }).catch(reject);
  });

/**
 * Writes all commits after the messages `behind` (journal.ts). Returns what was written, or null if the only commit is
 * already known. Throws as the journal does.
 */
export const writeDecided = async (
  journal: Pick<Journal, 'append' | 'appendTogether'>,
  ref: ActorRef,
  behind: Links,
  { commits, texts }: Pick<Decided<unknown>, 'commits' | 'texts'>,
  isCurrent: () => boolean,
): Promise<Written | null> => {
  const [first, ...more] = commits;
  if (first === undefined) throw new Error('there is nothing to write');
  if (more.length === 0) {
    const appended = await journal.append(ref, behind, first, isCurrent);
    return appended.type === 'known' ? null : appended;
  }
  const version = Math.max(...commits.map((commit) => commit.version));
  return journal.appendTogether(ref, behind, version, texts, isCurrent);
};

/**
 * Settles the first of `all` with their decisions, and returns how many. `before`, `after`: the actor's last sequence
 * before the decided commits were written, and after.
 */
export const tellDecided = <State, Command extends Told>(
  actor: { readonly replies: unknown },
  all: readonly Asked<Command>[],
  decisions: readonly Decision<State>[],
  before: number,
  after: number,
): number => {
  for (const [index, decision] of decisions.entries()) {
    const asked = all[index];
    if (decision.type === 'refused') asked?.reject(decision.error);
    else {
      try {
        const seq = decision.commits > 0 ? after : before;
        if (asked !== undefined)
          asked.resolve({ answer: replyTo(actor, decision.state, asked.envelope.command), seq });
      } catch (error) {
        asked?.reject(error);
      }
    }
  }
  return decisions.length;
};
