/** A dropped effect is no longer pending: for each kind of actor, and each effect that needs no other actor. */
import t from 'tap';
import { business } from '../../../actors/business/index.js';
import { call } from '../../../actors/call/index.js';
import { conversation } from '../../../actors/conversation/index.js';
import { iteration } from '../../../actors/iteration/index.js';
import { recipients } from '../../../actors/recipients/index.js';
import type { Actor, AnyCommand, Effect } from '../../../actors/runtime/actor.js';
import { summaryRun } from '../../../actors/summary-run/index.js';
import {
  type AbandonedEffects,
  abandonedBusinessEffects,
  abandonedCallEffects,
  abandonedConversationEffects,
  abandonedIterationEffects,
  abandonedRecipientsEffects,
  abandonedSummaryEffects,
} from '../../../operations/trouble/abandon-effect.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { settledSettings } from '../../../schemas/campaigns/iteration-settings.js';
import { report, START } from '../../actors/call/call-script.js';
import { fold } from '../../support/actors/fold.js';

const MINUTE = 60_000;

/** Sends the commands in order. After each command, every pending effect can be dropped. Returns the effect kinds. */
const droppable = <State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
  actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  surrenders: AbandonedEffects<Fx, Command>,
  commands: readonly (readonly [at: number, command: Command | 'advance'])[],
): readonly string[] => {
  const kinds = new Set<string>();
  const answers: Readonly<Record<string, unknown>> = surrenders;
  for (let steps = 1; steps <= commands.length; steps += 1) {
    const script = commands.slice(0, steps);
    const play = () => {
      const folded = fold(actor);
      for (const [at, command] of script) {
        if (command === 'advance') folded.advance(at);
        else folded.apply(command, at);
      }
      return folded;
    };
    for (const key of play().effects()) {
      const folded = play();
      const effect = actor.effects(folded.state)[key];
      const answer = effect === undefined ? undefined : answers[effect.kind];
      if (effect === undefined || typeof answer !== 'function') throw new Error(`${key} cannot be dropped`);
      folded.apply(answer(effect), script.at(-1)?.[0] ?? 0);
      if (folded.effects().includes(key)) throw new Error(`${key} is still pending`);
      kinds.add(effect.kind);
    }
  }
  return [...kinds].toSorted();
};

t.test('every effect of a call can be dropped', async (t) => {
  const placed = { outcome: 'placed', carrierCallId: 'CA1' } as const;
  const link = { campaignId: 'k', campaignName: 'K', iterationId: 'i', block: 0 };
  const claim = { index: 0, revision: 1 };
  t.same(
    droppable(call, abandonedCallEffects, [
      [0, { ...START, campaign: { ...link, claim } }],
      [1, { type: 'clear_result', result: { outcome: 'cleared', at: 1, rules: [] } }],
      [2, { type: 'placement_result', result: placed }],
      [1_000, report('answered')],
      [1_001, { type: 'attach_media', attachmentId: 'm1' }],
      [30_000, 'advance'],
      [31_000, { type: 'hang_up', by: 'agent', reason: 'agent_hangup' }],
      [31_001, { type: 'detach_media', attachmentId: 'm1' }],
      [40 * MINUTE, 'advance'],
      [40 * MINUTE, report('completed', { durationSeconds: 20 })],
    ]),
    ['check', 'clear', 'finish_recording', 'hang_up', 'place', 'reserve_block', 'settle'],
  );
});

t.test('every effect of a business can be dropped', async (t) => {
  t.same(
    droppable(business, abandonedBusinessEffects, [
      [0, { type: 'create', name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 1_000_000 }],
      [1, { type: 'admit_call', callId: 'c1', source: null }],
      [2, { type: 'admit_call', callId: 'c2', source: null }],
      [3, { type: 'settle_call', callId: 'c1', blocks: 0, carrierCostMicrocredits: 0 }],
      [10 * MINUTE, { type: 'line_notified', callId: 'c2' }],
    ]),
    ['notify_line'],
  );
  const folded = fold(business);
  folded.apply({ type: 'create', name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 1_000_000 }, 0);
  folded.apply({ type: 'admit_call', callId: 'c1', source: null }, 1);
  folded.advance(5 * MINUTE + 1);
  folded.apply(
    abandonedBusinessEffects.check_call({ kind: 'check_call', callId: 'c1', hasLine: true }),
    10 * MINUTE,
  );
  t.same(folded.effects(), []);
  t.match(folded.state, { leased: 0, availableMicrocredits: 1_000_000 }, 'line and credit are free again');
});

