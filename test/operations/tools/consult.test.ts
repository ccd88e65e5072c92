/** Consulting a colleague: the call to them, and what the agent learns of it. */
import t from 'tap';
import type { CallDetails } from '../../../actors/call/commands.js';
import { type ColleagueCall, consult, consultingAgent } from '../../../operations/tools/consult.js';
import type { EndReason } from '../../../schemas/calls/voice-call.js';
import { DomainError } from '../../../schemas/errors.js';
import { stubActors } from '../../support/stub-actors.js';
import { agentOf } from '../../support/views/resources.js';

const CUSTOMER = 'c1';
const REQUEST = {
  businessId: 'b1',
  callId: CUSTOMER,
  agentId: 'a1',
  useId: 'use-1',
  to: '+14155550170',
  brief: 'This is Ada. Ms Hill asks about her bill. May I put her through?',
};

const details = (change: Partial<CallDetails> = {}): CallDetails => ({
  callId: 'c',
  destination: '+14155550171',
  status: 'answered',
  ended: null,
  hangupRequested: false,
  settled: false,
  recordingFinished: false,
  ...change,
});
const ended = (endReason: EndReason): Partial<CallDetails> => ({
  ended: {
    status: 'completed',
    endedBy: 'customer',
    endReason,
    durationSeconds: 1,
    carrierCostMicrocredits: 0,
  },
});

/** The calls of customer and colleague, as they are at each look. */
const world = (
  colleague: readonly Partial<CallDetails>[],
  customer: readonly Partial<CallDetails>[] = [{}],
) => {
  const called: ColleagueCall[] = [];
  const cancelled: string[] = [];
  const looks = { colleague: 0, customer: 0 };
  const actors = stubActors((_kind, id, { type }) => {
    if (type === 'cancel') {
      cancelled.push(id);
      return { status: 'cancelled' };
    }
    const [states, look] = id === CUSTOMER ? [customer, looks.customer++] : [colleague, looks.colleague++];
    return details(states[Math.min(look, states.length - 1)]);
  });
  const callColleague = async (request: ColleagueCall): Promise<void> => void called.push(request);
  return { deps: { actors, callColleague }, called, cancelled };
};

t.test('the colleague is called once with the brief, and connected if they agree', async (t) => {
  const { deps, called } = world([{ status: 'queued' }, {}, { toolsDone: ['connect_customer'] }]);
  t.match(await consult(deps, REQUEST), { outcome: 'done', result: /now speaks with the customer/ });
  t.match(called, [
    { businessId: 'b1', agentId: 'a1', to: REQUEST.to, brief: REQUEST.brief, consultationOf: CUSTOMER },
  ]);
  const again = world([{ toolsDone: ['connect_customer'] }]);
  await consult(again.deps, REQUEST);
  t.equal(again.called[0]?.callId, called[0]?.callId, 'a repeated use is the same call');
});

t.test('the agent learns why a colleague is not connected', async (t) => {
  const reasons: readonly (readonly [EndReason, RegExp])[] = [
    ['no_answer', /did not pick up/],
    ['busy', /busy/],
    ['voicemail', /machine/],
    ['agent_hangup', /did not take the call/],
    ['carrier_failed', /could not be reached/],
  ];
  for (const [reason, text] of reasons)
    t.match(await consult(world([ended(reason)]).deps, REQUEST), { outcome: 'failed', result: text }, reason);
});

t.test('a customer who hangs up ends the call to a colleague who has not picked up', async (t) => {
  const ringing = world([{ status: 'ringing' }], [{}, ended('customer_hangup')]);
  t.match(await consult(ringing.deps, REQUEST), {
    outcome: 'failed',
    result: /customer hung up before the colleague decided/,
  });
  t.equal(ringing.cancelled.length, 1);
  const talking = world([{}], [{}, ended('customer_hangup')]);
  await consult(talking.deps, REQUEST);
  t.equal(talking.cancelled.length, 0, 'one who has picked up hears so from the agent');
});

t.test(
  'no colleague is called without a brief, from a test call, or for a call that is ending',
  async (t) => {
    for (const [state, brief, text] of [
      [{}, '  ', /Write brief/],
      [{}, 7, /Write brief/],
      [{ destination: 'browser' }, REQUEST.brief, /test of the agent/],
      [{ hangupRequested: true }, REQUEST.brief, /is ending/],
    ] as const) {
      const { deps, called } = world([{}], [state]);
      t.match(await consult(deps, { ...REQUEST, brief }), { outcome: 'failed', result: text });
      t.equal(called.length, 0);
    }
  },
);

t.test('a refused call is a result for the agent, and other errors are not', async (t) => {
  const refused = world([{}]);
  const callColleague = async (): Promise<never> => {
    throw new DomainError('insufficient_credit');
  };
  t.match(await consult({ ...refused.deps, callColleague }, REQUEST), {
    outcome: 'failed',
    result: /could not be called: .* The customer is still with you/,
  });
  const fault = async (): Promise<never> => {
    throw new Error('a fault');
  };
  await t.rejects(consult({ ...refused.deps, callColleague: fault }, REQUEST), /a fault/);
});

t.test(
  'the consulting agent has the voice of the customer’s agent, and neither its data nor its disclosure',
  async (t) => {
    const agent = agentOf({
      dataSourceIds: ['s1'],
      voiceSettings: { speakingSpeed: 1.2, disclosure: 'This call is recorded.', firstGreeting: 'Hello.' },
    });
    t.match(consultingAgent(agent, 'It is Ada.'), {
      dataSourceIds: [],
      voiceSettings: { speakingSpeed: 1.2, firstGreeting: 'It is Ada.', allowGreetingInterrupt: true },
    });
    t.notOk('disclosure' in consultingAgent(agent, 'It is Ada.').voiceSettings);
  },
);
