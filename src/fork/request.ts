/** What is rehearsed when a recorded call is continued from one of its turns. */
import type { RecordedToolUse, Turn } from '../../actors/call/events.js';
import { isBackchannel } from '../../media/policies/backchannel.js';
import type { SpeakingAgent } from '../../media/replay/changed-brief.js';
import type { RecordedCall } from '../../media/replay/recorded-call.js';
import { startOfTurn } from '../../media/replay/turns.js';
import type { RehearsalRequest, RehearsedAgent } from '../../operations/simulations/rehearse.js';
import type { ToolDefinition } from '../../providers/llm/language-model.js';
import { referringInstructions } from '../../providers/llm/untrusted.js';
import { isReservedName } from '../../schemas/agents/tool.js';
import type { RehearsedLine } from '../../schemas/simulations/conversation.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import { DEFAULT_TURNS } from '../../schemas/simulations/scenario.js';
import type { MockedAnswer } from '../../schemas/simulations/tools.js';
import { ConfigError } from '../config/error.js';

export interface Fork {
  /** The last turn that stays as it was, from 1. */
  readonly atTurn: number;
  /** Null: as recorded. */
  readonly instructions: string | null;
  /** Null: the recorded instructions and language, and otherwise the defaults. */
  readonly agent: SpeakingAgent | null;
  /** Results by the names of tools; the others are as recorded. */
  readonly toolResults: ReadonlyMap<string, string>;
  /** Null: the recorded one, who says the further recorded lines. */
  readonly customer: SimulatedCustomer | null;
  readonly mostTurns: number | null;
  readonly seed: number;
}

export interface ForkedRequest {
  readonly request: Omit<RehearsalRequest, 'onUsage'>;
  /** Whether the customer says their last turn again. */
  readonly repeats: boolean;
  /** How the recorded call went on. */
  readonly recorded: readonly RehearsedLine[];
}

/** The customer of the call. */
const RECORDED = 'recorded';
/** Lines that a customer says at most. */
const MAX_LINES = 50;

/** @throws ConfigError if the call has no such turn, or its customer says nothing more */
export const forkOf = (call: RecordedCall, fork: Fork): ForkedRequest => {
  const { brief, toolUses, turns } = call;
  const { epochMs } = brief;
  const { atTurn } = fork;
  const last = turns[atTurn - 1];
  if (last === undefined) throw new ConfigError(`--at-turn is ${atTurn}; the call has ${turns.length} turns`);
  const lines = turns.map((turn) => lineOf(turn, epochMs));
  const untilMs = startOfTurn(last, epochMs);
  const { keptTurns, repeated } = repeatedTurn(turns.slice(0, atTurn), call, fork);
  const customer = fork.customer ?? recordedCustomer(turns.slice(atTurn), call);
  if (customer === null && repeated === null)
    throw new ConfigError(
      'the recorded customer says nothing after that turn; fork at an earlier turn, or give a customer with --scenario',
    );
  const said = [...(repeated === null ? [] : [repeated]), ...(customer?.lines ?? [])];
  return {
    repeats: repeated !== null,
    recorded: lines.slice(atTurn),
    request: {
      businessId: 'fork',
      channel: 'voice',
      agent: agentOf(call, fork),
      customer: {
        ...(customer ?? { name: RECORDED }),
        ...(said.length === 0 ? {} : { lines: said.slice(0, MAX_LINES) }),
      },
      tools: {
        mode: 'mocked',
        offered: offeredIn(toolUses, fork.toolResults),
        answers: answersOf(toolUses, fork.toolResults),
      },
      memories: brief.memories ?? [],
      history: {
        lines: lines.slice(0, keptTurns),
        // A use stands at the end of the customer's words that led to it.
        toolUses: toolUses
          .filter(({ at }) => at - epochMs < untilMs)
          .map(({ at, durationMs, name, arguments: args, outcome, result }) => ({
            name,
            arguments: args,
            outcome,
            result,
            atMs: Math.max(0, at - epochMs),
            durationMs,
          })),
      },
      mostTurns: fork.mostTurns ?? Math.max(DEFAULT_TURNS, said.length),
      seed: fork.seed,
      conversationId: 'fork',
    },
  };
};

