/** A whole campaign in a simulation: real actors and real effect handlers, whose steps interleave in any order and whose processes crash. */
import { pino } from 'pino';
import { analysis } from '../../../../actors/analysis/index.js';
import { business } from '../../../../actors/business/index.js';
import type { CallCommand, CallEffect, CallProgress } from '../../../../actors/call/commands.js';
import { call } from '../../../../actors/call/index.js';
import { contactPoint } from '../../../../actors/contact-point/index.js';
import { iteration } from '../../../../actors/iteration/index.js';
import { BLOCK_SIZE, blockId } from '../../../../actors/recipients/block.js';
import { recipients } from '../../../../actors/recipients/index.js';
import type { EffectHandlers } from '../../../../actors/runtime/actor.js';
import { analysisEffects } from '../../../../operations/effects/analysis.js';
import { businessEffects } from '../../../../operations/effects/business.js';
import { callBillingEffects } from '../../../../operations/effects/call/billing.js';
import { clearingEffects } from '../../../../operations/effects/call/clearing.js';
import { contactPointEffects } from '../../../../operations/effects/contact-point.js';
import { iterationEffects } from '../../../../operations/effects/iteration.js';
import { recipientsEffects } from '../../../../operations/effects/recipients/index.js';
import { ANY_DESTINATION } from '../../../../operations/outreach/destination-rule.js';
import { createSealer } from '../../../../operations/sealing.js';
import { STANDARD_PRICES } from '../../../../schemas/accounts/prices.js';
import type { Findings } from '../../../../schemas/analysis/call-analysis.js';
import { NO_ANALYSIS_SETTINGS } from '../../../../schemas/analysis/settings.js';
import type { CallBacks } from '../../../../schemas/campaigns/call-back.js';
import type { CallWindow } from '../../../../schemas/campaigns/call-window.js';
import { ANY_CALLING_HOURS, type CallingHours } from '../../../../schemas/campaigns/calling-hours.js';
import { settledSettings } from '../../../../schemas/campaigns/iteration-settings.js';
import type { ContactResource } from '../../../../schemas/contacts/contact.js';
import { seeded } from '../../../../testkit/seeded.js';
import { stub } from '../../../../testkit/stub.js';
import type { ViewStore } from '../../../../views/views.js';
import { createSimulation, type Simulation } from '../../../support/actors/simulation.js';
import { anyDestination } from '../../../support/views/destinations.js';
import { agentOf, contactOf } from '../../../support/views/resources.js';

const BUSINESS = 'b';
export const ITERATION = 'i';
const CATEGORY = 'k';
/** The campaign starts then. */
export const NOON = Date.UTC(2026, 0, 7, 12);
export const CREDIT = 1_000_000_000;

const agent = agentOf({ id: 'a', contactCategoryIds: [CATEGORY] });
/** The contact of a member, named `c` and its number; `c3` is blocked. */
export const recipientOf = (id: string): ContactResource =>
  contactOf({
    id,
    name: id,
    mobile: `+1415555${id.slice(1).padStart(4, '0')}`,
    communicationBlocked: id === 'c3',
    categories: [{ id: CATEGORY, name: 'Leads' }],
  });

/** The views that the operations read here. */
const viewsOf = ({ size, hours = ANY_CALLING_HOURS, window = null, zoneOf = () => null }: Plan): ViewStore =>
  stub<ViewStore>({
    agent: () => agent,
    agentVersionOf: () => 3,
    runningSplit: () => null,
    voicemailOf: () => ({ type: 'hang_up' }),
    timeZoneOf: () => null,
    ...anyDestination,
    carriersOf: () => null,
    callingHoursOf: () => hours,
    iterationSettings: () => ({ ...settledSettings(), window }),
    currentContactId: (id) => id,
    isDuplicateMember: () => false,
    currentContact: (_, id) => ({ ...recipientOf(id), timeZone: zoneOf(id) }),
    contact: (_, id) => ({ ...recipientOf(id), timeZone: zoneOf(id) }),
    instagramIdentities: () => [],
    whatsAppNumbers: () => [],
    catchUp: async () => undefined,
    refusedInCall: () => false,
    refusedInWriting: () => false,
    contactsInCategories: (_b, _c, after, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, size - after)) }, (_, index) => ({
        row: after + index + 1,
        contactId: `c${after + index}`,
      })),
  });

