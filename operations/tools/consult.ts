/**
 * The tool that consults a colleague: a second call, in which the agent explains the customer's matter and connects
 * the two if the colleague agrees (media/operators/consultation.ts). The customer waits with the agent meanwhile.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CallDetails } from '../../actors/call/commands.js';
import { call } from '../../actors/call/index.js';
import type { ActorClient, Target } from '../../actors/runtime/actor-client.js';
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import { CONNECT_TOOL, MAX_BRIEF_CHARACTERS } from '../../schemas/agents/tool.js';
import { BROWSER_CARRIER } from '../../schemas/calls/leg.js';
import { type EndReason, endedOnVoicemail } from '../../schemas/calls/voice-call.js';
import { DomainError, nullOn } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { oneLine } from '../../schemas/text.js';

/** How long the colleague may take in all, ms: to pick up, to ask, to agree. The session waits a little longer (media/settings.ts). */
const CONSULT_MS = 180_000;
const POLL_MS = 400;

interface Consulted {
  readonly outcome: ToolOutcome;
  /** For the model to read. */
  readonly result: string;
}

/** A colleague to consult. */
export interface ConsultRequest {
  readonly businessId: string;
  /** The customer's call. */
  readonly callId: string;
  readonly agentId: string;
  /** Repeating a consultation under it does nothing. */
  readonly useId: string;
  /** E.164. */
  readonly to: string;
  /** What the colleague hears first. */
  readonly brief: unknown;
}

export interface ConsultDeps {
  readonly actors: ActorClient;
  /** Starts the call to the colleague. Idempotent by its id. @throws DomainError as calls.start */
  readonly callColleague: (request: ColleagueCall) => Promise<unknown>;
}

/** The call to a colleague. */
export interface ColleagueCall {
  readonly businessId: string;
  readonly callId: string;
  readonly agentId: string;
  readonly to: string;
  readonly brief: string;
  readonly consultationOf: string;
}

const failed = (result: string): Consulted => ({ outcome: 'failed', result });

const NO_BRIEF = failed(
  `Write brief: 1 to ${MAX_BRIEF_CHARACTERS} characters that your colleague hears first. Nothing was done.`,
);
const TEST_CALL = failed(
  'This is a test of the agent: no colleague is called. The customer is still with you.',
);
const NOT_LIVE = failed('The call with the customer is ending. Nothing was done.');
/** For the history of the call: the call's model has ended with the customer. */
const CUSTOMER_GONE = failed('The customer hung up before the colleague decided.');
const NOT_REACHED = failed(
  'Your colleague could not be reached in time. The customer is still with you: let them know.',
);
const UNDECIDED: Consulted = {
  outcome: 'unknown',
  result:
    'Your colleague has not decided yet, and may still take the call. The customer is with you: let them know.',
};
const CONNECTED: Consulted = {
  outcome: 'done',
  result: 'Your colleague now speaks with the customer. Say nothing until one of them speaks to you.',
};

/** The agent that speaks with the colleague: the customer's agent, with another task and without its tools. */
export const consultingAgent = (agent: AgentResource, brief: string): AgentResource => {
  const { disclosure: _disclosure, phoneMenu: _menu, ...voiceSettings } = agent.voiceSettings;
  return {
    ...agent,
    instructions: [
      `You are ${oneLine(agent.name, 200)}. A customer waits on another line. You have called a colleague about them, and your first sentences to the colleague have said what it is about.`,
      'Answer your colleague’s questions in one or two sentences, only with what your first sentences say; if you do not know, say so. Speak the language of your first sentences.',
      `If your colleague agrees to take the call, or presses 1, use ${CONNECT_TOOL}. If they decline or cannot, thank them, say goodbye, and use end_call.`,
    ].join('\n'),
    dataSourceIds: [],
    dataSourceVariables: [],
    voiceSettings: { ...voiceSettings, firstGreeting: brief, allowGreetingInterrupt: true },
  };
};

/** Calls the colleague, and waits until they are connected with the customer, or will not be. @throws the errors of the actors */
export const consult = async (
  { actors, callColleague }: ConsultDeps,
  { businessId, callId, agentId, useId, to, brief }: ConsultRequest,
): Promise<Consulted> => {
  const text = typeof brief === 'string' ? oneLine(brief, MAX_BRIEF_CHARACTERS) : '';
  if (text === '') return NO_BRIEF;
  const customer: Target = { business: businessId, id: callId };
  const before = await detailsOf(actors, customer);
  if (before?.destination === BROWSER_CARRIER) return TEST_CALL;
  if (isOver(before)) return NOT_LIVE;
  const colleagueId = deriveId(businessId, callId, 'consultation', useId);
  try {
    await callColleague({
      businessId,
      callId: colleagueId,
      agentId,
      to,
      brief: text,
      consultationOf: callId,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return failed(`Your colleague could not be called: ${error.message} The customer is still with you.`);
  }
  const colleague: Target = { business: businessId, id: colleagueId };
  for (let waitedMs = 0; waitedMs < CONSULT_MS; waitedMs += POLL_MS) {
    const called = await detailsOf(actors, colleague);
    if (called?.toolsDone?.includes(CONNECT_TOOL) === true) return CONNECTED;
    if (called?.ended) return failed(reasonOf(called.ended.endReason));
    if (isOver(await detailsOf(actors, customer))) {
      await hangUp(actors, colleague);
      return CUSTOMER_GONE;
    }
    await delay(POLL_MS);
  }
  return (await hangUp(actors, colleague)) ? NOT_REACHED : UNDECIDED;
};

const detailsOf = async (actors: ActorClient, target: Target): Promise<CallDetails | null> => {
  const found = await actors.query(call, target, 'get').catch(nullOn('call_not_found'));
  return found === null ? null : found.answer;
};

const isOver = (details: CallDetails | null): boolean =>
  details === null || details.ended !== null || details.hangupRequested;

/** Cancels the call unless the colleague has picked up; then their agent explains. Returns whether they had not. */
const hangUp = async (actors: ActorClient, colleague: Target): Promise<boolean> => {
  const details = await detailsOf(actors, colleague);
  if (details === null || isOver(details)) return true;
  if (details.status === 'answered') return false;
  await actors.ask(call, colleague, { type: 'cancel' }).catch(nullOn('call_already_ended'));
  return true;
};

const BACK = 'The customer is still with you: let them know.';

/** Why a colleague is not connected, for the model. */
const reasonOf = (reason: EndReason): string => {
  if (endedOnVoicemail(reason)) return `A machine answered for your colleague. ${BACK}`;
  switch (reason) {
    case 'no_answer':
      return `Your colleague did not pick up. ${BACK}`;
    case 'busy':
      return `The line of your colleague is busy. ${BACK}`;
    case 'agent_hangup':
    case 'customer_hangup':
    case 'completed':
      return `Your colleague did not take the call. ${BACK}`;
    default:
      return `Your colleague could not be reached. ${BACK}`;
  }
};
