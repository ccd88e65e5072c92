/**
 * A call in virtual time: the media session of a real call, between a simulated customer on a simulated line and the real
 * model of the agent.
 */
import { createPersona } from '../../operations/simulations/persona.js';
import type { RehearsalRequest } from '../../operations/simulations/rehearse.js';
import type { RehearsalProblem, RehearsedConversation } from '../../schemas/simulations/conversation.js';
import { createLiveSession, type LiveSession } from '../driver/live-session.js';
import type { MediaProviders } from '../providers.js';
import type { SessionBrief } from '../session/io.js';
import { agentSpeechOf } from '../speech/spoken-request.js';
import { switchLanguageTool } from '../tools.js';
import { endOfEarlier, rehearsalBrief } from './call-brief.js';
import { createVirtualClock, MOST_BEHIND_MS, type RealTime, type VirtualClock } from './clock.js';
import { type CustomerOnCall, createCustomer } from './customer.js';
import type { RehearsalDeps } from './deps.js';
import { createLine, type RehearsalLine } from './line.js';
import { createMicrophone, isAudible, type Microphone } from './microphone.js';
import { createOverlaps, type Overlaps } from './overlaps.js';
import { createDraw } from './random.js';
import { createRehearsalRecogniser, type RehearsalRecogniser } from './recogniser.js';
import { awaited, inVirtualTime, toolsOfRehearsal } from './requests.js';
import { createTalker, type Talker } from './talker.js';
import { createTranscript, type Transcript } from './transcript.js';
import { createRehearsalDetector, createRehearsalSynthesiser, REHEARSAL_VOICE } from './voices.js';

type CallDeps = Omit<RehearsalDeps, 'slots'> & { readonly time: RealTime };

/** Everything around the session. */
interface Stage {
  readonly request: RehearsalRequest;
  readonly deps: CallDeps;
  readonly clock: VirtualClock;
  readonly brief: SessionBrief;
  readonly line: RehearsalLine;
  readonly microphone: Microphone;
  readonly recogniser: RehearsalRecogniser;
  readonly talker: Talker;
  readonly transcript: Transcript;
  readonly overlaps: Overlaps;
  /** The first failure of the model or of the session. */
  readonly failure: { text: string | null };
}

/** @throws the reason of `signal` */
export const rehearseCall = async (
  request: RehearsalRequest,
  deps: CallDeps,
  signal: AbortSignal,
): Promise<RehearsedConversation> => {
  const stage = setStage(request, deps);
  const session = startSession(stage);
  let problem: RehearsalProblem | null = null;
  let hungUp = false;
  try {
    const customer = startCustomer(stage, session);
    hungUp = await playUntilEnd(stage, session, customer, signal);
    problem = customer.left()?.problem ?? null;
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : 'for an unknown reason';
    problem = { of: 'simulation', text: `the conversation failed: ${why}` };
  } finally {
    stage.clock.stop();
    await session.finish();
  }
  return resultOf(stage, problem, hungUp);
};

const setStage = (request: RehearsalRequest, deps: CallDeps): Stage => {
  const { customer, history, seed } = request;
  const startMs = history === undefined ? 0 : endOfEarlier(history);
  const clock = createVirtualClock(deps.time, startMs);
  const epochMs = deps.wallClock() - startMs;
  const microphone = createMicrophone(customer);
  const recogniser = createRehearsalRecogniser(clock);
  const talker = createTalker({ clock, customer, microphone, recogniser, draw: createDraw(seed), seed });
  const transcript = createTranscript({
    epochMs,
    onAgentTurn: ({ text, audioOffsetMs, audioEndOffsetMs }) => {
      if (audioOffsetMs !== null && audioEndOffsetMs !== null)
        talker.echo(text, audioOffsetMs, audioEndOffsetMs);
    },
  });
  return {
    request,
    deps,
    clock,
    brief: rehearsalBrief(request, epochMs),
    line: createLine(),
    microphone,
    recogniser,
    talker,
    transcript,
    overlaps: createOverlaps(),
    failure: { text: null },
  };
};

const providersOf = ({ request, deps, clock, microphone, recogniser }: Stage): MediaProviders => ({
  models: [inVirtualTime(deps.modelOf(request.businessId, request.agent.agentId), clock)],
  synthesisers: [createRehearsalSynthesiser(clock)],
  recognisers: [recogniser.recogniser],
  engines: [],
  timeZone: deps.installationTimeZone,
  voiceDetector: createRehearsalDetector(clock, microphone.hasVoice),
  phrasesOf: () => [],
});

