/** Projects campaigns and iterations from their actors' events. */
import type { Database } from 'better-sqlite3';
import type { CampaignEvent } from '../../actors/campaign/events.js';
import type { IterationEvent } from '../../actors/iteration/events.js';
import { placeOfBlock } from '../../actors/recipients/block.js';
import type { RecipientsEvent } from '../../actors/recipients/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { Stored } from '../kernel/stored-event.js';

interface NewIteration {
  readonly iterationId: string;
  readonly businessId: string;
  readonly campaignId: string;
  readonly ordinal: number;
  readonly channel: string;
  readonly agentId: string;
  readonly status: string;
  readonly settings: string;
  readonly startAt: number | null;
  readonly at: number;
}

/** Projects campaigns; an iteration gets its row when it is planned. */
export const projectCampaigns = (db: Database): ((stored: Stored<CampaignEvent>) => void) => {
  const create = db.prepare<{
    businessId: string;
    id: string;
    name: string;
    objective: string;
    at: number;
  }>(
    `INSERT INTO campaigns (business_id, id, name, objective, created_at)
     VALUES (:businessId, :id, :name, :objective, :at)`,
  );
  const plan = db.prepare<NewIteration>(
    `INSERT INTO iterations (id, business_id, campaign_id, ordinal, channel, agent_id, status, settings, start_at,
       created_at)
     VALUES (:iterationId, :businessId, :campaignId, :ordinal, :channel, :agentId, :status, :settings, :startAt,
       :at)`,
  );
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'campaign.created':
        create.run({ businessId, id, name: event.name, objective: event.objective, at });
        return;
      case 'campaign.iteration_planned': {
        const { iterationId, channel, agentId, settings, startAt } = event.plan;
        plan.run({
          iterationId,
          businessId,
          campaignId: id,
          ordinal: event.ordinal,
          channel,
          agentId,
          status: startAt === null ? 'draft' : 'scheduled',
          settings: JSON.stringify(settings),
          startAt,
          at,
        });
        return;
      }
      case 'campaign.iteration_opened':
        return;
      default:
        assertNever(event);
    }
  };
};

/** Projects iterations. */
export const projectIterations = (db: Database): ((stored: Stored<IterationEvent>) => void) => {
  const move = db.prepare<[string, string]>('UPDATE iterations SET status = ? WHERE id = ?');
  const start = db.prepare<[number, string]>(
    `UPDATE iterations SET status = 'running', started_at = coalesce(started_at, ?) WHERE id = ?`,
  );
  const end = db.prepare<{ id: string; status: string; at: number }>(
    `UPDATE iterations SET status = :status, ended_at = :at, closed = NULL, hold_reason = NULL
     WHERE id = :id`,
  );
  const close = db.prepare<[string | null, string]>('UPDATE iterations SET closed = ? WHERE id = ?');
  const ready = db.prepare<[string]>('UPDATE iterations SET audience_ready = 1 WHERE id = ?');
  return ({ id, at, event }) => {
    switch (event.type) {
      case 'iteration.block_loaded':
        if (event.cursor === null) ready.run(id);
        return;
      case 'iteration.started':
        start.run(at, id);
        return;
      case 'iteration.paused':
        move.run('paused', id);
        return;
      case 'iteration.cancelling':
        move.run('cancelling', id);
        return;
      case 'iteration.ended':
        end.run({ id, status: event.status, at });
        return;
      case 'iteration.gate_changed':
        close.run(event.gate === 'closed' ? event.reason : null, id);
        return;
      case 'iteration.created':
      case 'iteration.permitted':
      case 'iteration.block_directed':
      case 'iteration.block_reported':
      case 'iteration.sized':
      case 'iteration.size_due':
        return;
      default:
        assertNever(event);
    }
  };
};

/** Projects the waits of an iteration's blocks. */
export const projectHolds = (db: Database): ((stored: Stored<RecipientsEvent>) => void) => {
  const hold = db.prepare<{ iterationId: string; reason: string; until: number }>(
    'UPDATE iterations SET hold_reason = :reason, hold_until = :until WHERE id = :iterationId',
  );
  return ({ id, event }) => {
    if (event.type !== 'recipients.held') return;
    hold.run({ iterationId: placeOfBlock(id).iterationId, reason: event.reason, until: event.until });
  };
};
