/** A phone conversation with a stubbed service: the speaker of each line, and what the customer answers. */
import t from 'tap';
import type { RehearsedLine } from '../../../../schemas/simulations/conversation.js';
import { talkOnThePhone } from '../../../../src/simulate/customers/on-the-phone.js';
import { stub } from '../../../../testkit/stub.js';

type Options = Parameters<typeof talkOnThePhone>[0];

t.test('a human who takes the call over is heard by the customer, and not shown as the agent', async (t) => {
  const heard: (readonly RehearsedLine[])[] = [];
  const transcript = [{ speaker: 'human', text: 'Ann here. One moment.' }];
  const conversation = await talkOnThePhone({
    service: stub<Options['service']>({
      control: async () => ({}),
      api: async (method) =>
        method === 'POST'
          ? { callId: 'c1' }
          : {
              call: { status: heard.length === 0 ? 'answered' : 'completed', endReason: 'agent_hangup' },
              transcript,
              diagnostics: { timeline: heard.length === 0 ? [] : [{ event: 'call.settled' }], turns: [] },
            },
    }),
    agentId: 'g1',
    number: '+14155550123',
    customer: { name: 'Kim' },
    persona: async (lines) => {
      heard.push(lines);
      return null;
    },
    speak: async () => new Uint8Array(),
    mostTurns: 3,
  });
  t.same(heard, [transcript], 'the customer answers as to an agent');
  t.same(conversation.lines, transcript);
  t.equal(conversation.problem, null);
});