interface Placed {
  readonly to: string;
  readonly callId: string;
  /** ms since the epoch */
  readonly at: number;
}

/** A carrier whose calls end at random. The same request may reach it more than once. */
const carrierOf = (simulation: Simulation, random: () => number) => {
  const placed: Placed[] = [];
  let up = 0;
  let peak = 0;
  const seconds = new Map<string, number>();
  const handlers: Pick<
    EffectHandlers<CallEffect, CallCommand>,
    'place' | 'hang_up' | 'transfer' | 'check' | 'finish_recording'
  > = {
    place: async ({ ref, effect, resumed }) => {
      const isPlaced = placed.some(({ callId }) => callId === ref.id);
      if (resumed) {
        if (isPlaced)
          return { type: 'placement_result', result: { outcome: 'placed', carrierCallId: ref.id } };
        // The node crashed before it sent the request: no call was placed, and a later check finds none.
        return { type: 'placement_result', result: { outcome: 'unknown' } };
      }
      placed.push({ to: effect.to, callId: ref.id, at: simulation.now() });
      up += 1;
      peak = Math.max(peak, up);
      void live(ref.id);
      await simulation.sleep(5);
      return { type: 'placement_result', result: { outcome: 'placed', carrierCallId: ref.id } };
    },
    hang_up: async ({ effect }) => ({ type: 'hangup_result', attempt: effect.attempt, outcome: 'accepted' }),
    transfer: async () => null,
    check: async ({ ref, effect: { check } }) => {
      const isPlaced = placed.some(({ callId }) => callId === ref.id);
      const report = { carrierCallId: ref.id, progress: 'ringing' } as const;
      return {
        type: 'check_result',
        check,
        result: isPlaced ? { outcome: 'found', report } : { outcome: 'not_found' },
      };
    },
    finish_recording: async () => ({ type: 'recording_result', recording: null }),
  };
  const live = async (callId: string): Promise<void> => {
    await simulation.sleep(1_000 + random() * 20_000);
    up -= 1;
    const luck = random();
    const progress: CallProgress =
      luck < 0.2 ? 'busy' : luck < 0.35 ? 'no_answer' : luck < 0.4 ? 'failed' : 'completed';
    const durationSeconds = progress === 'completed' ? 1 + Math.floor(random() * 60) : undefined;
    seconds.set(callId, durationSeconds ?? 0);
    const report = {
      carrierCallId: callId,
      progress,
      ...(durationSeconds === undefined ? {} : { durationSeconds }),
    };
    await simulation.ask(call, { business: BUSINESS, id: callId }, { type: 'carrier_report', report });
  };
  return { placed, handlers, most: () => peak, seconds };
};

/** A simulated run. */
export interface Plan {
  readonly seed: number;
  readonly size: number;
  readonly lines: number;
  readonly maxRetries: number;
  /** Calling hours of the business; absent: any time. */
  readonly hours?: CallingHours;
  readonly window?: CallWindow | null;
  /** Time zone of a contact; null or absent: that of its number. */
  readonly zoneOf?: (contactId: string) => string | null;
  /** Call-backs, and what the analysis of a contact's call finds; absent: calls are not analysed. */
  readonly callBacks?: {
    readonly limits: CallBacks;
    /** `at`: when the call was analysed, ms since the epoch. */
    readonly requestsOf: (contactId: string, at: number) => Findings['requests'];
  };
  readonly crashes: readonly number[];
  readonly acts: readonly { readonly at: number; readonly action: 'pause' | 'start' | 'cancel' }[];
}

