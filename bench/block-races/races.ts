/**
 * Races a suppression against a call to the same number, on two nodes with one journal: real actors, real handlers, and
 * a carrier that records when it is reached. The check compares what the journal and the carrier report with the
 * suppression's commit and its acknowledgement (actors/contact-point/decide.ts, P2).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import type { CallCommand, CallEffect } from '../../actors/call/commands.js';
import { call } from '../../actors/call/index.js';
import type { ContactPointCommand, ContactPointEffect } from '../../actors/contact-point/commands.js';
import { contactPoint } from '../../actors/contact-point/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import { openJournal } from '../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../actors/runtime/nats/connection.js';
import { type ActorSystem, createActorSystem } from '../../actors/runtime/system.js';
import { carrierEffects } from '../../operations/effects/call/carrier.js';
import { clearingEffects } from '../../operations/effects/call/clearing.js';
import { contactPointEffects } from '../../operations/effects/contact-point.js';
import { contactPointOf } from '../../operations/outreach/contact-point-of.js';
import { ANY_DESTINATION } from '../../operations/outreach/destination-rule.js';
import type { OutreachDeps } from '../../operations/outreach/outreach-deps.js';
import { suppress } from '../../operations/outreach/suppressing.js';
import { createSealer } from '../../operations/sealing.js';
import type { Carrier } from '../../providers/carriers/carrier.js';
import { ANY_CALLING_HOURS } from '../../schemas/campaigns/calling-hours.js';
import { deriveId } from '../../schemas/ids.js';

const BUSINESS = 'races';
const CARRIERS = ['first', 'second'] as const;
/** Concurrent races. */
const WIDTH = 16;
/** The suppression starts up to this long before or after the call's start, ms. */
const SPREAD_MS = { before: 5, after: 120 };

/** A step left out on purpose, to prove that the check notices; null leaves out none. */
export type Plant = 'no_ordering' | 'no_clearance' | null;

export interface RacesOptions {
  readonly races: number;
  /** Random numbers in [0, 1). */
  readonly random: () => number;
  readonly plant: Plant;
  /** A separate connection for each node, and one for the check. */
  readonly connect: () => Promise<NatsConnection>;
}

export interface RacesResult {
  readonly races: number;
  /** Calls that wrote `call.placing` after the suppression's commit. */
  readonly placedAfterCommit: number;
  /** Placement requests that were sent after the suppression was acknowledged. */
  readonly sentAfterAcknowledgement: number;
  /** Calls that were placed, and calls that the suppression kept from being placed. */
  readonly placed: number;
  readonly kept: number;
  readonly ms: number;
}

const sealer = createSealer('a secret of races');
const logger = pino({ level: 'silent' });

/** Views without contacts. */
const NO_CONTACTS: OutreachDeps['views'] = {
  calledNumbers: () => [],
  callPriceOf: () => ({ microcredits: 10_000, byPrefix: false }),
  carriersOf: () => null,
  destinationsOf: () => ({ countries: null, types: [], isSet: false }),
  callingHoursOf: () => ANY_CALLING_HOURS,
  catchUp: async () => undefined,
  currentContact: () => null,
  contactOfMobile: () => null,
  instagramIdentities: () => [],
  whatsAppNumbers: () => [],
  iterationSettings: () => null,
  timeZoneOf: () => null,
};

/** One order of events at the carrier and at the clients, over both nodes. */
const createClock = () => {
  let tick = 0;
  const sent = new Map<string, number>();
  const acknowledged = new Map<string, number>();
  return {
    sent,
    acknowledged,
    send: (callId: string): void => void sent.set(callId, ++tick),
    acknowledge: (callId: string): void => void acknowledged.set(callId, ++tick),
  };
};

type Clock = ReturnType<typeof createClock>;

/** Every third placement fails at the carrier, so that the fallback carrier is tried where that is allowed. */
const fakeCarrier = (name: string, clock: Clock, random: () => number): Carrier => {
  const place: Carrier['place'] = async ({ callId }) => {
    clock.send(callId);
    await delay(random() * 4);
    return random() < 1 / 3
      ? { outcome: 'refused', reason: 'carrier_failed' }
      : { outcome: 'placed', carrierCallId: `CA${callId}` };
  };
  const carrier: Partial<Carrier> = { name, place };
  // The races use nothing else of a carrier.
  return carrier as Carrier;
};

/** An effect that does nothing here: calls stay as they are once they are placed. */
const idle = async (): Promise<null> => null;

