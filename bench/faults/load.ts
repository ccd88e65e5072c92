/** The load of a seed: does its steps against all nodes, each when it is due, and keeps what was answered. */
import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '../../schemas/json.js';
import { createChance } from './chance.js';
import type { Wanted } from './client.js';
import type { Answer, StatusSample } from './history.js';
import { type Callee, CUSTOMERS, type Plan, RECIPIENTS, type Step } from './plan.js';
import { ACCOUNT, type World } from './world.js';

/** A request that was sent, with what is needed to repeat it. */
export interface Sent {
  readonly step: number;
  readonly what: string;
  readonly wanted: Wanted;
  readonly sentAt: number;
  readonly answeredAt: number | null;
  readonly answer: Answer | null;
  /** Where what it made is read, once it is accepted. */
  readonly shownAt: string | null;
  /** Whether the contract gives the same answer to a repetition. */
  readonly isRepeated: boolean;
}

/** What the load has made so far. */
export interface Loaded {
  readonly sent: Sent[];
  readonly callIds: Set<string>;
  readonly messageIds: Set<string>;
  readonly campaigns: { readonly campaignId: string; readonly audience: readonly string[] }[];
  /** By contact: what was accepted last. */
  readonly registers: Map<string, { name: string; blocked: boolean }>;
  readonly samples: StatusSample[];
  /** Ids at Meta of what customers wrote. */
  readonly written: string[];
  readonly subscriptions: Record<string, readonly string[]>;
}

/** What the load stands on. */
export interface Basis {
  readonly categoryId: string;
  readonly agentId: string;
  readonly recipients: readonly string[];
}

const VOICE_EVENTS = ['ringing', 'answered', 'turn', 'ended', 'recorded', 'charged'].map(
  (event) => `voice.call.${event}`,
);
const CAMPAIGN_EVENTS = [
  'campaign.iteration.started',
  'campaign.iteration.ended',
  'campaign.recipient.ended',
];
const MESSAGE_EVENTS = ['received', 'sent', 'delivered', 'read', 'failed'].map(
  (event) => `whatsapp.message.${event}`,
);

const GREETING = 'Hello, this is the house of tests.';
/** Callees talk for so long after the answer, ms. */
const TALK_MS = { talks: 5_000, listens: 2_500 } as const;

const scriptOf = (callee: Callee): object => {
  const ringMs = 300;
  switch (callee) {
    case 'talks':
      return { outcome: 'answer', ringMs, steps: [{ atMs: TALK_MS.talks, do: { type: 'hang_up' } }] };
    case 'listens':
      return {
        outcome: 'answer',
        ringMs,
        stream: 'never',
        steps: [{ atMs: TALK_MS.listens, do: { type: 'hang_up' } }],
      };
    case 'busy':
      return { outcome: 'busy', ringMs };
    case 'no_answer':
      return { outcome: 'no_answer', ringMs: 1_500 };
    case 'fails':
      return { outcome: 'failed', ringMs };
  }
};

const CALLEES: readonly Callee[] = ['talks', 'listens', 'busy', 'no_answer', 'fails'];
const numberOf = (callee: Callee, step: number): string =>
  `+1415555${String(1_000 + CALLEES.indexOf(callee) * 1_000 + step)}`;
const contactMobile = (contact: number): string => `+1415556${String(1_000 + contact)}`;
const customerDigits = (customer: number): string => `1415557${String(1_000 + customer)}`;
const nextText = (step: number): string => `Text ${step}`;

/** The text under a name in an answer's data, at any depth of two. */
const textIn = (data: unknown, ...path: readonly string[]): string => {
  const found = path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), data);
  return typeof found === 'string' ? found : '';
};

const isAccepted = (answer: Answer | null): answer is Answer => answer !== null && answer.status < 300;

