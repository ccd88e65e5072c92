/** Activations of the errand actor on a real journal, and access to the journal's contents. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import { activate } from '../../../../actors/runtime/activation/activate.js';
import type { Activation } from '../../../../actors/runtime/activation.js';
import type { EffectContext } from '../../../../actors/runtime/actor.js';
import type { Query } from '../../../../actors/runtime/cluster/wire.js';
import { type Journal, openJournal } from '../../../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../../../actors/runtime/nats/connection.js';
import { RETRY_POLICY } from '../../../../actors/runtime/trouble/trouble.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { memoryBook } from '../../../support/actors/trouble.js';
import { type ErrandCommand, type ErrandEffect, errand } from '../errand.js';
import { HELD } from '../lease-held.js';

/** Handler of the errand's effect. */
type Perform = (context: EffectContext<ErrandEffect>) => Promise<ErrandCommand | null>;

/** A journal, and activations of errands on it. */
export interface World {
  readonly journal: Journal;
  readonly nc: NatsConnection;
  readonly counts: Map<string, number>;
  make(options?: { id?: string; perform?: Perform; journal?: Journal; now?: () => number }): Activation;
  /** Number of messages under a subject filter, by subject. */
  messageCounts(filter: string): Promise<Record<string, number>>;
  publishCommit(id: string, events: readonly unknown[]): Promise<void>;
}

/** Starts its own server; everything is closed with the test. */
export const world = async (t: Lifetime): Promise<World> => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const journal = await openJournal(watchConnection(nc), 1);
  const jsm = await jetstreamManager(nc);
  const counts = new Map<string, number>();
  let elsewhere = 0;
  return {
    journal,
    nc,
    counts,
    make: ({ id = 'one', perform = async () => null, journal: other = journal, now = Date.now } = {}) => {
      const ref = { kind: 'errand', business: 'b', id };
      const activation = activate(errand, perform, ref, {
        journal: other,
        now,
        random: () => 0.5,
        logger: pino({ level: 'silent' }),
        watchdogMs: 1_000,
        lease: HELD,
        passOn: async () => undefined,
        trouble: memoryBook(),
        retryPolicy: RETRY_POLICY,
        count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
      });
      t.teardown(() => activation.stop());
      return activation;
    },
    messageCounts: async (filter) =>
      (await jsm.streams.info('JOURNAL_0', { subjects_filter: filter })).state.subjects ?? {},
    publishCommit: async (id, events) => {
      elsewhere += 1;
      const commit = { commandId: `elsewhere-${elsewhere}`, at: 1, events };
      await jetstream(nc).publish(`evt.0.errand.b.${id}`, JSON.stringify(commit));
    },
  };
};

let commands = 0;
/** Runs a command, or a query in its place; `deadline`: when the caller stops waiting, ms since the epoch. */
export const apply = (
  activation: Activation,
  command: ErrandCommand | Query,
  commandId?: string,
  deadline = Number.POSITIVE_INFINITY,
) => {
  commands += 1;
  return activation.run({ commandId: commandId ?? `c${commands}`, at: Date.now(), command }, deadline);
};
/** Stops waiting for the journal after 100 ms. */
export const applyBriefly = (activation: Activation, command: ErrandCommand, commandId?: string) =>
  apply(activation, command, commandId, Date.now() + 100);
/** A command that adds to the sum. */
export const count = (by: number): ErrandCommand => ({ type: 'count', by });