const lineOf = (turn: Turn, epochMs: number): RehearsedLine => {
  const startMs = Math.max(0, Math.round(startOfTurn(turn, epochMs)));
  return {
    speaker: turn.speaker === 'assistant' ? 'agent' : turn.speaker,
    text: turn.text,
    startMs,
    endMs: Math.max(startMs, Math.round(turn.audioEndOffsetMs ?? startMs)),
    ...(turn.interrupted ? { interrupted: true } : {}),
  };
};

const agentOf = ({ brief }: RecordedCall, { agent, instructions }: Fork): RehearsedAgent => {
  const values = brief.facts ?? {};
  const own = instructions ?? agent?.instructions;
  return {
    agentId: null,
    instructions: own === undefined ? brief.instructions : referringInstructions(own, values),
    values,
    greeting: '',
    disclosure: '',
    languageCode: agent?.languageCode ?? brief.language,
    voiceSettings: agent?.voiceSettings ?? {},
    knowledgeSourceIds: [],
    timeZone: null,
  };
};

/**
 * The agent answers words that it hears at once, but takes its time after a conversation that stood still: a customer who
 * speaks lines says the words of the last turn again, if they were theirs. Personas make up what they say, so with them the
 * agent begins.
 */
const repeatedTurn = (
  turns: readonly Turn[],
  call: RecordedCall,
  { customer }: Fork,
): { readonly keptTurns: number; readonly repeated: string | null } => {
  const keptTurns = turns.findLastIndex(({ speaker }) => speaker !== 'customer') + 1;
  if (keptTurns === turns.length || (customer !== null && customer.lines === undefined))
    return { keptTurns: turns.length, repeated: null };
  const texts = turns.slice(keptTurns).filter((turn) => isSaid(turn, call));
  return { keptTurns, repeated: texts.length === 0 ? null : texts.map(({ text }) => text).join(' ') };
};

/** Keys and listening words are not said again. */
const isSaid = ({ speaker, keys, text }: Turn, { brief: { language, settings } }: RecordedCall): boolean =>
  speaker === 'customer' && keys !== true && !isBackchannel(text, language, settings.backchannels);

/** Lines between two of the agent's are one. Null: there are none. */
const recordedCustomer = (turns: readonly Turn[], call: RecordedCall): SimulatedCustomer | null => {
  const lines: string[] = [];
  let continues = false;
  for (const turn of turns) {
    const says = isSaid(turn, call);
    if (says && continues) lines[lines.length - 1] = `${lines.at(-1)} ${turn.text}`;
    else if (says) lines.push(turn.text);
    if (turn.speaker !== 'customer' || says) continues = says;
  }
  return lines.length === 0 ? null : { name: RECORDED, lines };
};

/** A log has uses of tools, but not their descriptions: the model gets the names and the arguments that they had. */
const offeredIn = (
  uses: readonly RecordedToolUse[],
  results: ReadonlyMap<string, string>,
): readonly ToolDefinition[] => {
  const names = new Set([...uses.map(({ name }) => name), ...results.keys()]);
  return [...names]
    .filter((name) => !isReservedName(name))
    .map((name) => {
      const seen = uses.filter((use) => use.name === name).map((use) => use.arguments);
      const example = seen[0] === undefined ? '' : `, for example with ${JSON.stringify(seen[0])}`;
      return {
        name,
        description: `A tool of this call${example}.`,
        parameters: {
          type: 'object',
          properties: Object.fromEntries(
            seen.flatMap((args) =>
              Object.entries(args).map(([key, value]) => [key, { type: typeOf(value) }]),
            ),
          ),
        },
      };
    });
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
};

/** The given results, whatever the arguments are; then the recorded ones for the same arguments. */
const answersOf = (
  uses: readonly RecordedToolUse[],
  results: ReadonlyMap<string, string>,
): readonly MockedAnswer[] => [
  ...[...results].map(([tool, result]) => ({ tool, result })),
  ...uses.map(({ name, arguments: args, outcome, result, durationMs }) => ({
    tool: name,
    result,
    outcome,
    ms: Math.round(durationMs),
    ...(Object.keys(args).length === 0 ? {} : { arguments: exactly(args) }),
  })),
];

/** Patterns that these arguments alone match. */
const exactly = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      `^${escaped(typeof value === 'string' ? value : JSON.stringify(value))}$`,
    ]),
  );

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