const startNode = async (
  { connect, random, plant }: RacesOptions,
  clock: Clock,
): Promise<{ readonly actors: ActorSystem; readonly stop: () => Promise<void> }> => {
  const nc = await connect();
  const actors = await createActorSystem({ nc, shards: 1, now: Date.now, logger });
  const { clear } = clearingEffects({
    actors,
    views: NO_CONTACTS,
    sealer,
    installationTimeZone: 'UTC',
    destinations: ANY_DESTINATION,
    now: Date.now,
  });
  const { place } = carrierEffects({
    carriers: new Map(CARRIERS.map((name) => [name, fakeCarrier(name, clock, random)])),
    mediaUrl: () => '',
    statusUrl: () => '',
    documentUrl: () => '',
    onLeaving: () => undefined,
    prepare: () => undefined,
    now: Date.now,
  });
  const unchecked: typeof clear = async () => ({
    type: 'clear_result',
    result: { outcome: 'cleared', at: Date.now(), rules: [] },
  });
  const callHandlers: EffectHandlers<CallEffect, CallCommand> = {
    clear: plant === 'no_clearance' ? unchecked : clear,
    place,
    hang_up: idle,
    transfer: idle,
    check: idle,
    reserve_block: idle,
    finish_recording: idle,
    settle: async () => ({ type: 'settle_result', blocks: 0, chargedMicrocredits: 0 }),
  };
  const unordered: EffectHandlers<ContactPointEffect, ContactPointCommand> = {
    order_call: async ({ effect: { callId } }) => ({ type: 'call_ordered', callId, standing: 'over' }),
  };
  actors.register(call, callHandlers);
  actors.register(contactPoint, plant === 'no_ordering' ? unordered : contactPointEffects(actors, Date.now));
  await actors.start();
  return {
    actors,
    stop: async () => {
      await actors.drain();
      await nc.close();
    },
  };
};

interface Race {
  readonly number: string;
  readonly callId: string;
}

/** @throws the errors of the actors */
const run = async (
  nodes: readonly ActorSystem[],
  { number, callId }: Race,
  index: number,
  { random }: RacesOptions,
  clock: Clock,
): Promise<void> => {
  const [caller = nodes[0], blocker = nodes[0]] = index % 2 === 0 ? nodes : nodes.toReversed();
  if (caller === undefined || blocker === undefined) throw new Error('there are no nodes');
  const offsetMs = random() * (SPREAD_MS.before + SPREAD_MS.after) - SPREAD_MS.before;
  const start = async (): Promise<void> => {
    await delay(Math.max(0, -offsetMs));
    await caller.ask(
      call,
      { business: BUSINESS, id: callId },
      {
        type: 'start',
        agent: {
          agentId: 'a',
          name: 'A',
          instructions: '',
          greeting: '',
          languageCode: 'en',
          voiceSettings: {},
          knowledgeSourceIds: [],
        },
        callee: { contactId: null, contactName: null, destination: number, values: {}, callData: {} },
        campaign: null,
        carrier: CARRIERS[0],
        standIns: [CARRIERS[1]],
        line: 'leased',
        reservedBlocks: 1,
        startBy: Number.MAX_SAFE_INTEGER,
      },
    );
  };
  const block = async (): Promise<void> => {
    await delay(Math.max(0, offsetMs));
    const point = { channel: 'phone', address: number } as const;
    const suppression = { purpose: 'service', source: 'api', reason: '', by: null, hangUp: false } as const;
    await suppress(
      { actors: blocker, sealer },
      BUSINESS,
      { point, ...suppression },
      deriveId(callId, 'block'),
    );
    clock.acknowledge(callId);
  };
  await Promise.all([start(), block()]);
};

/** Runs the races and checks each. @throws the errors of the actors */
export const runRaces = async (options: RacesOptions): Promise<RacesResult> => {
  const clock = createClock();
  const nodes = [await startNode(options, clock), await startNode(options, clock)];
  const startedAt = performance.now();
  const salt = `${options.random()}`;
  const races = Array.from(
    { length: options.races },
    (_, index): Race => ({
      number: `+1415${String(5_000_000 + index)}`,
      callId: deriveId('block-race', salt, String(index)),
    }),
  );
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < races.length; index = next++) {
      const race = races[index];
      if (race !== undefined)
        await run(
          nodes.map(({ actors }) => actors),
          race,
          index,
          options,
          clock,
        );
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  // Calls that were cleared but not placed when the last race ended have been placed or have ended after this.
  await Promise.all(nodes.map(({ stop }) => stop()));
  const ms = Math.round(performance.now() - startedAt);
  return { ...(await check(options, races, clock)), ms };
};

const check = async (
  { connect }: RacesOptions,
  races: readonly Race[],
  clock: Clock,
): Promise<Omit<RacesResult, 'ms'>> => {
  const nc = await connect();
  const connection = watchConnection(nc);
  const journal = await openJournal(connection, 1);
  const sequenceOf = async (kind: string, id: string, type: string): Promise<number | null> => {
    let last: number | null = null;
    for await (const { seq, events } of journal.read({ kind, business: BUSINESS, id }, 0))
      for (const event of events)
        if (typeof event === 'object' && event !== null && 'type' in event && event.type === type) last = seq;
    return last;
  };
  const result = {
    races: races.length,
    placedAfterCommit: 0,
    sentAfterAcknowledgement: 0,
    placed: 0,
    kept: 0,
  };
  for (const { number, callId } of races) {
    const { id } = contactPointOf({ sealer }, BUSINESS, { channel: 'phone', address: number });
    const placing = await sequenceOf('call', callId, 'call.placing');
    const committed = await sequenceOf('contact-point', id, 'point.suppressed');
    if (committed === null) throw new Error(`the suppression of ${number} has no commit`);
    if (placing === null) result.kept += 1;
    else result.placed += 1;
    if (placing !== null && placing > committed) result.placedAfterCommit += 1;
    const sent = clock.sent.get(callId);
    const acknowledged = clock.acknowledged.get(callId);
    if (sent !== undefined && acknowledged !== undefined && sent > acknowledged)
      result.sentAfterAcknowledgement += 1;
  }
  connection.release();
  await nc.close();
  return result;
};
