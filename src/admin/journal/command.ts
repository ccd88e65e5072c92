/** `parley admin journal`: how many servers of the cluster hold all state, and whether the journal is intact. */
import { jetstreamManager } from '@nats-io/jetstream';
import { type Command, InvalidArgumentError } from 'commander';
import { MAX_REPLICAS } from '../../config/settings/journal.js';
import { changeReplicas } from '../../nats/change-replicas.js';
import { ourStreams, statusOf } from '../../nats/stream-status.js';
import { addAction, wholeNumber } from '../action.js';
import { type AdminOptions, atEngine } from '../as-admin.js';
import { addSkipCommand } from './skip.js';
import { addVerifyCommands } from './verify.js';

/** A journal of a few gigabytes is copied in minutes. */
const DEFAULT_WITHIN_S = 600;

const replicaCount = (text: string): number => {
  const replicas = wholeNumber(1)(text);
  if (replicas > MAX_REPLICAS)
    throw new InvalidArgumentError(`write a whole number from 1 to ${MAX_REPLICAS}`);
  return replicas;
};

export const addJournalCommands = (admin: Command): void => {
  const group = admin
    .command('journal')
    .description(
      'Replication of the journal and all other state in the NATS cluster, and integrity of the journal.',
    );
  addVerifyCommands(group);

  addAction(
    group
      .command('status')
      .description('Show each stream: replicas, how many are current, leader, lag of the slowest.'),
    (options: AdminOptions) =>
      atEngine(options, async (nc) => ({
        streams: (await ourStreams(await jetstreamManager(nc))).map(statusOf),
      })),
  );

  addSkipCommand(group);

  addAction(
    group
      .command('replicas')
      .description(
        'Set the number of replicas of every stream. Reports progress on standard error, and ends when all are current. Can be interrupted and repeated; the service keeps running.',
      )
      .argument(
        '<n>',
        `number of replicas, 1 to ${MAX_REPLICAS}; 3 tolerate the failure of one server`,
        replicaCount,
      )
      .option('--within <seconds>', 'how long to wait for completion', wholeNumber(1), DEFAULT_WITHIN_S),
    (options: AdminOptions & { within: number }, [replicas = '']) =>
      atEngine(options, async (nc) => ({
        streams: await changeReplicas(nc, {
          replicas: replicaCount(replicas),
          withinMs: options.within * 1_000,
          onProgress: (line) => void process.stderr.write(`${line}\n`),
        }),
      })),
  );
};
