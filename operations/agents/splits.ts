/** Splits: an agent's recipients, or those of one of its campaigns, are divided between two versions until one of them is chosen. */
import { agent } from '../../actors/agent/index.js';
import {
  CONFIDENCE,
  type Outcomes,
  type SplitEndRequest,
  type SplitResource,
  type SplitResults,
  type SplitStart,
} from '../../schemas/agents/split.js';
import { DomainError } from '../../schemas/errors.js';
import { readThrough } from '../../views/kernel/read-through.js';
import type { SplitTally } from '../../views/splits/index.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { authorOf } from './agent-resource.js';
import { needsContact } from './profile-checks.js';
import { checkWhole, profileOf } from './publications.js';
import { retryChanging } from './retry-changing.js';
import { differenceOf, meanDifferenceOf, meanOf, type Sums, shareOf } from './shares.js';

/** A split with its outcomes so far. */
interface SplitReport {
  readonly split: SplitResource;
  readonly results: SplitResults;
}

interface SplitOperations {
  /**
   * @throws DomainError validation_failed, agent_not_found, agent_archived, agent_version_not_found, agent_channel_mismatch,
   *   campaign_not_found, agent_not_voice, split_running, too_many_splits, agent_changing
   */
  start(caller: Caller, agentId: string, body: SplitStart): Promise<Written<SplitResource>>;
  /**
   * Ends a split. A winner that is not published is checked and published.
   * @throws DomainError as a roll-back, and validation_failed, split_not_found
   */
  end(
    caller: Caller,
    agentId: string,
    splitId: string,
    body: SplitEndRequest,
  ): Promise<Written<SplitResource>>;
  /** @throws DomainError split_not_found */
  read(businessId: string, agentId: string, splitId: string): Promise<SplitReport>;
}

export const splitOperations = (deps: OperationsDeps): SplitOperations => {
  const { actors, views } = deps;
  const shown = async (businessId: string, agentId: string, splitId: string): Promise<SplitResource> => {
    const split = await readThrough(views, businessId, () => views.agentSplit(businessId, agentId, splitId));
    if (split === null) throw new DomainError('split_not_found');
    return split;
  };

  return {
    start: (caller, agentId, { version, percent, campaignId }) =>
      retryChanging(async () => {
        const { businessId } = caller;
        const target = { business: businessId, id: agentId };
        const { answer } = await actors.query(agent, target, 'get');
        const { profile } = await profileOf(deps, businessId, agentId, version);
        const commandId = commandIdOf(caller);
        const before = views.agentSplit(businessId, agentId, commandId);
        const published = before?.published ?? answer.revision ?? 0;
        if (version >= published)
          refuseProblems([{ path: '/version', message: `is published; choose one before ${published}` }]);
        if (profile.channel !== answer.profile.channel) throw new DomainError('agent_channel_mismatch');
        if (campaignId !== undefined) await checkCampaign(deps, caller, agentId, campaignId);
        const { shard, seq } = await actors.ask(
          agent,
          target,
          {
            type: 'start_split',
            splitId: commandId,
            version,
            percent,
            campaignId: campaignId ?? null,
            published,
            ...authorOf(caller),
          },
          { commandId },
        );
        await views.waitFor(shard, seq);
        return { result: await shown(businessId, agentId, commandId), shard, seq };
      }),

    end: async (caller, agentId, splitId, { winner = null }) => {
      const { businessId } = caller;
      const split = await shown(businessId, agentId, splitId);
      if (winner !== null && winner !== split.version && winner !== split.published)
        refuseProblems([
          { path: '/winner', message: `is not of the split; choose ${split.published} or ${split.version}` },
        ]);
      const target = { business: businessId, id: agentId };
      const isPublished = winner === null || winner === split.published;
      const publication = isPublished ? null : await checkedWinner(deps, caller, agentId, winner);
      const { shard, seq } = await actors.ask(
        agent,
        target,
        { type: 'end_split', splitId, winner, publication },
        { commandId: commandIdOf(caller) },
      );
      await views.waitFor(shard, seq);
      return { result: await shown(businessId, agentId, splitId), shard, seq };
    },

    read: async (businessId, agentId, splitId) => {
      const split = await shown(businessId, agentId, splitId);
      const tallies = views.splitTallies(businessId, splitId);
      return { split, results: resultsOf(split, tallies) };
    },
  };
};

