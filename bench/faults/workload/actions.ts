/** The actions behind the steps of a load. */

import { ACCOUNT, type World } from '../cluster/world.js';
import type { Callee, Step } from '../plan.js';
import { contactMobile, customerDigits, numberOf, scriptOf } from './callees.js';
import { isAccepted, type Loaded, type Sending, textIn } from './loaded.js';

/** What the load needs before it starts. */
export interface Basis {
  readonly categoryId: string;
  readonly agentId: string;
  readonly recipients: readonly string[];
}

/** Each action resolves when its request is answered or abandoned. */
export interface Actions {
  category(step: number, name: string): Promise<string>;
  contact(step: number, body: { name: string; mobile: string; categoryIds: string[] }): Promise<string>;
  customerWrites(step: number, customer: number): Promise<void>;
  run(step: Step, basis: Basis): Promise<unknown>;
}

const textOf = (step: number): string => `Text ${step}`;

export const createActions = (world: World, loaded: Loaded, sending: Sending): Actions => {
  const { category, contact, patch } = contactActions(loaded, sending);
  const { call, cancel, campaign } = callActions(world, loaded, sending);
  const { message, customerWrites } = messageActions(world, loaded, sending);
  const contactIds = new Map<number, string>();
  const run = async (step: Step, basis: Basis): Promise<unknown> => {
    switch (step.type) {
      case 'category':
        return category(step.index, `Category ${step.index}`);
      case 'contact': {
        const name = `Contact ${step.contact}`;
        const mobile = contactMobile(step.contact);
        contactIds.set(
          step.contact,
          await contact(step.index, { name, mobile, categoryIds: [basis.categoryId] }),
        );
        return;
      }
      case 'rename':
        return patch(step.index, contactIds.get(step.contact), { name: step.name });
      case 'block':
        return patch(step.index, contactIds.get(step.contact), { blocked: step.blocked });
      case 'call':
        return call(step.index, step.callee, basis.agentId);
      case 'cancel':
        return cancel(step.index);
      case 'campaign':
        return campaign(step.index, basis);
      case 'message':
        return message(step.index, step.customer);
      case 'customer_writes':
        return customerWrites(step.index, step.customer);
    }
  };
  return { category, contact, customerWrites, run };
};

const contactActions = ({ registers }: Loaded, { post, send }: Sending) => ({
  category: async (step: number, name: string): Promise<string> =>
    textIn((await post('category', step, '/api/v1/contacts/categories', { name }))?.data, 'category', 'id'),
  contact: async (step: number, body: { name: string; mobile: string; categoryIds: string[] }) => {
    const shownAt = (data: unknown): string => `/api/v1/contacts/${textIn(data, 'contact', 'id')}`;
    const answer = await post('contact', step, '/api/v1/contacts', body, shownAt);
    const id = textIn(answer?.data, 'contact', 'id');
    if (isAccepted(answer)) registers.set(id, { name: body.name, blocked: false });
    return id;
  },
  patch: async (step: number, id: string | undefined, change: { name: string } | { blocked: boolean }) => {
    if (id === undefined) return;
    const body = 'name' in change ? change : { communicationBlocked: change.blocked };
    const answer = await send('patch', step, { method: 'PATCH', path: `/api/v1/contacts/${id}`, body });
    const register = registers.get(id);
    if (isAccepted(answer) && register !== undefined) Object.assign(register, change);
  },
});

const callActions = (
  { network, businessId }: World,
  { callIds, campaigns }: Loaded,
  { post, send }: Sending,
) => ({
  call: async (step: number, callee: Callee, agentId: string): Promise<void> => {
    const toNumber = numberOf(callee, step);
    await network.callee(toNumber, scriptOf(callee)).catch(() => undefined);
    const shownAt = (data: unknown): string => `/api/v1/voice/calls/${textIn(data, 'callId')}`;
    const answer = await post('call', step, '/api/v1/voice/calls', { agentId, toNumber }, shownAt);
    if (isAccepted(answer)) callIds.add(textIn(answer.data, 'callId'));
  },
  cancel: async (step: number): Promise<void> => {
    const id = [...callIds].at(-1);
    if (id === undefined) return;
    const path = `/api/v1/voice/calls/${id}?businessId=${businessId}`;
    await send('cancel', step, { method: 'DELETE', path, body: null }, { isRepeated: false });
  },
  campaign: async (step: number, { agentId, recipients }: Basis): Promise<void> => {
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
    campaigns.push({ campaignId, audience: recipients });
    const start = {
      method: 'PATCH',
      path: `/api/v1/campaigns/${campaignId}`,
      body: { action: 'start' },
    } as const;
    await send('campaign start', step, start, { isRepeated: false });
  },
});

const messageActions = ({ meta }: World, { messageIds, written }: Loaded, { post }: Sending) => ({
  message: async (step: number, customer: number): Promise<void> => {
    const to = `+${customerDigits(customer)}`;
    const body = { phoneNumberId: ACCOUNT, to, type: 'text', text: textOf(step) };
    const shownAt = (data: unknown): string => `/api/v1/messages/${textIn(data, 'messageId')}`;
    const answer = await post('message', step, '/api/v1/messages', body, shownAt);
    if (isAccepted(answer)) messageIds.add(textIn(answer.data, 'messageId'));
  },
  customerWrites: async (step: number, customer: number): Promise<void> => {
    const words = { accountId: ACCOUNT, from: customerDigits(customer), text: textOf(step) };
    const id = await meta.write(words).catch(() => null);
    if (id !== null) written.push(id);
  },
});
