/** Sending in any order of events: one at a time, in order, never twice without need, never backwards. */
import fc from 'fast-check';
import t from 'tap';
import {
  type ConversationCommand,
  type NewMessage,
  type SendOutcome,
  sending,
} from '../../../actors/conversation/commands.js';
import { decide, WINDOW_MS } from '../../../actors/conversation/decide.js';
import type { ConversationEvent, MessageProgress } from '../../../actors/conversation/events.js';
import { evolve } from '../../../actors/conversation/evolve.js';
import { conversation } from '../../../actors/conversation/index.js';
import { type ConversationState, initial } from '../../../actors/conversation/state.js';
import type { TimerDue } from '../../../actors/runtime/actor.js';
import { assertNever } from '../../../schemas/assert.js';
import { casesOf } from '../../support/full-run.js';

const HOUR = 60 * 60 * 1_000;
const failure = { code: 'recipient_unreachable', message: 'no' };

interface World {
  state: ConversationState;
  at: number;
  readonly events: ConversationEvent[];
}

const begin = (): World => {
  const world: World = { state: initial(), at: 1_000_000, events: [] };
  write(world, 'wamid.in', false);
  return world;
};

const write = (world: World, providerMessageId: string, automated: boolean): void => {
  apply(world, {
    type: 'receive',
    channel: 'whatsapp',
    accountId: 'a',
    address: '1',
    messageId: providerMessageId,
    opensWindow: true,
    providerMessageId,
    sentAt: world.at,
    content: { type: 'text', text: 'Hi', media: null, details: null },
    automated,
    customer: { mobile: null, whatsappId: null, userId: null, username: null, name: null },
  });
};

const apply = (world: World, command: ConversationCommand | TimerDue): readonly ConversationEvent[] => {
  const events = decide(world.state, { commandId: 'c', at: world.at, command });
  for (const event of events) world.state = evolve(world.state, event, world.at);
  world.events.push(...events);
  return events;
};

const send = (world: World, messageId: string): readonly ConversationEvent[] =>
  apply(world, {
    type: 'send',
    messageId,
    author: 'api',
    campaign: null,
    opens: null,
    recipient: '+1',
    content: { type: 'text', text: messageId },
  });

type Step =
  | { readonly type: 'send' }
  | { readonly type: 'end'; readonly outcome: SendOutcome; readonly late: boolean }
  | { readonly type: 'report'; readonly which: number; readonly progress: MessageProgress }
  | { readonly type: 'write' }
  | { readonly type: 'answer' }
  | { readonly type: 'wait'; readonly ms: number };

const outcome = fc.oneof(
  fc.constant<SendOutcome>({ is: 'accepted', providerMessageId: 'wamid' }),
  fc.constant<SendOutcome>({ is: 'refused', failure }),
  fc.constant<SendOutcome>({ is: 'postponed', afterMs: 2_000, code: 'channel_throttled' }),
  fc.constant<SendOutcome>({ is: 'unknown', silenceMs: 5_000 }),
);

const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.constant({ type: 'send' }),
    fc.constant({ type: 'write' }),
    fc.constant({ type: 'answer' }),
    fc.record({ type: fc.constant('end'), outcome, late: fc.boolean() }),
    fc.record({
      type: fc.constant('report'),
      which: fc.nat(5),
      progress: fc.constantFrom<MessageProgress>('sent', 'delivered', 'read', 'failed'),
    }),
    fc.record({ type: fc.constant('wait'), ms: fc.nat(6_000) }),
  ),
  { maxLength: 60 },
);

const RANK: Readonly<Record<MessageProgress, number>> = { sent: 1, delivered: 2, read: 3, failed: 4 };

const run = (list: readonly Step[]): World => {
  const world = begin();
  let count = 0;
  for (const step of list) {
    world.at += 1;
    const [head] = world.state.outbox;
    switch (step.type) {
      case 'send':
        count += 1;
        send(world, `m${count}`);
        break;
      case 'end':
        if (head?.phase.type === 'asking')
          apply(world, {
            type: 'send_ended',
            messageId: head.messageId,
            outcome: step.outcome,
            attempt: head.attempt - (step.late ? 1 : 0),
          });
        break;
      case 'write':
        write(world, `wamid.${world.at}`, true);
        // M6: no unsent message that an agent wrote before is left.
        if (world.state.outbox.some(({ author, phase }) => author === 'agent' && phase.type === 'queued'))
          throw new Error('an earlier answer is still queued');
        break;
      case 'answer': {
        const { reply } = world.state;
        if (reply?.composing !== true) break;
        const messages = ['a', 'b'].map((part) => ({ messageId: `r${reply.turn}${part}`, text: part }));
        const replied = { type: 'replied', turn: reply.turn, recipient: '+1', messages } as const;
        apply(world, replied);
        if (apply(world, replied).length > 0) throw new Error('one turn was answered twice');
        break;
      }
      case 'report':
        apply(world, {
          type: 'report',
          messageId: `m${step.which}`,
          providerMessageId: null,
          at: world.at,
          progress: step.progress,
          failure: step.progress === 'failed' ? failure : null,
        });
        break;
      case 'wait':
        world.at += step.ms;
        if (head?.phase.type === 'unknown' && step.ms >= head.phase.silenceMs)
          apply(world, { type: 'silent', messageId: head.messageId, attempt: head.attempt });
        for (const [name, dueAt] of Object.entries(conversation.timers(world.state)))
          if (dueAt <= world.at) apply(world, { type: 'timer_due', name });
        break;
      default:
        assertNever(step);
    }
  }
  return world;
};

