/** A journal for the views' tests: a real stream, written as the runtime writes it (docs/explanation/architecture/README.md). */
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import type { BusinessEvent } from '../../actors/business/events.js';
import type { CallEvent, Turn } from '../../actors/call/events.js';
import { acceptLoss } from '../../actors/runtime/integrity/accept-loss.js';
import type { KnownPosition } from '../../actors/runtime/integrity/position.js';
import { journalIdentity } from '../../actors/runtime/journal/streams.js';
import type { Lifetime } from '../../testkit/lifetime.js';
import { until } from '../../testkit/until.js';

/** The journal's stream, written directly by the test. */
export interface TestJournal {
  readonly nc: NatsConnection;
  /** Resolves with the commit's sequence. */
  commit(kind: string, business: string, id: string, events: readonly object[], at?: number): Promise<number>;
  /** Writes any other message to a subject of the journal; resolves with its sequence. */
  raw(subject: string, payload: string, header?: Readonly<Record<string, string>>): Promise<number>;
  /** Deletes the stream and creates an empty one of the same name. */
  renew(): Promise<void>;
  /** Accepts, as an operator, that the journal lacks applied commits, or is not the one that `known` names. */
  acceptLoss(known?: KnownPosition): Promise<void>;
  /** The identity of the journal. */
  identity(): Promise<string>;
}

const STREAM = {
  name: 'JOURNAL_0',
  allow_direct: true,
  subjects: ['evt.0.>', 'timer.0.>', 'wake.0.>', 'snap.0.>'],
};

/** `timeoutMs`: how long a commit may take before it counts as lost. */
export const openTestJournal = async (t: Lifetime, url: string, timeoutMs = 20_000): Promise<TestJournal> => {
  const nc = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 20 });
  t.teardown(() => nc.close());
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add(STREAM);
  const js: JetStreamClient = jetstream(nc, { timeout: timeoutMs });
  const raw: TestJournal['raw'] = async (subject, payload, header = {}) => {
    const written = headers();
    for (const [name, value] of Object.entries(header)) written.set(name, value);
    return (await js.publish(subject, payload, { headers: written })).seq;
  };
  return {
    nc,
    raw,
    acceptLoss: async (known) => void (await acceptLoss(jsm, 0, { by: 'test', known: known ?? null })),
    identity: async () => journalIdentity(await jsm.streams.info(STREAM.name)),
    commit: (kind, business, id, events, at = 1_700_000_000_000) =>
      raw(`evt.0.${kind}.${business}.${id}`, JSON.stringify({ commandId: 'c', at, events })),
    renew: async () => {
      await jsm.streams.delete(STREAM.name);
      // The server may still be removing the old stream's files.
      await until('the stream exists again', () =>
        jsm.streams.add(STREAM).then(
          () => true,
          () => false,
        ),
      );
    },
  };
};

/** A new business with two lines. */
export const created = (name: string): BusinessEvent => ({
  type: 'business.created',
  name,
  lines: 2,
  prices: { call_block: 100, contact_assessment: 10 },
});

/** An accepted call, without a contact unless `overrides` names one. */
export const accepted = (
  overrides: { agentId?: string; contactId?: string | null; consultationOf?: string } = {},
): CallEvent => ({
  type: 'call.accepted',
  agent: {
    agentId: overrides.agentId ?? 'agent-1',
    name: 'Ada',
    instructions: 'Be kind.',
    greeting: '',
    languageCode: 'en',
    voiceSettings: {},
    knowledgeSourceIds: [],
  },
  callee: {
    contactId: overrides.contactId ?? null,
    contactName: overrides.contactId === undefined ? null : 'Grace',
    destination: '+4915112345678',
    values: { city: 'Kyoto' },
    callData: { city: 'Kyoto' },
  },
  campaign: null,
  carrier: 'loopback',
  reservedBlocks: 1,
  ...(overrides.consultationOf === undefined ? {} : { consultationOf: overrides.consultationOf }),
});

/** A turn whose text is its id. */
export const turn = (turnId: string, overrides: Partial<Turn>): CallEvent => ({
  type: 'call.turn',
  turn: {
    turnId,
    speaker: 'customer',
    text: turnId,
    at: 0,
    audioOffsetMs: null,
    audioEndOffsetMs: null,
    interrupted: false,
    heard: 'acked',
    latencies: null,
    ...overrides,
  },
});

/** The end of a call that was answered or busy. */
export const ended = (status: 'completed' | 'busy'): CallEvent => ({
  type: 'call.ended',
  status,
  endedBy: 'customer',
  endReason: status === 'busy' ? 'busy' : 'customer_hangup',
  durationSeconds: status === 'busy' ? 0 : 6,
  carrierCostMicrocredits: 0,
});
