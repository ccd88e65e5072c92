/** Runs calls while nodes are killed, and checks that the calls keep their promises. Used by the bench and by the test. */
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import { startTwoNodes, type TwoNodesOptions } from '../../testkit/service/two-nodes.js';
import { createAgentSpeechRecogniser } from './agent-speech.js';
import { AGENT_VOICE, agentLines, calleeAudio } from './conversation.js';
import { keepEvidence } from './evidence.js';
import { gatherFacts, keepCallsLive, type LiveCallsOptions } from './live-calls.js';
import { watchStalls } from './stalls.js';
import { type CallVerdict, type FailoverResult, judgeCall, summarise } from './verdict.js';

export type FailoverOptions = LiveCallsOptions &
  Omit<TwoNodesOptions, 'lines'> & {
    /** Where to keep the evidence of calls whose recordings have faults; absent: nothing is kept. */
    readonly evidenceDir?: string;
    /** Where nodes write the logs of their sessions; they cost so much that gaps measured with them prove nothing. */
    readonly sessionLogDir?: string;
  };

/** The service's default. */
const DRAIN_SECONDS = 600;

/** @throws Error when the nodes do not start, or calls cannot be started */
export const runFailover = async (options: FailoverOptions): Promise<FailoverResult> => {
  const voices = createFlite();
  try {
    const audio = await calleeAudio(voices);
    // An ended call releases its line shortly after the next call has started, hence twice as many lines.
    const env = {
      ...(options.drains === true ? { PARLEY_DRAIN_SECONDS: String(DRAIN_SECONDS) } : {}),
      ...(options.sessionLogDir === undefined ? {} : { PARLEY_SESSION_LOG_DIR: options.sessionLogDir }),
    };
    const nodes = await startTwoNodes({ ...options, lines: 2 * options.calls, env });
    try {
      // The balancer runs in this process: while it is blocked, no audio passes.
      const balancer = watchStalls();
      const { callIds, kills } = await keepCallsLive(nodes, audio, options);
      balancer.stop();
      const network = await nodes.network.lateness();
      const stalls = [
        ...balancer.stalls,
        ...network.stalls.map(({ fromMs, toMs }) => ({ atMs: fromMs, endMs: toMs })),
      ];
      const stoodStill = {
        balancerMs: Math.round(balancer.longestMs()),
        networkMs: Math.round(network.sent.max),
        stalls: stalls.length,
      };
      const recognise = await createAgentSpeechRecogniser(voices, AGENT_VOICE, agentLines(options.topics));
      const verdicts: CallVerdict[] = [];
      for (const callId of callIds) {
        const facts = await gatherFacts(nodes, recognise, callId, stalls);
        const verdict = judgeCall(facts, kills, audio);
        verdicts.push(verdict);
        if (options.evidenceDir !== undefined) await keepEvidence(options.evidenceDir, facts, verdict, kills);
        if (verdicts.length % 50 === 0) options.log(`${verdicts.length} of ${callIds.length} calls checked`);
      }
      return summarise(verdicts, kills, stoodStill);
    } finally {
      await nodes.stop();
    }
  } finally {
    await voices.close();
  }
};