t.test('every effect of a conversation can be dropped', async (t) => {
  const customer = { mobile: null, whatsappId: null, userId: 'p', username: 'p', name: null };
  const received = {
    type: 'receive',
    channel: 'instagram',
    accountId: 'a',
    address: 'p',
    automated: true,
    customer,
  } as const;
  const customerContent = { type: 'text', text: 'price?', media: null, details: null } as const;
  const comment = {
    ...customerContent,
    type: 'comment',
    details: { id: 'c1', text: 'nice', mediaId: '42', parentId: null },
  } as const;
  const claim = { index: 0, revision: 1 };
  const campaign = { campaignId: 'k', iterationId: 'i', block: 0, claim };
  const content = { type: 'text', text: 'Hello' } as const;
  const sending = { type: 'send', author: 'campaign', recipient: 'p', opens: null, content } as const;
  const ended = { type: 'send_ended', messageId: 'm1', attempt: 1 } as const;
  t.same(
    droppable(conversation, abandonedConversationEffects, [
      [
        0,
        {
          ...received,
          messageId: 'r1',
          providerMessageId: 'r1',
          sentAt: 0,
          content: customerContent,
          opensWindow: true,
        },
      ],
      [
        1,
        {
          ...received,
          messageId: 'r2',
          providerMessageId: 'r2',
          sentAt: 1,
          content: comment,
          opensWindow: false,
        },
      ],
      [
        2,
        {
          ...received,
          messageId: 'r3',
          providerMessageId: 'r3',
          sentAt: 2,
          opensWindow: false,
          content: { ...customerContent, type: 'image', media: { providerMediaId: '7', mimeType: null } },
        },
      ],
      [
        3,
        {
          ...received,
          messageId: 'r4',
          providerMessageId: 'r4',
          sentAt: 3,
          opensWindow: true,
          content: { ...customerContent, type: 'audio', media: { providerMediaId: '8', mimeType: null } },
        },
      ],
      [
        4,
        {
          type: 'media_ended',
          messageId: 'r4',
          attempt: 1,
          outcome: { is: 'kept', mimeType: null, sizeBytes: 1, sha256: 'a', keptUntil: 9 },
        },
      ],
      [5_000, 'advance'],
      [5_001, { ...sending, messageId: 'm1', campaign }],
      [5_002, { ...ended, outcome: { is: 'unknown', silenceMs: 1_000 } }],
      [5_003, { ...ended, outcome: { is: 'refused', failure: { code: 'x', message: 'x' } } }],
    ]),
    [
      ...['await_reports', 'compose_comment_reply', 'compose_reply', 'fetch_media', 'register_participant'],
      ...['send_message', 'tell_campaign', 'transcribe_note'],
    ],
  );
});

t.test('every effect of an iteration and of its recipients can be dropped', async (t) => {
  const audience = {
    contactIds: ['p1'],
    categoryIds: [],
    excludeContactIds: [],
    fromIterationIds: [],
    outcomes: [],
    recommendedBySummaryRunId: null,
  };
  const plan = { campaignId: 'k', campaignName: 'K', ordinal: 1, agentId: 'a1', audience, startAt: null };
  t.same(
    droppable(iteration, abandonedIterationEffects, [
      [0, { type: 'create', channel: 'voice', settings: settledSettings({}), ...plan }],
      [1, { type: 'block_loaded', block: 0, size: 2, eligible: 2, cursor: null }],
      [2, { type: 'act', action: 'start' }],
      [3, { type: 'size', permits: 5 }],
    ]),
    ['direct', 'load_block', 'size'],
  );
  const link = { campaignId: 'k', campaignName: 'K', iterationId: 'i', block: 0 };
  const work = {
    channel: 'whatsapp',
    agentId: 'a1',
    messageText: 'Hi',
    templateName: null,
    maxRetries: 0,
    retryDelayMs: MINUTE,
  } as const;
  const members = [{ contactId: 'p1', skip: null }];
  const claim = { index: 0, revision: 1 };
  const begun = [
    [0, { type: 'create', link, work, members, cursor: null }],
    [1, { type: 'direct', gate: { seq: 0, is: 'open' }, grant: { seq: 1, count: 1 } }],
  ] as const;
  t.same(
    droppable(recipients, abandonedRecipientsEffects, [
      ...begun,
      [2, { type: 'confirm', claim, activity: { kind: 'message', id: 'm1' } }],
      [3, { type: 'attempt_ended', claim, outcome: 'completed' }],
    ]),
    ['dispatch', 'hand_over', 'report'],
  );
  t.same(
    droppable(recipients, abandonedRecipientsEffects, [
      ...begun,
      [2, { type: 'direct', gate: { seq: 1, is: 'closed' }, grant: { seq: 1, count: 1 } }],
    ]),
    ['dispatch', 'report', 'withdraw'],
  );
});

t.test('every effect of a summary run can be dropped', async (t) => {
  t.same(
    droppable(summaryRun, abandonedSummaryEffects, [
      [
        0,
        {
          type: 'estimate',
          campaignId: 'k',
          objective: 'o',
          iterationIds: ['i'],
          contacts: 1,
          priceMicrocredits: 10,
          expiresAt: MINUTE,
        },
      ],
      [1, { type: 'confirm', maxChargeMicrocredits: 10 }],
      [2, { type: 'fund_result', funded: true }],
      [3, { type: 'page_assessed', page: 0, results: [], cursor: null }],
    ]),
    ['assess_page', 'fund', 'settle_summary'],
  );
});