const startSession = (stage: Stage): LiveSession => {
  const { request, deps, clock, brief, line, transcript, failure } = stage;
  const { agent, businessId } = request;
  const { tools, useTool } = toolsOfRehearsal(request, deps.tools, clock);
  const { languages } = brief;
  const session = createLiveSession({
    brief,
    speechIn: (language) => agentSpeechOf(agent.voiceSettings, language, REHEARSAL_VOICE),
    onLanguage: () => undefined,
    timeZone: agent.timeZone,
    onUsage: request.onUsage,
    providers: providersOf(stage),
    tracks: { write: () => undefined, close: async () => undefined },
    knowledge: async (question) =>
      agent.knowledgeSourceIds.length === 0
        ? []
        : awaited(clock, deps.knowledge(businessId, agent.knowledgeSourceIds, question)),
    tools: {
      tools:
        languages === undefined
          ? tools
          : tools.then((list) => [...list, switchLanguageTool(languages.map(({ language }) => language))]),
      useTool,
    },
    onHeard: () => undefined,
    post: transcript.take,
    onSpeaker: () => undefined,
    observe: () => undefined,
    countPreemptive: () => undefined,
    countDisclosure: () => undefined,
    onFailed: (error) => {
      failure.text ??= `the session failed: ${error instanceof Error ? error.message : 'for an unknown reason'}`;
    },
    onProviderFailed: (what, error) => {
      failure.text ??= `the ${what} failed: ${error instanceof Error ? error.message : 'for an unknown reason'}`;
    },
    spare: (work) => work(),
    now: clock.now,
    originMs: 0,
    onStep: null,
  });
  session.attach({ audio: line.audio, mark: line.mark, clear: line.clear, together: (work) => work() });
  return session;
};

const startCustomer = (stage: Stage, session: LiveSession): CustomerOnCall => {
  const { request, deps, clock, brief, microphone, talker, transcript } = stage;
  const { agent, businessId, channel, customer, history, mostTurns, onUsage, seed } = request;
  const model = deps.customerModelOf(businessId, agent.agentId);
  return createCustomer({
    clock,
    customer,
    persona: createPersona(customer, channel, { model, onUsage }),
    microphone,
    talker,
    // Its own draws: what the customer says does not change when they cough.
    draw: createDraw(seed ^ 0x5f356495),
    mostTurns,
    agentBegins:
      history === undefined
        ? brief.greeting !== '' || brief.disclosure !== ''
        : history.lines.at(-1)?.speaker === 'customer',
    lines: () => {
      const current = session.currentWords();
      const known = [...(history?.lines ?? []), ...transcript.known(talker.said)];
      return current === '' ? known : [...known, { speaker: 'agent', text: current }];
    },
    isAgentBusy: () => clock.isAwaiting() || transcript.isUsingTool(),
  });
};

/** Whether the customer hung up. @throws the reason of `signal`; Error if the persona fails */
const playUntilEnd = async (
  stage: Stage,
  session: LiveSession,
  customer: CustomerOnCall,
  signal: AbortSignal,
): Promise<boolean> => {
  const { clock, failure, line, microphone, overlaps, talker, transcript } = stage;
  session.feed({ type: 'connected' });
  for (;;) {
    signal.throwIfAborted();
    const thought = customer.thinking();
    // The customer's model is no part of the conversation: time stands still for it.
    if (thought !== null && !clock.isAwaiting()) await orAborted(thought, signal);
    await clock.frame();
    if (failure.text !== null) return false;
    const now = clock.now();
    const { frame, marks } = line.play(now);
    for (const name of marks) session.feed({ type: 'mark', name });
    const isAgentHeard = frame !== null && isAudible(frame);
    session.feed({ type: 'audio', timestampMs: now, payload: microphone.frame(frame) });
    session.feed({ type: 'tick', dueMs: now });
    overlaps.step(isAgentHeard, microphone.isSpeaking());
    if (transcript.ended() !== null) return false;
    talker.stepOthers();
    customer.step(isAgentHeard);
    if (customer.left() !== null) return true;
  }
};

const orAborted = async (work: Promise<void>, signal: AbortSignal): Promise<void> => {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

/** Ends that are not the agent's doing. */
const OURS: readonly string[] = ['speech_provider_failed', 'model_failed', 'internal'];

const resultOf = (
  { clock, failure, overlaps, talker, transcript }: Stage,
  found: RehearsalProblem | null,
  hungUp: boolean,
): RehearsedConversation => {
  const ended = transcript.ended();
  const failed =
    failure.text ?? (ended !== null && OURS.includes(ended) ? `the call ended as ${ended}` : null);
  const behindMs = Math.round(clock.behindMs());
  return {
    lines: transcript.lines(talker.said),
    toolUses: transcript.toolUses(),
    endReason: hungUp ? 'customer_hangup' : ended,
    answerMs: [...transcript.answerMs()],
    talkedOverMs: overlaps.lengths(),
    durationMs: Math.round(clock.now()),
    problem: failed === null ? found : { of: 'simulation', text: failed },
    tooSlow: behindMs > MOST_BEHIND_MS ? { behindMs } : null,
  };
};
