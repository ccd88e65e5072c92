/** Generates a written answer, with the tools that the model uses for it. */
import type { ChatMessage, LanguageModel, ToolUse } from '../../providers/llm/language-model.js';
import { unlessStalled, WRITTEN_LIMITS } from '../../providers/stalls.js';
import { deriveId } from '../../schemas/ids.js';
import type { AgentTools } from './agent-tools.js';
import type { ToolContext } from './tool-context.js';

/** Rounds of tool use after which the model must answer with what it knows. */
const MAX_ROUNDS = 5;
const TOO_MANY = 'No more tools can be used. Answer with what you know.';

/** The agent that answers, and where. */
export interface Answerer {
  readonly businessId: string;
  readonly agentId: string;
  readonly context: ToolContext;
  /** Identifies the answer: generating it again uses tools under the same ids. */
  readonly answerId: string;
  /** The zone of the time that the model receives, by its name in the IANA database; null: the installation's. */
  readonly timeZone: string | null;
}

/**
 * The whole text, without surrounding space; text that the model writes beside using tools is left out. An empty answer is
 * requested once more, and then means that the agent says nothing.
 * @throws the errors of the model; Stalled; AbortError; Error when it does not stop using tools
 */
export const writtenAnswer = async (
  model: LanguageModel,
  tools: AgentTools,
  answerer: Answerer,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<string> => {
  const { businessId, agentId, timeZone } = answerer;
  const offered = await tools.of(businessId, agentId, 'writing');
  const rounds: (readonly ToolUse[])[] = [];
  let wasEmpty = false;
  for (;;) {
    const request = {
      messages: [...messages, ...rounds.map((uses) => ({ role: 'tools', uses }) as const)],
      manner: 'written',
      ...(timeZone === null ? {} : { timeZone }),
      tools: offered,
    } as const;
    let text = '';
    const calls: Call[] = [];
    const events = unlessStalled((stop) => model.respond(request, stop), signal, WRITTEN_LIMITS);
    for await (const event of events) {
      if (event.type === 'text') text += event.text;
      else if (event.refusal !== undefined || offered.some(({ name }) => name === event.name))
        calls.push({ name: event.name, arguments: event.arguments, refusal: event.refusal ?? null });
    }
    if (calls.length === 0 && text.trim() === '' && !wasEmpty) {
      // Some models now and then end an answer before its first word.
      wasEmpty = true;
      continue;
    }
    if (calls.length === 0) return text.trim();
    if (rounds.length > MAX_ROUNDS) throw new Error('the model keeps using tools');
    const round = rounds.length;
    rounds.push(
      await Promise.all(
        calls.map((call, index) => use(tools, answerer, call, `${round}.${index}`, round >= MAX_ROUNDS)),
      ),
    );
  }
};

/** `refusal`: the reason that it cannot be carried out; null: it can. */
type Call = Pick<ToolUse, 'name' | 'arguments'> & { readonly refusal: string | null };

const use = async (
  tools: AgentTools,
  { businessId, agentId, context, answerId }: Answerer,
  { refusal, ...call }: Call,
  position: string,
  isRefused: boolean,
): Promise<ToolUse> => {
  const useId = deriveId('tool-use', answerId, position, call.name, JSON.stringify(call.arguments));
  const id = useId.replaceAll('-', '').slice(0, 9);
  if (isRefused) return { id, ...call, outcome: 'failed', result: TOO_MANY };
  if (refusal !== null) return { id, ...call, outcome: 'failed', result: refusal };
  const { name, arguments: args } = call;
  const answer = await tools.use({ businessId, agentId, context, useId, name, arguments: args });
  return { id, ...call, ...answer };
};
