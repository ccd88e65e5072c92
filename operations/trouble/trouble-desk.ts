/**
 * Operators' actions on trouble: list it, retry it, drop it.
 *
 * It guarantees:
 * D1. What is dropped never comes back: it first ends in the actor's journal (abandon-effect.ts); then the drop itself is
 *     recorded, with its author and reason.
 * D2. Every step may be repeated, even after a crash in the middle.
 */
import { agent } from '../../actors/agent/index.js';
import { agentTest } from '../../actors/agent-test/index.js';
import { alertRule } from '../../actors/alert-rule/index.js';
import { analysis } from '../../actors/analysis/index.js';
import { analysisRun } from '../../actors/analysis-run/index.js';
import { business } from '../../actors/business/index.js';
import { call } from '../../actors/call/index.js';
import { callReview } from '../../actors/call-review/index.js';
import { campaign } from '../../actors/campaign/index.js';
import { channelAccount } from '../../actors/channel-account/index.js';
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
import { quickAnswers } from '../../actors/quick-answers/index.js';
import { recipients } from '../../actors/recipients/index.js';
import { loadActor } from '../../actors/runtime/activation/loaded.js';
import type { Actor, ActorRef, AnyCommand, Effect } from '../../actors/runtime/actor.js';
import type { Journal } from '../../actors/runtime/journal/journal.js';
import type { ActorSystem } from '../../actors/runtime/system.js';
import type { DropFacts, TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { Trouble } from '../../actors/runtime/trouble/trouble.js';
import { savedViews } from '../../actors/saved-views/index.js';
import { simulationRun } from '../../actors/simulation-run/index.js';
import { simulationScenario } from '../../actors/simulation-scenario/index.js';
import { sourceRows } from '../../actors/source-rows/index.js';
import { subscription } from '../../actors/subscription/index.js';
import { summaryRun } from '../../actors/summary-run/index.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import {
  type AbandonedEffects,
  abandonedAlertRuleEffects,
  abandonedAnalysisEffects,
  abandonedAnalysisRunEffects,
  abandonedBusinessEffects,
  abandonedCallEffects,
  abandonedCampaignEffects,
  abandonedContactEffects,
  abandonedContactImportEffects,
  abandonedContactJobEffects,
  abandonedContactPointEffects,
  abandonedConversationEffects,
  abandonedDataSourceEffects,
  abandonedIterationEffects,
  abandonedMediaAssetEffects,
  abandonedPassageVectorsEffects,
  abandonedRecipientsEffects,
  abandonedSimulationEffects,
  abandonedSummaryEffects,
} from './abandon-effect.js';
import { SKIPPED } from './views-watch.js';

export interface DeskDeps {
  readonly actors: ActorSystem;
  readonly journal: Journal;
  readonly book: TroubleBook;
  /** ms since the epoch */
  readonly now: () => number;
}

export interface TroubleDesk {
  /** Oldest first. */
  list(): Promise<readonly Trouble[]>;
  /**
   * Has it retried at once by a node that serves, or by the next one that does.
   * @throws DomainError trouble_not_found, trouble_not_retryable
   */
  retry(id: string): Promise<Trouble>;
  /** Dropping it again returns the same result. @throws DomainError trouble_not_found if it never existed */
  drop(id: string, facts: DropFacts): Promise<{ readonly id: string; readonly dropped: true }>;
}

/** One kind of actor, with its types erased. */
interface Debtor {
  readonly kind: string;
  register(actors: ActorSystem): void;
  /** Makes the actor abandon the effect; does nothing if the actor does not have it. @throws DomainError */
  abandonEffect(deps: DeskDeps, ref: ActorRef, key: string): Promise<void>;
}

const debtor = <State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
  actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  abandoned: AbandonedEffects<Fx, Command>,
): Debtor => {
  const commandFor = (effect: Fx): Command => {
    const table: Readonly<Record<string, unknown>> = abandoned;
    const answer = table[effect.kind];
    if (typeof answer !== 'function') throw new Error(`no command for a dropped ${effect.kind}`);
    return answer(effect);
  };
  return {
    kind: actor.kind,
    register: (actors) => actors.registerIdle(actor),
    abandonEffect: async ({ actors, journal }, ref, key) => {
      const { state } = await loadActor(actor, journal, ref);
      const effect = actor.effects(state)[key];
      if (effect === undefined) return;
      await actors.ask(actor, ref, commandFor(effect), {
        commandId: deriveId('drop', ref.kind, ref.id, key),
      });
      const after = await loadActor(actor, journal, ref);
      // The effect would come back with the next load if its drop changed nothing.
      if (Object.hasOwn(actor.effects(after.state), key)) throw new DomainError('trouble_not_droppable');
    },
  };
};

