/** What was heard in a rehearsal, from the commands that the session sends to the call. */
import type { SessionCommand } from '../../actors/call/commands.js';
import type { Turn } from '../../actors/call/events.js';
import type { PersonaLine } from '../../operations/simulations/persona.js';
import { assertNever } from '../../schemas/assert.js';
import type { RehearsedLine, RehearsedToolUse } from '../../schemas/simulations/conversation.js';
import type { SaidLine } from './talker.js';

/** A turn whose times are this close to a line of the customer contains it, ms. */
const NEAR_MS = 500;

export interface Transcript {
  take(command: SessionCommand): void;
  /** How the session ended the call; null: it has not. */
  ended(): string | null;
  /** From the end of the customer's speech to the first frame of each answer, ms. */
  answerMs(): readonly number[];
  /** What the agent has said so far and the customer heard, and what the customer said themselves. */
  known(said: readonly SaidLine[]): readonly PersonaLine[];
  lines(said: readonly SaidLine[]): RehearsedLine[];
  toolUses(): RehearsedToolUse[];
  /** Whether a tool has begun and not ended. */
  isUsingTool(): boolean;
}

interface TranscriptDeps {
  /** Zero of the session's clock, ms since the epoch. */
  readonly epochMs: number;
  /** Called with each turn of the agent. */
  readonly onAgentTurn: (turn: Turn) => void;
}

export const createTranscript = ({ epochMs, onAgentTurn }: TranscriptDeps): Transcript => {
  const turns: Turn[] = [];
  const tools = createToolLedger(epochMs);
  let end: string | null = null;

  const startOf = (turn: Turn): number => turn.audioOffsetMs ?? turn.at - epochMs;
  const inOrder = (): readonly Turn[] => [...turns].sort((a, b) => startOf(a) - startOf(b));

  const lineOf = (turn: Turn, said: readonly SaidLine[]): RehearsedLine => {
    const startMs = Math.max(0, Math.round(startOf(turn)));
    const endMs = Math.max(startMs, Math.round(turn.audioEndOffsetMs ?? startMs));
    const really = turn.speaker === 'customer' ? saidIn(said, startMs, endMs) : '';
    return {
      speaker: turn.speaker === 'assistant' ? 'agent' : turn.speaker,
      text: turn.text,
      startMs,
      endMs,
      ...(turn.interrupted ? { interrupted: true } : {}),
      ...(really === '' || plain(really) === plain(turn.text) ? {} : { said: really }),
    };
  };

  return {
    take: (command) => {
      switch (command.type) {
        case 'record_turn':
          turns.push(command.turn);
          if (command.turn.speaker === 'assistant') onAgentTurn(command.turn);
          return;
        case 'begin_tool':
        case 'end_tool':
          return tools.take(command);
        case 'hang_up':
          end ??= command.reason;
          return;
        case 'detach_media':
        case 'begin_greeting':
        case 'disclose':
        case 'note':
        case 'join_line':
        case 'leave_line':
        case 'take_over':
        case 'hand_back':
          return;
        default:
          assertNever(command);
      }
    },
    ended: () => end,
    answerMs: () =>
      inOrder().flatMap(({ speaker, latencies }) =>
        speaker === 'assistant' && latencies !== null && latencies.firstFrameMs !== null
          ? [latencies.firstFrameMs]
          : [],
      ),
    known: (said) =>
      [
        ...turns
          .filter(({ speaker }) => speaker === 'assistant')
          .map((turn) => ({ speaker: 'agent' as const, text: turn.text, startMs: startOf(turn) })),
        ...said.map(({ text, startMs }) => ({ speaker: 'customer' as const, text, startMs })),
      ].sort((a, b) => a.startMs - b.startMs),
    lines: (said) => {
      const heard = inOrder().map((turn) => lineOf(turn, said));
      const customerTurns = turns.filter(({ speaker }) => speaker === 'customer');
      const unheard = said
        .filter((line) =>
          customerTurns.every((turn) => !isNear(line, startOf(turn), turn.audioEndOffsetMs ?? startOf(turn))),
        )
        .map(
          ({ text, startMs, endMs }): RehearsedLine => ({
            speaker: 'customer',
            text: '',
            startMs: Math.round(startMs),
            endMs,
            said: text,
          }),
        );
      return [...heard, ...unheard].sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0));
    },
    toolUses: tools.uses,
    isUsingTool: tools.isRunning,
  };
};

const isNear = (line: SaidLine, startMs: number, endMs: number): boolean =>
  line.startMs < endMs + NEAR_MS && line.endMs > startMs - NEAR_MS;

const saidIn = (said: readonly SaidLine[], startMs: number, endMs: number): string =>
  said
    .filter((line) => isNear(line, startMs, endMs))
    .map(({ text }) => text)
    .join(' ');

/** Without what a recogniser may leave out. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

type ToolCommand = Extract<SessionCommand, { readonly type: 'begin_tool' | 'end_tool' }>;

const createToolLedger = (epochMs: number) => {
  const uses = new Map<string, RehearsedToolUse>();
  const running = new Set<string>();
  return {
    take: (command: ToolCommand): void => {
      if (command.type === 'begin_tool') {
        const { id, name, arguments: args, at } = command.use;
        running.add(id);
        const startMs = Math.max(0, Math.round(at - epochMs));
        uses.set(id, { tool: name, arguments: args, outcome: 'unknown', result: '', startMs, ms: 0 });
        return;
      }
      running.delete(command.id);
      const { outcome, result, durationMs } = command.end;
      const use = uses.get(command.id);
      if (use !== undefined)
        uses.set(command.id, { ...use, outcome, result, ms: Math.max(0, Math.round(durationMs)) });
    },
    uses: (): RehearsedToolUse[] => [...uses.values()],
    isRunning: (): boolean => running.size > 0,
  };
};