/** Makes requests and keeps them; `until`: when clients give up, ms since the epoch. */
export const createLoad = (world: World, until: () => number) => {
  const { client, plan, meta } = world;
  /** Where the first attempt of a step goes. */
  const nodeOf = (step: number): number => createChance(plan.seed, 1_000 + step).whole(0, plan.nodes - 1);
  const loaded: Loaded = {
    sent: [],
    callIds: new Set(),
    messageIds: new Set(),
    campaigns: [],
    registers: new Map(),
    samples: [],
    written: [],
    subscriptions: {},
  };

  const send = async (
    what: string,
    step: number,
    wanted: Omit<Wanted, 'key'>,
    more: { readonly shownAt?: (data: unknown) => string; readonly isRepeated?: boolean } = {},
  ): Promise<Answer | null> => {
    const request = { ...wanted, key: `seed-${plan.seed}-${step}-${what.replaceAll(' ', '-')}` };
    const sentAt = Date.now();
    const answer = await client.insist(nodeOf(step), request, until());
    loaded.sent.push({
      step,
      what,
      wanted: request,
      sentAt,
      answeredAt: answer === null ? null : Date.now(),
      answer,
      shownAt: isAccepted(answer) ? (more.shownAt?.(answer.data) ?? null) : null,
      isRepeated: more.isRepeated ?? true,
    });
    return answer;
  };
  const post = (
    what: string,
    step: number,
    path: string,
    body: object,
    shownAt?: (data: unknown) => string,
  ) => send(what, step, { method: 'POST', path, body }, shownAt === undefined ? {} : { shownAt });

  const category = (step: number, name: string): Promise<Answer | null> =>
    post('category', step, '/api/v1/contacts/categories', { name });
  const contact = async (step: number, body: { name: string; mobile: string; categoryIds: string[] }) => {
    const shownAt = (data: unknown): string => `/api/v1/contacts/${textIn(data, 'contact', 'id')}`;
    const answer = await post('contact', step, '/api/v1/contacts', body, shownAt);
    const id = textIn(answer?.data, 'contact', 'id');
    if (isAccepted(answer)) loaded.registers.set(id, { name: body.name, blocked: false });
    return id;
  };
  const subscribe = async (name: string, events: readonly string[], body: object): Promise<void> => {
    const callbackUrl = world.subscriber.url(name);
    const wanted = {
      method: 'POST',
      path: '/api/v1/webhook-subscriptions',
      body: { ...body, callbackUrl, events },
    };
    // The secret is shown once.
    const answer = await send(`subscription ${name}`, -1, wanted, { isRepeated: false });
    if (!isAccepted(answer)) throw new Error(`the subscription is refused: ${answer?.code ?? 'no answer'}`);
    loaded.subscriptions[name] = events;
  };

  const contactIds = new Map<number, string>();
  const patch = async (step: number, number: number, change: { name: string } | { blocked: boolean }) => {
    const id = contactIds.get(number);
    if (id === undefined) return;
    const body = 'name' in change ? change : { communicationBlocked: change.blocked };
    const answer = await send('patch', step, { method: 'PATCH', path: `/api/v1/contacts/${id}`, body });
    const register = loaded.registers.get(id);
    if (isAccepted(answer) && register !== undefined) Object.assign(register, change);
  };
  const call = async (step: number, callee: Callee, agentId: string): Promise<void> => {
    const toNumber = numberOf(callee, step);
    await world.network.callee(toNumber, scriptOf(callee)).catch(() => undefined);
    const shownAt = (data: unknown): string => `/api/v1/voice/calls/${textIn(data, 'callId')}`;
    const answer = await post('call', step, '/api/v1/voice/calls', { agentId, toNumber }, shownAt);
    if (isAccepted(answer)) loaded.callIds.add(textIn(answer.data, 'callId'));
  };
  const campaign = async (step: number, { agentId, recipients }: Basis): Promise<void> => {
    const body = {
      name: 'Faults',
      objective: 'Otherwise, say "Hello.".',
      channel: 'voice',
      agentId,
      audience: { contactIds: recipients },
    };
    const shownAt = (data: unknown): string => `/api/v1/campaigns/${textIn(data, 'campaign', 'id')}`;
    const answer = await post('campaign', step, '/api/v1/campaigns', body, shownAt);
    if (!isAccepted(answer)) return;
    const campaignId = textIn(answer.data, 'campaign', 'id');
    loaded.campaigns.push({ campaignId, audience: recipients });
    const path = `/api/v1/campaigns/${campaignId}`;
    await send(
      'campaign start',
      step,
      { method: 'PATCH', path, body: { action: 'start' } },
      { isRepeated: false },
    );
  };
  const message = async (step: number, customer: number): Promise<void> => {
    const body = {
      phoneNumberId: ACCOUNT,
      to: `+${customerDigits(customer)}`,
      type: 'text',
      text: nextText(step),
    };
    const shownAt = (data: unknown): string => `/api/v1/messages/${textIn(data, 'messageId')}`;
    const answer = await post('message', step, '/api/v1/messages', body, shownAt);
    if (isAccepted(answer)) loaded.messageIds.add(textIn(answer.data, 'messageId'));
  };
  const write = async (step: number, customer: number): Promise<void> => {
    const words = { accountId: ACCOUNT, from: customerDigits(customer), text: nextText(step) };
    // A frozen Meta takes nothing: its customers' messages do not exist.
    const id = await meta.write(words).catch(() => null);
    if (id !== null) loaded.written.push(id);
  };
  const cancel = async (step: number): Promise<void> => {
    const id = [...loaded.callIds].at(-1);
    if (id === undefined) return;
    const path = `/api/v1/voice/calls/${id}?businessId=${world.businessId}`;
    const wanted = { method: 'DELETE', path, body: null, key: `cancel-${step}` };
    await client.insist(nodeOf(step), wanted, until());
  };

  const run = (step: Step, basis: Basis): Promise<unknown> => {
    switch (step.type) {
      case 'category':
        return category(step.index, `Category ${step.index}`);
      case 'contact':
        return contact(step.index, {
          name: `Contact ${step.contact}`,
          mobile: contactMobile(step.contact),
          categoryIds: [basis.categoryId],
        }).then((id) => contactIds.set(step.contact, id));
      case 'rename':
        return patch(step.index, step.contact, { name: step.name });
      case 'block':
        return patch(step.index, step.contact, { blocked: step.blocked });
      case 'call':
        return call(step.index, step.callee, basis.agentId);
      case 'cancel':
        return cancel(step.index);
      case 'campaign':
        return campaign(step.index, basis);
      case 'message':
        return message(step.index, step.customer);
      case 'customer_writes':
        return write(step.index, step.customer);
    }
  };

  return {
    loaded,
    /** Makes what the load stands on. @throws Error when a part of it is refused */
    prepare: async (): Promise<Basis> => {
      await subscribe('voice', VOICE_EVENTS, { channel: 'voice' });
      await subscribe('campaign', CAMPAIGN_EVENTS, { channel: 'campaign' });
      await subscribe('whatsapp', MESSAGE_EVENTS, {
        channel: 'whatsapp',
        phoneNumberId: ACCOUNT,
        externalAutomation: true,
      });
      const categoryId = textIn((await category(-2, 'Basis'))?.data, 'category', 'id');
      const agent = {
        channel: 'voice',
        name: 'Ann',
        instructions: 'Otherwise, say "Yes.".',
        contactCategoryIds: [categoryId],
        voiceSettings: { firstGreeting: GREETING },
      };
      const agentId = textIn((await post('agent', -2, '/api/v1/agents', agent))?.data, 'agent', 'id');
      const recipients: string[] = [];
      for (let index = 0; index < RECIPIENTS; index += 1) {
        const number = CUSTOMERS + 100 + index;
        await world.network.callee(contactMobile(number), scriptOf(index % 3 === 2 ? 'busy' : 'listens'));
        const body = { name: `Recipient ${index}`, mobile: contactMobile(number), categoryIds: [categoryId] };
        recipients.push(await contact(-10 - index, body));
      }
      for (let customer = 0; customer < CUSTOMERS; customer += 1) await write(-1, customer);
      if (agentId === '' || recipients.includes(''))
        throw new Error('the world refuses what its load stands on');
      return { categoryId, agentId, recipients };
    },
    /** Does the steps of the plan; resolves when all are answered, or given up. */
    run: async (basis: Basis): Promise<void> => {
      const begun = Date.now();
      const lanes = new Map<string, Promise<unknown>>();
      for (const step of plan.steps.toSorted((before, after) => before.atMs - after.atMs)) {
        await delay(Math.max(0, begun + step.atMs - Date.now()));
        lanes.set(
          step.lane,
          (lanes.get(step.lane) ?? Promise.resolve()).then(() => run(step, basis)),
        );
      }
      await Promise.all(lanes.values());
    },
  };
};

/** Reads the status of calls at the nodes, one after the other, until it is stopped. */
export const sampleStatuses = ({ client, nodes }: World, { callIds, samples }: Loaded, plan: Plan) => {
  const chance = createChance(plan.seed, 6);
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      const [callId, node] = [chance.pick(['', ...callIds]), chance.pick(nodes)];
      if (callId !== '' && node.isUp()) {
        const generation = node.generation();
        const answer = await client.read(node.index, `/api/v1/voice/calls/${callId}`);
        const status = textIn(answer?.data, 'call', 'status');
        if (status !== '') samples.push({ callId, node: node.index, generation, status, at: Date.now() });
      }
      await delay(120);
    }
  })();
  return {
    stop: () => {
      isOver = true;
      return sampling;
    },
  };
};
