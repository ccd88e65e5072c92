/** Calls that go on while nodes die, and whether they were what they promise to be: for the bench and for the test. */
import { createFlite } from '../../providers/speech/flite.js';
import { startTwoNodes, type TwoNodesOptions } from '../../testkit/two-nodes.js';
import { createAgentEar } from './agent-speech.js';
import { AGENT_VOICE, agentLines, calleeAudio } from './conversation.js';
import { gather, keepCallsLive, type LiveCallsOptions } from './live-calls.js';
import { type CallVerdict, type FailoverResult, judgeCall, summarise } from './verdict.js';

export type FailoverOptions = LiveCallsOptions & Omit<TwoNodesOptions, 'lines'>;

/** @throws Error when the nodes do not start, or calls cannot be begun */
export const runFailover = async (options: FailoverOptions): Promise<FailoverResult> => {
  const voices = createFlite();
  try {
    const audio = await calleeAudio(voices);
    // Calls that end leave their line a little later than the next one begins.
    const nodes = await startTwoNodes({ ...options, lines: 2 * options.calls });
    try {
      const { callIds, kills } = await keepCallsLive(nodes, audio, options);
      const ear = await createAgentEar(voices, AGENT_VOICE, agentLines(options.topics));
      const verdicts: CallVerdict[] = [];
      for (const callId of callIds) {
        verdicts.push(judgeCall(await gather(nodes, ear, callId), kills, audio));
        if (verdicts.length % 50 === 0)
          options.log(`${verdicts.length} of ${callIds.length} calls looked at`);
      }
      return summarise(verdicts, kills);
    } finally {
      await nodes.stop();
    }
  } finally {
    await voices.close();
  }
};
