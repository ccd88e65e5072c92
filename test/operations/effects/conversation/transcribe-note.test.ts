/** Voice notes are listened to through the recognisers of the agent that answers, and never hold an answer up for ever. */
import { pino } from 'pino';
import t from 'tap';
import type { ConversationEffect } from '../../../../actors/conversation/commands.js';
import type { EffectContext } from '../../../../actors/runtime/actor.js';
import {
  NOTE_SLOTS,
  type TranscribeNoteDeps,
  transcribeNote,
} from '../../../../operations/effects/conversation/transcribe-note.js';
import { createFairSlots } from '../../../../providers/scheduling/fair-slots.js';
import type { AgentResource } from '../../../../schemas/agents/agent.js';
import { stub } from '../../../../testkit/stub.js';
import { stubActors } from '../../../support/stub-actors.js';
import { agentOf } from '../../../support/views/resources.js';

type Context = EffectContext<Extract<ConversationEffect, { readonly kind: 'transcribe_note' }>>;

const ASSIGNED = { agentId: 'ann', autoReplyEnabled: true, humanHandoffActive: false };

/** The code with which a note fails; `released`: how often the recognisers were given back. */
const failureOf = async (
  file: Buffer | null,
  {
    agent = agentOf({ id: 'ann', channel: 'whatsapp' }),
    ...changed
  }: Partial<TranscribeNoteDeps> & {
    readonly agent?: AgentResource;
  } = {},
) => {
  let released = 0;
  const counted: string[] = [];
  const context: Context = {
    ref: { kind: 'conversation', business: 'b', id: 'c' },
    key: 'k',
    resumed: false,
    attempt: 1,
    signal: AbortSignal.timeout(10_000),
    assertOurs: () => undefined,
    effect: { kind: 'transcribe_note', channel: 'whatsapp', accountId: 'a', messageId: 'm' },
  };
  const answer = await transcribeNote({
    actors: stubActors(() => ({ assignment: ASSIGNED })),
    views: { catchUp: async () => undefined, automationOf: () => null, agent: () => agent },
    assets: {
      open: async () =>
        file === null
          ? null
          : {
              bytes: file.length,
              read: async function* () {
                yield file;
              },
            },
    },
    listenersOf: async () => ({
      providers: { recognisers: [stub({})], phrasesOf: () => [] },
      release: () => {
        released += 1;
      },
    }),
    noteSlots: createFairSlots(NOTE_SLOTS),
    countNote: (outcome) => counted.push(outcome.is === 'understood' ? outcome.is : outcome.code),
    logger: pino({ level: 'silent' }),
    ...changed,
  })(context);
  if (answer?.type !== 'transcribed') throw new Error('the note was not settled');
  const { transcription } = answer;
  t.same(counted, [transcription.is === 'failed' ? transcription.code : transcription.is]);
  return { code: transcription.is === 'failed' ? transcription.code : null, released };
};

t.test('a file that cannot be listened to has a reason', async (t) => {
  t.same(await failureOf(null), { code: 'media_unavailable', released: 0 });
  t.same(await failureOf(Buffer.from('ID3')), { code: 'format_unsupported', released: 1 });
});

t.test('an agent that listens to no voice notes costs nothing', async (t) => {
  const agent = { ...agentOf({ id: 'ann', channel: 'whatsapp' }), chatSettings: { voiceNotes: false } };
  t.same(await failureOf(Buffer.from('ID3'), { agent }), { code: 'turned_off', released: 0 });
});

t.test('an error is no reason not to answer', async (t) => {
  const assets = { open: () => Promise.reject(new Error('the store is down')) };
  t.match(await failureOf(null, { assets }), { code: 'recogniser_failed' });
});
