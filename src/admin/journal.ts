/** `parley admin journal`: how many servers of the cluster hold all state, and whether the journal is intact. */
import { jetstreamManager } from '@nats-io/jetstream';
import { type Command, InvalidArgumentError } from 'commander';
import { changeReplicas } from '../change-replicas.js';
import { MOST_REPLICAS } from '../config.js';
import { ourStreams, statusOf } from '../stream-status.js';
import { answering, whole } from './answering.js';
import { type AdminOptions, atEngine } from './as-admin.js';
import { addSkipCommand } from './journal-skip.js';
import { addVerifyCommands } from './journal-verify.js';

/** A journal of a few gigabytes is copied in minutes. */
const FOLLOWED_S = 600;

const replicaCount = (text: string): number => {
  const replicas = whole(1)(text);
  if (replicas > MOST_REPLICAS)
    throw new InvalidArgumentError(`write a whole number from 1 to ${MOST_REPLICAS}`);
  return replicas;
};

export const addJournalCommands = (admin: Command): void => {
  const group = admin
    .command('journal')
    .description(
      'The journal and all other state: on how many servers of the NATS cluster they are kept, and whether the journal is whole.',
    );
  addVerifyCommands(group);

  answering(
    group
      .command('status')
      .description(
        'Shows each stream: its replicas, how many are current, its leader, how far the slowest lags.',
      ),
    (options: AdminOptions) =>
      atEngine(options, async (nc) => ({
        streams: (await ourStreams(await jetstreamManager(nc))).map(statusOf),
      })),
  );

  addSkipCommand(group);

  answering(
    group
      .command('replicas')
      .description(
        'Keeps every stream on <n> servers from now on. Says how far it is on standard error, and ends when all are current. May be repeated and broken off; the service runs on meanwhile.',
      )
      .argument('<n>', `how many servers, 1 to ${MOST_REPLICAS}; 3 where one may fail`, replicaCount)
      .option('--within <seconds>', 'for how long it is followed', whole(1), FOLLOWED_S),
    (options: AdminOptions & { within: number }, [replicas = '']) =>
      atEngine(options, async (nc) => ({
        streams: await changeReplicas(nc, {
          replicas: replicaCount(replicas),
          withinMs: options.within * 1_000,
          tell: (line) => void process.stderr.write(`${line}\n`),
        }),
      })),
  );
};
