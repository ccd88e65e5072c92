/** The load of a seed: runs its steps against all nodes, each when it is due, and records the answers. */
import { setTimeout as delay } from 'node:timers/promises';
import { createChance } from '../chance.js';
import { ACCOUNT, type World } from '../cluster/world.js';
import { CUSTOMERS, type Plan, RECIPIENTS } from '../plan.js';
import { type Basis, createActions } from './actions.js';
import { contactMobile, GREETING, scriptOf } from './callees.js';
import { createSending, emptyLoad, isAccepted, type Loaded, type Sending, textIn } from './loaded.js';

const SUBSCRIPTIONS = {
  voice: ['ringing', 'answered', 'turn', 'ended', 'recorded', 'charged'].map(
    (event) => `voice.call.${event}`,
  ),
  campaign: ['campaign.iteration.started', 'campaign.iteration.ended', 'campaign.recipient.ended'],
  whatsapp: ['received', 'sent', 'delivered', 'read', 'failed'].map((event) => `whatsapp.message.${event}`),
} as const;

/** Status samples are this far apart, ms. */
const SAMPLE_EVERY_MS = 120;
/** Mobile numbers of the audience follow those of the load's own contacts. */
const FIRST_RECIPIENT = 900;

export interface Load {
  readonly loaded: Loaded;
  /** Creates what the load needs. @throws Error when a part of it is refused */
  prepare(): Promise<Basis>;
  /** Runs the steps of the plan; resolves when all are answered or abandoned. */
  run(basis: Basis): Promise<void>;
}

/** `until` is when clients stop retrying, ms since the epoch. */
export const createLoad = (world: World, until: () => number): Load => {
  const { plan } = world;
  const loaded = emptyLoad();
  const sending = createSending(world, loaded.sent, until);
  const actions = createActions(world, loaded, sending);
  return {
    loaded,
    prepare: async () => {
      for (const [name, events] of Object.entries(SUBSCRIPTIONS))
        await subscribe(world, loaded, sending, name, events);
      const categoryId = await actions.category(-2, 'Basis');
      const agent = {
        channel: 'voice',
        name: 'Ann',
        instructions: 'Otherwise, say "Yes.".',
        contactCategoryIds: [categoryId],
        voiceSettings: { firstGreeting: GREETING },
      };
      const answer = await sending.post('agent', -2, '/api/v1/agents', agent);
      const agentId = textIn(answer?.data, 'agent', 'id');
      const recipients: string[] = [];
      for (let index = 0; index < RECIPIENTS; index += 1) {
        const mobile = contactMobile(FIRST_RECIPIENT + index);
        await world.network.callee(mobile, scriptOf(index % 3 === 2 ? 'busy' : 'listens'));
        const body = { name: `Recipient ${index}`, mobile, categoryIds: [categoryId] };
        recipients.push(await actions.contact(-10 - index, body));
      }
      for (let customer = 0; customer < CUSTOMERS; customer += 1) await actions.customerWrites(-1, customer);
      if (agentId === '' || recipients.includes(''))
        throw new Error('the world refuses a resource that its load needs');
      return { categoryId, agentId, recipients };
    },
    run: async (basis) => {
      const startedAt = Date.now();
      const lanes = new Map<string, Promise<unknown>>();
      for (const step of plan.steps.toSorted((before, after) => before.atMs - after.atMs)) {
        await delay(Math.max(0, startedAt + step.atMs - Date.now()));
        const before = lanes.get(step.lane) ?? Promise.resolve();
        lanes.set(
          step.lane,
          before.then(() => actions.run(step, basis)),
        );
      }
      await Promise.all(lanes.values());
    },
  };
};

const subscribe = async (
  { subscriber }: World,
  { subscriptions }: Loaded,
  { send }: Sending,
  name: string,
  events: readonly string[],
): Promise<void> => {
  const account = name === 'whatsapp' ? { phoneNumberId: ACCOUNT, externalAutomation: true } : {};
  const body = { channel: name, ...account, callbackUrl: subscriber.url(name), events };
  const request = { method: 'POST', path: '/api/v1/webhook-subscriptions', body };
  // The secret is shown only once.
  const answer = await send(`subscription ${name}`, -1, request, { isRepeated: false });
  if (!isAccepted(answer)) throw new Error(`the subscription of ${name} events is refused`);
  subscriptions[name] = events;
};

/** Reads the status of calls from the nodes, one after the other, until it is stopped. */
export const sampleStatuses = (
  { client, nodes }: World,
  { callIds, samples }: Loaded,
  plan: Plan,
): { stop(): Promise<void> } => {
  const chance = createChance(plan.seed, 6);
  let isStopped = false;
  const sampling = (async () => {
    while (!isStopped) {
      const callId = chance.pick(['', ...callIds]);
      const node = chance.pick(nodes);
      if (callId !== '' && node.isUp()) {
        const generation = node.generation();
        const answer = await client.read(node.index, `/api/v1/voice/calls/${callId}`);
        const status = textIn(answer?.data, 'call', 'status');
        if (status !== '') samples.push({ callId, node: node.index, generation, status, at: Date.now() });
      }
      await delay(SAMPLE_EVERY_MS);
    }
  })();
  return {
    stop: () => {
      isStopped = true;
      return sampling;
    },
  };
};
