/** Pending commands, and how their decisions are written and returned to the callers (activate.ts, A12). */
import type { CommandOutcome } from '../activation.js';
import type { ActorRef, AnyCommand, Envelope, TimerDue } from '../actor.js';
import type { Links } from '../journal/chain.js';
import type { Journal, Written } from '../journal/journal.js';
import { replyTo } from './actor-results.js';
import type { Decided, Decision } from './deciding.js';

/** A command, and the functions that settle its caller's promise. */
export interface PendingCommand<Command> {
  readonly envelope: Envelope<Command | TimerDue>;
  /** ms since the epoch */
  readonly deadline: number;
  readonly resolve: (outcome: CommandOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns the promise of a command's outcome; `begin` takes over the command. */
export const submitCommand = <Command>(
  envelope: Envelope<Command | TimerDue>,
  deadline: number,
  begin: (pending: PendingCommand<Command>) => Promise<void>,
): Promise<CommandOutcome> =>
  new Promise((resolve, reject) => {
    begin({ envelope, deadline, resolve, reject }).catch(reject);
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
  if (first === undefined) throw new Error('no commit to write');
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
export const settleDecided = <State, Command extends AnyCommand>(
  actor: { readonly replies: unknown },
  all: readonly PendingCommand<Command>[],
  decisions: readonly Decision<State>[],
  before: number,
  after: number,
): number => {
  for (const [index, decision] of decisions.entries()) {
    const pending = all[index];
    if (decision.type === 'refused') pending?.reject(decision.error);
    else {
      try {
        const seq = decision.commits > 0 ? after : before;
        if (pending !== undefined)
          pending.resolve({ answer: replyTo(actor, decision.state, pending.envelope.command), seq });
      } catch (error) {
        pending?.reject(error);
      }
    }
  }
  return decisions.length;
};