const DEBTORS: readonly Debtor[] = [
  debtor(business, abandonedBusinessEffects),
  debtor(call, abandonedCallEffects),
  debtor(contactPoint, abandonedContactPointEffects),
  debtor(contactPartition, abandonedContactEffects),
  debtor(conversation, abandonedConversationEffects),
  debtor(contactImport, abandonedContactImportEffects),
  debtor(contactJob, abandonedContactJobEffects),
  debtor(dataSource, abandonedDataSourceEffects),
  debtor(campaign, abandonedCampaignEffects),
  debtor(iteration, abandonedIterationEffects),
  debtor(recipients, abandonedRecipientsEffects),
  debtor(analysis, abandonedAnalysisEffects),
  debtor(conversationAnalysis, abandonedAnalysisEffects),
  debtor(analysisRun, abandonedAnalysisRunEffects),
  debtor(simulationRun, abandonedSimulationEffects),
  debtor(summaryRun, abandonedSummaryEffects),
  debtor(agent, {}),
  debtor(agentTest, {}),
  debtor(callReview, {}),
  debtor(channelAccount, {}),
  debtor(consoleTeam, {}),
  debtor(consoleUser, {}),
  debtor(mediaAsset, abandonedMediaAssetEffects),
  debtor(participant, {}),
  debtor(savedViews, {}),
  debtor(conversationNotes, {}),
  debtor(quickAnswers, {}),
  debtor(simulationScenario, {}),
  debtor(alertRule, abandonedAlertRuleEffects),
  debtor(passageVectors, abandonedPassageVectorsEffects),
  debtor(sourceRows, {}),
  debtor(subscription, {}),
];

/** Registers every kind of actor whose effects may be dropped; running the effects is left to the nodes. */
export const registerDebtors = (actors: ActorSystem): void => {
  for (const { register } of DEBTORS) register(actors);
};

/** Whether there is anything to retry. */
export const isRetryable = ({ kind, what }: Trouble): boolean =>
  kind !== 'limit' && !(kind === 'views' && what === SKIPPED);

/** Requires {@link registerDebtors} on its actors, or handlers of their own. */
export const openTroubleDesk = (deps: DeskDeps): TroubleDesk => {
  const { actors, book, now } = deps;

  /** D1: ends the subject of the trouble in the journal. Returns whether the same trouble may come again. */
  const abandon = async ({ kind, ref, key }: Trouble, { reason }: DropFacts): Promise<boolean> => {
    switch (kind) {
      case 'effect': {
        const found = DEBTORS.find(({ kind: owed }) => owed === ref?.kind);
        if (found === undefined || ref === null) throw new DomainError('trouble_not_droppable');
        await found.abandonEffect(deps, ref, key);
        return false;
      }
      case 'webhook':
        if (ref !== null) await actors.ask(subscription, ref, { type: 'discard_dead', reason });
        return true;
      // The next hit is recorded again, and so is a clock that is still off.
      case 'limit':
      case 'clock':
        return true;
      // The entry stays visible until the actor can be read.
      case 'actor':
        throw new DomainError('trouble_not_droppable');
      // Nothing is owed for these: their subject is left as it is.
      case 'wake':
      case 'reaction':
      case 'views':
        return false;
      default:
        return assertNever(kind);
    }
  };

  return {
    list: () => book.list(),
    retry: async (id) => {
      const found = await book.find(id);
      if (found === null) throw new DomainError('trouble_not_found');
      if (!isRetryable(found)) throw new DomainError('trouble_not_retryable');
      await book.retryAt(found, now());
      return found;
    },
    drop: async (id, facts) => {
      const found = await book.find(id);
      if (found === null) {
        // D2
        if (await book.wasDropped(id)) return { id, dropped: true };
        throw new DomainError('trouble_not_found');
      }
      const mayRecur = await abandon(found, facts);
      await book.drop(found, facts, !mayRecur);
      return { id, dropped: true };
    },
  };
};
