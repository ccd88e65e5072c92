/** `parley admin journal verify` and `repair` (docs/operations.md "A damaged journal"). */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Command } from 'commander';
import { acceptLoss } from '../../actors/runtime/accept-loss.js';
import { lossesIn } from '../../actors/runtime/accepted-losses.js';
import type { ActorRef } from '../../actors/runtime/actor.js';
import type { ActorDamage } from '../../actors/runtime/chain-check.js';
import { REMEDY, standingOf, wordsOf } from '../../actors/runtime/held-message.js';
import { readDamage, recordGap } from '../../actors/runtime/journal-damage.js';
import { readPositions } from '../../actors/runtime/position-file.js';
import {
  checkRef,
  eventSubject,
  parseEventSubject,
  shardOf,
  streamName,
} from '../../actors/runtime/subjects.js';
import { type Config, ConfigError } from '../config.js';
import { positionPath } from '../position-path.js';
import { answering } from './answering.js';
import { type AdminOptions, atEngine } from './as-admin.js';

interface RepairOptions extends AdminOptions {
  readonly acceptLoss?: boolean;
  readonly gap?: string;
}

export const addVerifyCommands = (group: Command): void => {
  answering(
    group
      .command('verify')
      .description(
        'Reads every message of the journal and says what is missing or damaged, and what to do about it. Ends with 1 where something is.',
      ),
    (options: AdminOptions) =>
      atEngine(options, async (nc, config) => {
        const report = await verified(nc, config);
        if (!report.sound) process.exitCode = 1;
        return report;
      }),
  );

  answering(
    group
      .command('repair')
      .description(
        'Has a damaged journal served again, without what is lost. Replicas and backups come first: docs/operations.md, "A damaged journal".',
      )
      .option('--accept-loss', 'the journal is shorter than what was acknowledged: it is served as it is')
      .option(
        '--gap <actor>',
        'KIND.BUSINESS.ID of an actor, as `admin journal verify` lists it: it goes on without its missing messages',
      ),
    (options: RepairOptions) => {
      const { gap, acceptLoss: accepts = false } = options;
      if (accepts === (gap !== undefined))
        throw new ConfigError('give one of --accept-loss and --gap <actor>: they repair different damage');
      return atEngine(options, (nc, config) =>
        gap === undefined ? accepted(nc, config) : gapRecorded(nc, config, refOf(gap)),
      );
    },
  );
};

const verified = async (nc: NatsConnection, config: Config) => {
  const jsm = await jetstreamManager(nc);
  const positions = readPositions(positionPath(config.dataDir), config.shards);
  const shards = [];
  const damaged = [];
  for (let shard = 0; shard < config.shards; shard += 1) {
    const known = positions[shard] ?? null;
    const { missing, isAccepted } = await standingOf(jsm, shard, known);
    const { config: stream, state } = await jsm.streams.info(streamName(shard));
    const { messages, chained, damage } = await readDamage(nc, jsm, shard);
    const isServed = missing === null || isAccepted;
    shards.push({
      shard,
      messages,
      chained,
      last: state.last_seq,
      lastAt: state.last_ts,
      acknowledged: known?.seq ?? null,
      acceptedLosses: lossesIn(stream.metadata).length,
      served: isServed,
      finding: isServed || missing === null ? 'nothing that was acknowledged is missing' : wordsOf(missing),
      remedy: isServed ? null : REMEDY,
    });
    damaged.push(...damage.map(shown));
  }
  return { sound: damaged.length === 0 && shards.every(({ served }) => served), shards, damaged };
};

const shown = (damage: ActorDamage) => {
  const { subject, missing, unnamed, last, unreadable } = damage;
  const ref = parseEventSubject(subject);
  return {
    actor: ref === null ? subject : `${ref.kind}.${ref.business}.${ref.id}`,
    missing,
    missingAtEnd: unnamed,
    lastReadable: last,
    unreadable,
    remedy:
      missing.length > 0 || unnamed > 0
        ? `put back a replica or a backup of the store, or give the messages up: parley admin journal repair --gap ${ref === null ? '<actor>' : `${ref.kind}.${ref.business}.${ref.id}`}`
        : 'upgrade to a build that reads it; parley admin trouble shows what can be dropped',
  };
};

const accepted = async (nc: NatsConnection, { dataDir, shards }: Config): Promise<object> => {
  const jsm = await jetstreamManager(nc);
  const positions = readPositions(positionPath(dataDir), shards);
  const losses = [];
  for (let shard = 0; shard < shards; shard += 1) {
    const known = positions[shard] ?? null;
    const loss = await acceptLoss(jsm, shard, { by: userInfo().username, known });
    if (loss === null) continue;
    const { id, at, end, instead } = loss;
    losses.push({
      shard,
      acceptedLoss: id,
      at: new Date(at).toISOString(),
      keptUpTo: end,
      acknowledged: known?.seq ?? null,
      insteadOfJournal: instead,
    });
  }
  if (losses.length === 0)
    throw new ConfigError(
      'nothing that this data directory knows is missing: run it with the data directory of the node that refuses the journal',
    );
  return { losses };
};

const gapRecorded = async (nc: NatsConnection, { shards }: Config, ref: ActorRef): Promise<object> => {
  const shard = shardOf(ref.business, shards);
  const jsm = await jetstreamManager(nc);
  const by = { operator: userInfo().username, commandId: randomUUID() };
  const recorded = await recordGap(nc, jsm, shard, eventSubject(shard, ref), by);
  if (recorded === null)
    throw new ConfigError(`nothing is missing of ${ref.kind}.${ref.business}.${ref.id}: nothing was changed`);
  return { shard, recordedAs: recorded.seq, givenUp: recorded.missing };
};

/** @throws ConfigError */
const refOf = (text: string): ActorRef => {
  const [kind = '', business = '', id = '', ...more] = text.split('.');
  try {
    const ref = { kind, business, id };
    checkRef(ref);
    if (more.length === 0) return ref;
  } catch {
    // Reported below.
  }
  throw new ConfigError(`--gap is "${text}"; write KIND.BUSINESS.ID, as \`admin journal verify\` lists it`);
};
