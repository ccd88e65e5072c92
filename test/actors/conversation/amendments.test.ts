/** Customers change messages and take them back: once, in any order, and before an agent answers (amendments.ts). */
import fc from 'fast-check';
import t from 'tap';
import type { ConversationCommand } from '../../../actors/conversation/commands.js';
import { decide } from '../../../actors/conversation/decide.js';
import type { ConversationEvent } from '../../../actors/conversation/events.js';
import { evolve } from '../../../actors/conversation/evolve.js';
import { conversation } from '../../../actors/conversation/index.js';
import { type ConversationState, initial } from '../../../actors/conversation/state.js';
import { casesOf } from '../../support/full-run.js';

const AT = 1_000_000;

const received = (id: string): ConversationCommand => ({
  type: 'receive',
  channel: 'whatsapp',
  accountId: 'a',
  address: '491761',
  messageId: `m-${id}`,
  automated: true,
  providerMessageId: id,
  sentAt: AT,
  content: { type: 'text', text: `first ${id}`, media: null, details: null },
  opensWindow: true,
  customer: { mobile: '+491761', whatsappId: '491761', userId: null, username: null, name: null },
});
const edited = (id: string, at: number): ConversationCommand => ({
  type: 'amend',
  messageId: `m-${id}`,
  originalId: id,
  at,
  amendment: { kind: 'edited', text: `${id} at ${at}` },
});
const revoked = (id: string, onlyKnown = false): ConversationCommand => ({
  type: 'amend',
  messageId: `m-${id}`,
  originalId: id,
  at: AT + 50,
  amendment: { kind: 'revoked' },
  onlyKnown,
});

const run = (commands: readonly ConversationCommand[]) => {
  let state: ConversationState = initial();
  const events: ConversationEvent[] = [];
  for (const command of commands) {
    const decided = decide(state, { commandId: 'c', at: AT, command });
    state = decided.reduce((after, event) => evolve(after, event, AT), state);
    events.push(...decided);
  }
  return { state, events };
};

/** What a reader of the events shows of each message: a text, or that it was taken back. */
const shown = (events: readonly ConversationEvent[]): Readonly<Record<string, string | null>> => {
  const texts: Record<string, string | null> = {};
  for (const event of events) {
    if (event.type === 'message.received') texts[event.messageId] = event.content.text;
    if (event.type === 'message.edited' && event.messageId in texts) texts[event.messageId] = event.text;
    if (event.type === 'message.revoked' && event.messageId in texts) texts[event.messageId] = null;
  }
  return texts;
};

const ofType = (events: readonly ConversationEvent[], type: ConversationEvent['type']): number =>
  events.filter((event) => event.type === type).length;

t.test('in every order, and however often, the latest change counts', async (t) => {
  const all = [received('x'), received('y'), edited('x', 20), edited('x', 30), edited('y', 10), revoked('y')];
  const deliveries = fc
    .array(fc.constantFrom(...all), { maxLength: 6 })
    .chain((again) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }));
  fc.assert(
    fc.property(deliveries, (commands) => {
      t.same(shown(run(commands).events), { 'm-x': 'x at 30', 'm-y': null });
    }),
    { numRuns: casesOf(200) },
  );
});

t.test('a repetition changes nothing', async (t) => {
  const { events } = run([
    received('x'),
    edited('x', 20),
    edited('x', 20),
    edited('x', 10),
    revoked('x'),
    revoked('x'),
    edited('x', 40),
  ]);
  t.equal(ofType(events, 'message.edited'), 1);
  t.equal(ofType(events, 'message.revoked'), 1);
});

t.test('an agent answers no message that was taken back', async (t) => {
  const owes = (...commands: readonly ConversationCommand[]): boolean => {
    const { state } = run(commands);
    return 'reply' in conversation.timers(state);
  };
  t.ok(owes(received('x')));
  t.ok(owes(received('x'), edited('x', 20)), 'an edit is answered as the message');
  t.notOk(owes(received('x'), revoked('x')));
  t.ok(owes(received('x'), received('y'), revoked('y')), 'the other message waits for its answer');
  t.notOk(owes(received('x'), received('y'), revoked('y'), revoked('x')));
  t.notOk(owes(revoked('x'), received('x')), 'nor one that arrives after its revocation');
});

t.test('neither opens the window, nor begins a conversation with an agent', async (t) => {
  const { state } = run([edited('x', 20), revoked('y')]);
  t.equal(state.lastReceivedAt, null);
  t.equal(state.account, null);
  t.same(conversation.timers(state), {});
  t.same(run([revoked('x', true)]).events, [], 'some revocations are of messages that may not exist');
});