/** The publication of a version that has won, after its checks. */
const checkedWinner = async (deps: OperationsDeps, caller: Caller, agentId: string, winner: number) => {
  const { businessId } = caller;
  const { profile } = await profileOf(deps, businessId, agentId, winner);
  const { answer } = await deps.actors.query(agent, { business: businessId, id: agentId }, 'edited');
  await checkWhole(deps, caller, answer, profile);
  return { profile, contactContextRequired: needsContact(profile), ...authorOf(caller) };
};

/** Only calls are divided by campaign: answers to messages belong to no campaign. @throws DomainError campaign_not_found, agent_not_voice */
const checkCampaign = async (
  { views }: OperationsDeps,
  { businessId, at }: Caller,
  agentId: string,
  campaignId: string,
): Promise<void> => {
  const campaign = await readThrough(views, businessId, () => views.campaign(businessId, campaignId, at));
  if (campaign === null || campaign.agentId !== agentId) throw new DomainError('campaign_not_found');
  if (campaign.channel !== 'voice') throw new DomainError('agent_not_voice');
};

/** The outcomes side by side. */
export const resultsOf = (
  { published, version }: Pick<SplitResource, 'published' | 'version'>,
  tallies: readonly SplitTally[],
): SplitResults => {
  const keys = [
    ...new Set(
      tallies.flatMap(({ name }) => {
        const [kind, ...key] = name.split(':');
        return kind === 'met' || kind === 'missed' ? [key.join(':')] : [];
      }),
    ),
  ].sort();
  const a = outcomesOf(version, keys, tallies);
  const b = outcomesOf(published, keys, tallies);
  return {
    confidence: CONFIDENCE,
    published: b,
    version: a,
    differences: {
      answered: differenceOf(a.answered, b.answered),
      success: differenceOf(a.success, b.success),
      criteria: a.criteria.flatMap(({ key, met }, index) => {
        const other = b.criteria[index];
        return other === undefined ? [] : [{ key, met: differenceOf(met, other.met) }];
      }),
      answerMs: meanDifferenceOf(answersOf(version, tallies), answersOf(published, tallies)),
      microcreditsPerCall: meanDifferenceOf(chargesOf(version, tallies), chargesOf(published, tallies)),
    },
  };
};

/** Counts of a version by name; what was not counted is 0. */
const countsOf = (version: number, tallies: readonly SplitTally[]): ((name: string) => number) => {
  const counts = new Map(
    tallies.filter((tally) => tally.version === version).map(({ name, count }) => [name, count]),
  );
  return (name) => counts.get(name) ?? 0;
};

const answersOf = (version: number, tallies: readonly SplitTally[]): Sums => {
  const of = countsOf(version, tallies);
  return { count: of('answering'), sum: of('answerMs'), squares: of('answerMsSquares') };
};

const chargesOf = (version: number, tallies: readonly SplitTally[]): Sums => {
  const of = countsOf(version, tallies);
  return { count: of('ended'), sum: of('chargedMicrocredits'), squares: of('chargedSquares') };
};

const outcomesOf = (
  version: number,
  criteria: readonly string[],
  tallies: readonly SplitTally[],
): Outcomes => {
  const of = countsOf(version, tallies);
  return {
    version,
    calls: of('calls'),
    conversations: of('conversations'),
    answered: shareOf(of('answered'), of('ended')),
    success: shareOf(of('succeeded'), of('succeeded') + of('failed')),
    criteria: criteria.map((key) => ({
      key,
      met: shareOf(of(`met:${key}`), of(`met:${key}`) + of(`missed:${key}`)),
    })),
    durationSeconds: of('durationSeconds'),
    chargedMicrocredits: of('chargedMicrocredits'),
    answerMs: meanOf(answersOf(version, tallies)),
    microcreditsPerCall: meanOf(chargesOf(version, tallies)),
  };
};
