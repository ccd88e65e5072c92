/** Effects of a block of recipients: contacting claimed ones, withdrawing that, reporting. */
import type { Logger } from 'pino';
import { iteration } from '../../../actors/iteration/index.js';
import type { RecipientsCommand, RecipientsEffect } from '../../../actors/recipients/commands.js';
import type { EffectHandlers } from '../../../actors/runtime/actor.js';
import type { CampaignChannel } from '../../../schemas/campaigns/states.js';
import { activityIdOf, refusalOf, toRecipientsCommand } from '../../campaigns/contacting.js';
import {
  type DispatchDeps,
  dispatchCall,
  dispatchMessage,
  handOverMessage,
  withdrawCall,
} from './dispatching.js';

export interface RecipientsEffectDeps extends DispatchDeps {
  /** Receives the outcome of each claim, for logs and metrics. */
  readonly observe: (outcome: DispatchOutcome) => void;
  readonly logger: Logger;
}

/** The outcome of a claim: contact has begun, the recipient is skipped or postponed, or the block is held. */
export interface DispatchOutcome {
  readonly businessId: string;
  readonly iterationId: string;
  readonly channel: CampaignChannel;
  readonly outcome: 'begun' | 'skipped' | 'held' | 'postponed';
  /** The error code, or the reason for holding; null for `begun`. */
  readonly reason: string | null;
}

export const recipientsEffects = (
  deps: RecipientsEffectDeps,
): EffectHandlers<RecipientsEffect, RecipientsCommand> => ({
  dispatch: dispatchClaim(deps),

  hand_over: async ({ ref, effect }) => {
    const { claim, contactId, link } = effect;
    try {
      await handOverMessage(deps, ref.business, effect);
      return { type: 'handed_over', claim };
    } catch (error) {
      // The claim was confirmed, so this counts as a failed attempt.
      const { reason } = refusalOf(error);
      deps.logger.warn({
        event: 'campaign.hand_over_refused',
        businessId: ref.business,
        iterationId: link.iterationId,
        contactId,
        reason,
      });
      return { type: 'attempt_ended', claim, outcome: 'failed' };
    }
  },

  withdraw: async ({ ref, effect: { link, channel, contactId, claim } }) => {
    const callId = activityIdOf(link.iterationId, contactId, claim.revision);
    await withdrawCall(deps.actors, ref.business, channel, callId);
    return { type: 'withdrawn', claim };
  },

  report: async ({ ref, effect: { iterationId, block, report } }) => {
    const target = { business: ref.business, id: iterationId };
    await deps.actors.ask(iteration, target, { type: 'block_report', block, report });
    return { type: 'report_taken', report: report.report };
  },
});

const dispatchClaim =
  (deps: RecipientsEffectDeps): EffectHandlers<RecipientsEffect, RecipientsCommand>['dispatch'] =>
  async ({ ref, effect }) => {
    const { link, work, claim } = effect;
    const observe = (outcome: DispatchOutcome['outcome'], reason: string | null): void =>
      deps.observe({
        businessId: ref.business,
        iterationId: link.iterationId,
        channel: work.channel,
        outcome,
        reason,
      });
    try {
      const dispatch = work.channel === 'voice' ? dispatchCall : dispatchMessage;
      const begun = await dispatch(deps, ref.business, effect);
      observe('begun', null);
      return begun;
    } catch (error) {
      const refusal = refusalOf(error);
      observe(OUTCOME_OF[refusal.type], refusal.reason);
      return toRecipientsCommand(claim, error);
    }
  };

const OUTCOME_OF = { skip: 'skipped', hold: 'held', postpone: 'postponed' } as const;
