/** Providers and tools of a rehearsal: virtual time waits for their answers. */

import type { RehearsalRequest } from '../../operations/simulations/rehearse.js';
import { type AnswerTool, toolAnswers } from '../../operations/simulations/tool-answers.js';
import type { AgentTools } from '../../operations/tools/agent-tools.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import type { CallTool, ToolAnswer } from '../tools.js';
import type { VirtualClock } from './clock.js';

/** The same model, whose delays pass in virtual time. */
export const inVirtualTime = (model: LanguageModel, clock: VirtualClock): LanguageModel => ({
  name: model.name,
  ...(model.isSilentOnPurpose === true ? { isSilentOnPurpose: true } : {}),
  respond: async function* (request, signal) {
    const release = clock.awaiting();
    try {
      for await (const event of model.respond(request, signal)) {
        await clock.arrive();
        yield event;
      }
      await clock.arrive();
    } catch (error) {
      await clock.arrive();
      throw error;
    } finally {
      release();
    }
  },
});

/** Awaits work outside in virtual time. */
export const awaited = async <T>(clock: VirtualClock, work: Promise<T>): Promise<T> => {
  const release = clock.awaiting();
  try {
    const result = await work;
    await clock.arrive();
    return result;
  } finally {
    release();
  }
};

interface ToolsOfRehearsal {
  readonly tools: Promise<readonly CallTool[]>;
  readonly useTool: (
    useId: string,
    name: string,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<ToolAnswer>;
}

/** `tools`: those of the business; null: there are none. */
export const toolsOfRehearsal = (
  request: RehearsalRequest,
  tools: AgentTools | null,
  clock: VirtualClock,
): ToolsOfRehearsal => {
  const { agent, businessId, conversationId, tools: chosen } = request;
  const { agentId } = agent;
  const own =
    tools === null || agentId === null
      ? Promise.resolve([])
      : awaited(clock, tools.of(businessId, agentId, 'call'));
  if (chosen.mode !== 'live') {
    const answer = toolAnswers(chosen);
    return {
      tools: own.then((list) => [...chosen.offered, ...withoutNames(list, chosen.offered)]),
      useTool: (_useId, name, args) => answeredLater(answer, clock, name, args),
    };
  }
  return {
    tools: own,
    useTool: (useId, name, args) =>
      tools === null || agentId === null
        ? Promise.resolve({ outcome: 'failed', result: 'There are no tools here. Nothing was done.' })
        : awaited(
            clock,
            tools.use({
              businessId,
              agentId,
              context: { type: 'trial', id: conversationId },
              useId: `${conversationId}-${useId}`,
              name,
              arguments: args,
            }),
          ),
  };
};

/** A model takes no two tools of a name. */
const withoutNames = (
  list: readonly CallTool[],
  taken: readonly { readonly name: string }[],
): readonly CallTool[] => list.filter(({ name }) => taken.every((tool) => tool.name !== name));

const answeredLater = async (
  answer: AnswerTool,
  clock: VirtualClock,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> => {
  const { ms, outcome, result } = answer(name, args);
  await clock.sleep(ms);
  return { outcome, result };
};