t.test('keeps its invariants under any sequence of events', async (t) => {
  fc.assert(
    fc.property(steps, (list) => {
      const { state, events } = run(list);
      // M1: all but the first are queued, and the first is not.
      for (const [index, message] of state.outbox.entries())
        if (index > 0 !== (message.phase.type === 'queued')) return false;
      const queued = events.flatMap((event) => (event.type === 'message.queued' ? [event.messageId] : []));
      const submitted = events.flatMap((event) =>
        event.type === 'message.submitted' && event.attempt === 1 ? [event.messageId] : [],
      );
      const inOrder = queued.filter((messageId) => submitted.includes(messageId));
      if (submitted.some((messageId, index) => messageId !== inOrder[index])) return false;
      for (const messageId of queued) {
        const own = events.filter((event) => 'messageId' in event && event.messageId === messageId);
        // M2: nothing is submitted again once the provider has it or it was given up.
        const settledIndex = own.findIndex((event) =>
          ['message.accepted', 'message.progressed', 'message.refused'].includes(event.type),
        );
        if (settledIndex >= 0 && own.slice(settledIndex).some((event) => event.type === 'message.submitted'))
          return false;
        // M4: each step once, and nothing after a failure.
        const steps = own.flatMap((event) => (event.type === 'message.progressed' ? [event.progress] : []));
        if (new Set(steps).size !== steps.length) return false;
        if (steps.includes('failed') && steps.at(-1) !== 'failed') return false;
        if (
          steps.includes('failed') &&
          steps.some((step) => step !== 'failed' && RANK[step] >= RANK.delivered)
        )
          return false;
      }
      // Exactly one effect or timer is responsible for the first message, and none if there is no message.
      const owed = Object.keys(conversation.effects(state)).filter((key) => /^(send|silence)-/.test(key));
      const [head] = state.outbox;
      const woken = Object.hasOwn(conversation.timers(state), 'retry') ? 1 : 0;
      return owed.length + woken === (head === undefined ? 0 : 1);
    }),
    { numRuns: casesOf(2_000) },
  );
  t.pass('in 2,000 histories');
});

t.test('refuses messages outside of the window, and accepts repetitions', async (t) => {
  const world = begin();
  world.at += WINDOW_MS - HOUR;
  t.equal(send(world, 'm1').length, 2);
  world.at += HOUR;
  t.throws(() => send(world, 'm2'), { code: 'conversation_window_closed' });
  t.equal(send(world, 'm1').length, 0, 'a repetition is still recognised');
  t.throws(() => send({ ...begin(), state: initial() }, 'm1'), { code: 'conversation_window_closed' });
});

t.test('a repeated message counts once, and a message that is postponed for too long fails', async (t) => {
  const world = begin();
  const before = world.events.length;
  write(world, 'wamid.in', true);
  t.equal(world.events.length, before);
  send(world, 'm1');
  for (let tries = 0; tries < 40 && world.state.outbox.length > 0; tries += 1) {
    const [head] = world.state.outbox;
    apply(world, {
      type: 'send_ended',
      messageId: 'm1',
      attempt: head?.attempt ?? 0,
      outcome: { is: 'postponed', afterMs: 1, code: 'channel_throttled' },
    });
    world.at += 1;
    apply(world, { type: 'timer_due', name: 'retry' });
  }
  t.match(world.events.at(-1), { type: 'message.refused', failure: { code: 'channel_throttled' } });
});

t.test('a template needs no window, and may open the conversation', async (t) => {
  const template = (opens: NewMessage['opens'], id = 'm1') =>
    sending({
      messageId: id,
      author: 'api',
      campaign: null,
      opens,
      recipient: '+1',
      content: {
        type: 'template',
        name: 'order_update',
        languageCode: 'en',
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }] }],
      },
    });
  const emptyWorld = (): World => ({ state: initial(), at: 1_000_000, events: [] });
  const address = { channel: 'whatsapp', accountId: 'a', address: '1' } as const;
  t.equal(template(null).type, 'send_template', 'a build that knows no values does not accept it');
  t.same(
    apply(emptyWorld(), template({ ...address, contactId: null })).map(({ type }) => type),
    ['conversation.opened', 'message.queued', 'message.submitted'],
    'the number is of no known contact',
  );
  const contact = emptyWorld();
  t.match(apply(contact, template({ ...address, contactId: 'c1' })), [
    { type: 'conversation.opened' },
    { type: 'conversation.linked', contactId: 'c1' },
    { type: 'message.queued', content: { components: [{ parameters: [{ text: 'Ada' }] }] } },
    { type: 'message.submitted' },
  ]);
  t.same(apply(contact, template({ ...address, contactId: 'c1' })), [], 'only once');
  t.throws(() => send(contact, 'm2'), { code: 'conversation_window_closed' }, 'it opens no window for texts');
  const late = begin();
  late.at += WINDOW_MS;
  t.equal(apply(late, template(null)).length, 2);
});