/** Registers the actors of a campaign with their handlers. */
const registerKinds = (
  simulation: Simulation,
  deps: Parameters<typeof recipientsEffects>[0],
  carrier: ReturnType<typeof carrierOf>,
  callBacks: Plan['callBacks'],
): void => {
  simulation.register(business, businessEffects(simulation));
  simulation.register(iteration, iterationEffects(deps));
  simulation.register(recipients, recipientsEffects(deps));
  simulation.register(contactPoint, contactPointEffects(simulation, simulation.now));
  const billing = callBillingEffects(deps);
  simulation.register(call, {
    ...billing,
    // Simulated calls have no turns.
    settle: (context) => {
      const { effect } = context;
      const analysable = effect.outcome === 'completed' ? { agentId: 'a' } : null;
      return billing.settle({ ...context, effect: { ...effect, analysable } });
    },
    ...clearingEffects(deps),
    ...carrier.handlers,
  });
  simulation.register(analysis, {
    ...analysisEffects({
      actors: simulation,
      views: deps.views,
      analyst: async (_, callId) => {
        const contactId = simulation.stateOf(call, callId)?.accepted?.callee.contactId ?? '';
        const requests = callBacks?.requestsOf(contactId, simulation.now()) ?? [];
        return {
          type: 'completed',
          findings: { summary: 'S', sentiment: 'neutral', requests, criteria: [], fields: [] },
        };
      },
    }),
    read_settings: async () => ({
      type: 'request' as const,
      settings: NO_ANALYSIS_SETTINGS,
      settingsId: 's',
      priceMicrocredits: 0,
    }),
  });
};

/** Plays a run to its end. */
export const play = async (plan: Plan) => {
  const random = seeded(plan.seed);
  const simulation = createSimulation({ random, nodes: 2, startAt: NOON });
  const carrier = carrierOf(simulation, random);
  const deps = {
    actors: simulation,
    views: viewsOf(plan),
    sealer: createSealer('secret'),
    installationTimeZone: 'UTC',
    carrier: 'loopback',
    destinations: ANY_DESTINATION,
    now: simulation.now,
    observe: () => undefined,
    logger: pino({ level: 'silent' }),
  };
  registerKinds(simulation, deps, carrier, plan.callBacks);
  const { callBacks } = plan;
  const ask = (command: Parameters<typeof iteration.decide>[1]['command']): void => {
    if (command.type === 'timer_due') return;
    void simulation.ask(iteration, { business: BUSINESS, id: ITERATION }, command).catch(() => undefined);
  };
  void simulation.ask(
    business,
    { business: BUSINESS, id: BUSINESS },
    {
      type: 'create',
      name: 'B',
      lines: plan.lines,
      microcredits: CREDIT,
      prices: STANDARD_PRICES,
    },
  );
  if (callBacks !== undefined)
    void simulation.ask(
      business,
      { business: BUSINESS, id: BUSINESS },
      { type: 'switch_call_analysis', enabled: true },
    );
  ask({
    type: 'create',
    campaignId: 'k',
    campaignName: 'K',
    ordinal: 1,
    channel: 'voice',
    agentId: 'a',
    settings: {
      ...settledSettings({ maxRetries: plan.maxRetries, retryDelayMinutes: 1 }),
      window: plan.window ?? null,
      callBacks: callBacks?.limits ?? null,
    },
    audience: {
      contactIds: [],
      categoryIds: [CATEGORY],
      excludeContactIds: ['c1'],
      fromIterationIds: [],
      outcomes: [],
      recommendedBySummaryRunId: null,
    },
    startAt: NOON,
  });
  for (const [index, at] of plan.crashes.entries())
    void simulation.sleep(at).then(() => simulation.crash(index % 2));
  for (const { at, action } of plan.acts) void simulation.sleep(at).then(() => ask({ type: 'act', action }));
  const hasEnded = (): boolean => {
    const status = simulation.stateOf(iteration, ITERATION)?.status;
    const free = simulation.stateOf(business, BUSINESS)?.reservedMicrocredits === 0;
    return (status === 'completed' || status === 'cancelled') && free;
  };
  await simulation.run(hasEnded);
  const blocks = Math.ceil(plan.size / BLOCK_SIZE);
  const members = Array.from({ length: blocks }, (_, block) =>
    simulation.stateOf(recipients, blockId(ITERATION, block)),
  ).flatMap((state) => state?.recipients ?? []);
  const ledger = simulation.stateOf(business, BUSINESS);
  return { simulation, carrier, members, ledger, ended: hasEnded() };
};
