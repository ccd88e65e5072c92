/**
 * Measures what claiming a recipient costs in a small and in a large iteration, and how long another node takes to load
 * the large one. Real actors on a real nats-server; instead of calls, each contact ends at once. `npm run
 * bench:campaign-claims`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { IterationCommand, IterationEffect } from '../../actors/iteration/commands.js';
import { iteration } from '../../actors/iteration/index.js';
import { BLOCK_SIZE, blockId } from '../../actors/recipients/block.js';
import type { RecipientsCommand, RecipientsEffect } from '../../actors/recipients/commands.js';
import { recipients } from '../../actors/recipients/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import { type ActorSystem, createActorSystem } from '../../actors/runtime/system.js';
import { settledSettings } from '../../schemas/campaigns/iteration-settings.js';
import { deriveId } from '../../schemas/ids.js';
import { startEngine } from '../../src/engine/index.js';
import { connectNats } from '../../src/nats/connection.js';
import { median } from '../gauges/quantiles.js';

const { values: options } = parseArgs({
  options: {
    small: { type: 'string', default: '1000' },
    large: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
  },
});
const PERMITS = 550;
const BUSINESS = 'bench';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const logger = pino({ level: 'silent' });
const engine = await startEngine({
  dataDir,
  cacheDir: process.env.PARLEY_CACHE_DIR,
  logger,
});

const startSystem = async (sizes: ReadonlyMap<string, number>): Promise<ActorSystem> => {
  const nc = await connectNats(engine, 'bench');
  const actors = await createActorSystem({ nc, shards: 1, now: Date.now, logger });
  const iterationEffects: EffectHandlers<IterationEffect, IterationCommand> = {
    load_block: async ({ ref, effect: { link, work } }) => {
      const { block } = link;
      const left = (sizes.get(ref.id) ?? 0) - block * BLOCK_SIZE;
      const size = Math.max(0, Math.min(BLOCK_SIZE, left));
      const cursor = left > BLOCK_SIZE ? String(block) : null;
      const members = Array.from({ length: size }, (_, index) => ({
        contactId: deriveId(ref.id, String(block), String(index)),
        skip: null,
      }));
      const target = { business: BUSINESS, id: blockId(ref.id, block) };
      await actors.ask(recipients, target, { type: 'create', link, work, members, cursor });
      return { type: 'block_loaded', block, size, eligible: size, cursor };
    },
    direct: async ({ ref, effect: { block, gate, grant } }) => {
      const target = { business: BUSINESS, id: blockId(ref.id, block) };
      await actors.ask(recipients, target, { type: 'direct', gate, grant });
      return { type: 'block_directed', block, gate, grantSeq: grant.seq };
    },
    size: async () => ({ type: 'size', permits: PERMITS }),
  };
  const recipientsEffects: EffectHandlers<RecipientsEffect, RecipientsCommand> = {
    dispatch: async ({ ref, effect: { claim, contactId } }) => {
      const target = { business: BUSINESS, id: ref.id };
      const activity = { kind: 'call', id: contactId } as const;
      await actors.ask(recipients, target, { type: 'confirm', claim, activity });
      await actors.ask(recipients, target, { type: 'attempt_ended', claim, outcome: 'completed' });
      return null;
    },
    hand_over: async ({ effect: { claim } }) => ({ type: 'handed_over', claim }),
    withdraw: async ({ effect: { claim } }) => ({ type: 'withdrawn', claim }),
    report: async ({ effect: { iterationId, block, report } }) => {
      await actors.ask(
        iteration,
        { business: BUSINESS, id: iterationId },
        { type: 'block_report', block, report },
      );
      return { type: 'report_taken', report: report.report };
    },
  };
  actors.register(iteration, iterationEffects);
  actors.register(recipients, recipientsEffects);
  await actors.start();
  return actors;
};

/** µs per recipient, from the start to the end of an iteration. */
const contactAll = async (actors: ActorSystem, iterationId: string, size: number): Promise<number> => {
  const target = { business: BUSINESS, id: iterationId };
  const selection = { contactIds: [], categoryIds: ['k'], excludeContactIds: [] };
  await actors.ask(iteration, target, {
    type: 'create',
    campaignId: 'k',
    campaignName: 'K',
    ordinal: 1,
    channel: 'voice',
    agentId: 'a',
    settings: settledSettings(),
    startAt: null,
    audience: { ...selection, fromIterationIds: [], outcomes: [], recommendedBySummaryRunId: null },
  });
  while (!(await actors.query(iteration, target, 'get')).answer.audienceReady) await delay(10);
  const began = performance.now();
  await actors.ask(iteration, target, { type: 'act', action: 'start' });
  while ((await actors.query(iteration, target, 'get')).answer.status !== 'completed') await delay(5);
  return ((performance.now() - began) * 1_000) / size;
};

try {
  const small = Number(options.small);
  const large = Number(options.large);
  const rounds = Number(options.rounds);
  const sizes = new Map([['large', large]]);
  for (let round = 0; round < rounds; round += 1) sizes.set(`small-${round}`, small);
  const actors = await startSystem(sizes);
  // Half of the small iterations run before the large one and half after, so that background load on the machine
  // affects both.
  const ofSmall: number[] = [];
  let ofLarge = 0;
  for (let round = 0; round < rounds; round += 1) {
    if (round === Math.floor(rounds / 2)) ofLarge = await contactAll(actors, 'large', large);
    ofSmall.push(await contactAll(actors, `small-${round}`, small));
  }
  const ofOneSmall = median(ofSmall);

  const secondSystem = await startSystem(sizes);
  await actors.drain();
  const began = performance.now();
  const target = { business: BUSINESS, id: 'large' };
  await secondSystem.query(iteration, target, 'get');
  const iterationMs = performance.now() - began;
  const blocks = Math.ceil(large / BLOCK_SIZE);
  let members = 0;
  await Promise.all(
    Array.from({ length: blocks }, async (_, block) => {
      const id = blockId('large', block);
      const { answer } = await secondSystem.query(recipients, { business: BUSINESS, id }, 'get');
      members += answer?.size ?? 0;
    }),
  );
  const loadMs = performance.now() - began;
  await secondSystem.drain();
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  process.stdout.write(
    `${JSON.stringify(
      {
        microsecondsARecipient: {
          [small]: ofSmall.map(rounded),
          median: rounded(ofOneSmall),
          [large]: rounded(ofLarge),
        },
        ratio: Math.round((ofLarge / ofOneSmall) * 100) / 100,
        load: { members, iterationMs: rounded(iterationMs), allBlocksMs: rounded(loadMs) },
      },
      null,
      1,
    )}\n`,
  );
} finally {
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
