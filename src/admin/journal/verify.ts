/** `parley admin journal verify` and `repair` (docs/how-to/damaged-journal.md). */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Command } from 'commander';
import type { ActorRef } from '../../../actors/runtime/actor.js';
import { acceptLoss } from '../../../actors/runtime/integrity/accept-loss.js';
import { lossesIn } from '../../../actors/runtime/integrity/accepted-losses.js';
import type { ActorDamage } from '../../../actors/runtime/integrity/chain-check.js';
import { compareShard, describeMissing, REMEDY } from '../../../actors/runtime/integrity/held-message.js';
import { readDamage, recordGap } from '../../../actors/runtime/integrity/journal-damage.js';
import { positionPath, readPositions } from '../../../actors/runtime/integrity/position-file.js';
import {
  checkRef,
  eventSubject,
  parseEventSubject,
  shardOf,
  streamName,
} from '../../../actors/runtime/subjects.js';
import { type Config, ConfigError } from '../../config/index.js';
import { addAction } from '../action.js';
import { type AdminOptions, atEngine } from '../as-admin.js';

interface RepairOptions extends AdminOptions {
  readonly acceptLoss?: boolean;
  readonly gap?: string;
}

export const addVerifyCommands = (group: Command): void => {
  addAction(
    group
      .command('verify')
      .description(
        'Read every message of the journal, and report missing or damaged ones with a remedy. Exits with 1 if there are any.',
      ),
    (options: AdminOptions) =>
      atEngine(options, async (nc, config) => {
        const report = await verifyJournal(nc, config);
        if (!report.sound) process.exitCode = 1;
        return report;
      }),
  );

  addAction(
    group
      .command('repair')
      .description(
        'Make a damaged journal available again, without the lost messages. Try replicas and backups first: docs/how-to/damaged-journal.md.',
      )
      .option('--accept-loss', 'serve the journal as it is, although acknowledged messages are missing')
      .option(
        '--gap <actor>',
        'KIND.BUSINESS.ID of an actor, as listed by `admin journal verify`: it continues without its missing messages',
      ),
    (options: RepairOptions) => {
      const { gap, acceptLoss: acceptsLoss = false } = options;
      if (acceptsLoss === (gap !== undefined))
        throw new ConfigError('use either --accept-loss or --gap <actor>: they repair different damage');
      return atEngine(options, (nc, config) =>
        gap === undefined ? acceptLosses(nc, config) : repairGap(nc, config, refOf(gap)),
      );
    },
  );
};

const verifyJournal = async (nc: NatsConnection, config: Config) => {
  const jsm = await jetstreamManager(nc);
  const positions = readPositions(positionPath(config.dataDir), config.shards);
  const shards = [];
  const damaged = [];
  for (let shard = 0; shard < config.shards; shard += 1) {
    const known = positions[shard] ?? null;
    const { missing, isAccepted } = await compareShard(jsm, shard, known);
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
      finding: isServed || missing === null ? 'no acknowledged message is missing' : describeMissing(missing),
      remedy: isServed ? null : REMEDY,
    });
    damaged.push(...damage.map(formatDamage));
  }
  return { sound: damaged.length === 0 && shards.every(({ served }) => served), shards, damaged };
};

const formatDamage = (damage: ActorDamage) => {
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
        ? `restore a replica or a backup of the store, or give up the messages: parley admin journal repair --gap ${ref === null ? '<actor>' : `${ref.kind}.${ref.business}.${ref.id}`}`
        : 'upgrade to a build that can read it; parley admin trouble shows what can be dropped',
  };
};

const acceptLosses = async (nc: NatsConnection, { dataDir, shards }: Config): Promise<object> => {
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
      'nothing that this data directory knows of is missing: use the data directory of the node whose log says journal.went_back with isAnnounced false',
    );
  return { losses };
};

const repairGap = async (nc: NatsConnection, { shards }: Config, ref: ActorRef): Promise<object> => {
  const shard = shardOf(ref.business, shards);
  const jsm = await jetstreamManager(nc);
  const by = { operator: userInfo().username, commandId: randomUUID() };
  const recorded = await recordGap(nc, jsm, shard, eventSubject(shard, ref), by);
  if (recorded === null)
    throw new ConfigError(
      `${ref.kind}.${ref.business}.${ref.id} has no missing messages; nothing was changed`,
    );
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
  throw new ConfigError(`--gap is "${text}"; use KIND.BUSINESS.ID, as listed by \`admin journal verify\``);
};
