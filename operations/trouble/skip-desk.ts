/**
 * Repairs an actor that cannot be read: an operator has its messages skipped (actors/runtime/journal/skipping.ts). The serving nodes
 * load it at once afterwards, so that its timers are armed, its effects run and what it holds is released.
 */
import { randomUUID } from 'node:crypto';
import { agent } from '../../actors/agent/index.js';
import { agentTest } from '../../actors/agent-test/index.js';
import { alertRule } from '../../actors/alert-rule/index.js';
import { analysis } from '../../actors/analysis/index.js';
import { analysisRun } from '../../actors/analysis-run/index.js';
import { auditLog } from '../../actors/audit/index.js';
import { business } from '../../actors/business/index.js';
import { call } from '../../actors/call/index.js';
import { callReview } from '../../actors/call-review/index.js';
import { campaign } from '../../actors/campaign/index.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import { claim } from '../../actors/claim/index.js';
import { consoleSetup } from '../../actors/console-setup/index.js';
import { consoleTeam } from '../../actors/console-team/index.js';
import { consoleUser } from '../../actors/console-user/index.js';
import { contactImport } from '../../actors/contact-import/index.js';
import { contactJob } from '../../actors/contact-job/index.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import { contactPoint } from '../../actors/contact-point/index.js';
import { conversation } from '../../actors/conversation/index.js';
import { conversationAnalysis } from '../../actors/conversation-analysis/index.js';
import { conversationNotes } from '../../actors/conversation-notes/index.js';
import { dataSource } from '../../actors/data-source/index.js';
import { iteration } from '../../actors/iteration/index.js';
import { mediaAsset } from '../../actors/media-asset/index.js';
import { participant } from '../../actors/participant/index.js';
import { passageVectors } from '../../actors/passage-vectors/index.js';
import { providerLists } from '../../actors/provider-lists/index.js';
import { quickAnswers } from '../../actors/quick-answers/index.js';
import { recipients } from '../../actors/recipients/index.js';
import type { ActorRef } from '../../actors/runtime/actor.js';
import type { EventVersions } from '../../actors/runtime/event-versions.js';
import type { Journal } from '../../actors/runtime/journal/journal.js';
import { findPoison, type Poison, writeSkip } from '../../actors/runtime/journal/skipping.js';
import type { TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { Failing } from '../../actors/runtime/trouble/trouble.js';
import { savedViews } from '../../actors/saved-views/index.js';
import { simulationRun } from '../../actors/simulation-run/index.js';
import { simulationScenario } from '../../actors/simulation-scenario/index.js';
import { sourceRows } from '../../actors/source-rows/index.js';
import { subscription } from '../../actors/subscription/index.js';
import { summaryRun } from '../../actors/summary-run/index.js';
import { toolbox } from '../../actors/toolbox/index.js';

/** Dependencies of the desk. */
export interface SkipDeskDeps {
  readonly journal: Journal;
  readonly book: Pick<TroubleBook, 'note' | 'list' | 'retryAt'>;
  /** ms since the epoch */
  readonly now: () => number;
}

/** The messages to skip: the one with a sequence, the last one that cannot be read, or all that cannot. */
export type SkipSelection = number | 'last' | 'all';

/** The outcome. `refused`: nothing was written, and `poison` lists the messages that cannot be read. */
export type Skipped =
  | { readonly type: 'skipped'; readonly seq: number; readonly messages: readonly Poison[] }
  | { readonly type: 'refused'; readonly poison: readonly Poison[] };

/** Every kind of actor, and how its events are read. */
const KINDS: readonly { readonly kind: string; readonly events: EventVersions }[] = [
  ...[agent, agentTest, auditLog, business, call, campaign, channelAccount, claim, consoleSetup, consoleTeam],
  ...[consoleUser, contactImport, contactJob, contactPartition, contactPoint, conversation, dataSource],
  ...[
    iteration,
    mediaAsset,
    participant,
    passageVectors,
    providerLists,
    recipients,
    savedViews,
    simulationRun,
    simulationScenario,
    alertRule,
    sourceRows,
    subscription,
    analysis,
    analysisRun,
    callReview,
    conversationAnalysis,
    conversationNotes,
    quickAnswers,
    summaryRun,
    toolbox,
  ],
];

/** The kinds whose actors can be repaired. */
export const REPAIRABLE: readonly string[] = KINDS.map(({ kind }) => kind);

/**
 * Skips messages of an actor for good, none of which this build can read. `ref.kind` is one of {@link REPAIRABLE}.
 * @throws JournalConflict when the actor was written to meanwhile: nothing is skipped then; the errors of the journal
 */
export const skipMessages = async (
  { journal, book, now }: SkipDeskDeps,
  ref: ActorRef,
  selection: SkipSelection,
  facts: { readonly reason: string; readonly by: string },
): Promise<Skipped> => {
  const { events = {} } = KINDS.find(({ kind }) => kind === ref.kind) ?? {};
  const { messages, poison } = await findPoison(journal, ref, events);
  const selected = poison.filter(
    ({ seq }) => selection === 'all' || seq === (selection === 'last' ? null : selection),
  );
  if (selected.length === 0) return { type: 'refused', poison };
  const at = now();
  const seq = await writeSkip(journal, ref, messages, selected, { ...facts, commandId: randomUUID(), at });
  // The entry makes the nodes load the actor, and is removed from the book once they can.
  const failing: Failing = { kind: 'actor', what: ref.kind, ref, key: '' };
  await book.note(failing, new Error(`message ${seq} declares messages skipped`), { attempts: 0, since: at });
  for (const entry of await book.list())
    if (isSameActor(entry.ref, ref) && entry.nextTryAt !== null) await book.retryAt(entry, at);
  return { type: 'skipped', seq, messages: selected };
};

const isSameActor = (left: ActorRef | null, right: ActorRef): boolean =>
  left !== null && left.kind === right.kind && left.business === right.business && left.id === right.id;
