/** The tools of the agent in a simulation, and what answers instead of their servers. */
import { type Static, Type } from 'typebox';
import { isReservedName, MAX_DESCRIPTION_CHARACTERS, ToolName } from '../agents/tool.js';
import { closed, literals } from '../shapes.js';
import { isPattern, type Within } from './shapes.js';

const MAX_TOOLS = 50;
const MAX_ANSWERS = 200;
/** Characters of one result, which the model reads. */
const MAX_RESULT_CHARACTERS = 20_000;
const MAX_ARGUMENTS = 50;

/** Patterns of arguments by name. A value that is no text is matched as JSON. */
export const ArgumentPatterns = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 1_000 }), {
  minProperties: 1,
  maxProperties: MAX_ARGUMENTS,
  description: 'Regular expressions that the arguments must match, by name, ignoring case.',
  examples: [{ people: '^[1-6]$' }],
});
export type ArgumentPatterns = Static<typeof ArgumentPatterns>;

/** Outcome of a use of a tool. `unknown`: it may or may not have been done. */
export const SimulatedOutcome = literals(['done', 'failed', 'unknown'], {
  description: 'unknown: it may or may not have been done.',
});
const outcome = Type.Optional(SimulatedOutcome);
const result = Type.String({
  maxLength: MAX_RESULT_CHARACTERS,
  description: 'The result, for the model.',
  examples: ['Booked.'],
});
const ms = Type.Integer({
  minimum: 0,
  maximum: 30_000,
  description: 'How long the tool takes, ms; default 300.',
  examples: [800],
});

/** An answer in place of a tool's server. */
export const MockedAnswer = Type.Object(
  {
    tool: ToolName,
    arguments: Type.Optional(ArgumentPatterns),
    result,
    outcome,
    ms: Type.Optional(ms),
  },
  closed,
);
export type MockedAnswer = Static<typeof MockedAnswer>;

/** An earlier use of a tool, whose answer is given again to the same arguments. */
export const RecordedAnswer = Type.Object(
  {
    tool: ToolName,
    arguments: Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: MAX_ARGUMENTS,
      description: 'The arguments of the use.',
      examples: [{ people: 2 }],
    }),
    result,
    outcome,
    ms: Type.Optional(ms),
  },
  closed,
);
export type RecordedAnswer = Static<typeof RecordedAnswer>;

/** A tool of an agent that a scenario defines. */
const OfferedTool = Type.Object(
  {
    name: ToolName,
    description: Type.String({
      minLength: 1,
      maxLength: MAX_DESCRIPTION_CHARACTERS,
      description: 'For the model: what the tool does, and when to use it.',
      examples: ['Books a table.'],
    }),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'JSON Schema of the arguments.',
        examples: [{ type: 'object', properties: { people: { type: 'integer' } } }],
      }),
    ),
  },
  closed,
);

export const TOOL_MODES = ['mocked', 'recorded', 'live'] as const;

export const SimulatedTools = Type.Object(
  {
    mode: Type.Optional(
      literals(TOOL_MODES, {
        description:
          'What answers: mocked answers (default), the answers of earlier uses, or the tools themselves, which act on the world.',
      }),
    ),
    offered: Type.Optional(
      Type.Array(OfferedTool, {
        maxItems: MAX_TOOLS,
        description: 'Tools of an agent that the scenario defines.',
      }),
    ),
    answers: Type.Optional(
      Type.Array(MockedAnswer, {
        maxItems: MAX_ANSWERS,
        description: 'With mocked: the first answer whose tool and arguments match is given.',
      }),
    ),
    recorded: Type.Optional(
      Type.Array(RecordedAnswer, {
        maxItems: MAX_ANSWERS,
        description: 'With recorded: uses in order; the same arguments get the same answers.',
      }),
    ),
  },
  { ...closed, description: 'Tools, and what answers them; only in virtual time.' },
);
export type SimulatedTools = Static<typeof SimulatedTools>;

/** The first problem of the tools of a scenario; null: there is none. Pure. */
export const problemOfTools = ({
  mode = 'mocked',
  offered = [],
  answers = [],
  recorded = [],
}: SimulatedTools): Within | null => {
  const names = offered.map(({ name }) => name);
  const doubled = names.findIndex((name, index) => names.indexOf(name) < index);
  if (doubled !== -1) return [`/offered/${doubled}/name`, 'is already the name of another'];
  const reserved = names.findIndex((name) => isReservedName(name));
  if (reserved !== -1) return [`/offered/${reserved}/name`, 'is the name of a built-in tool'];
  if (mode !== 'mocked' && answers.length > 0) return ['/answers', 'needs the mode mocked'];
  if (mode !== 'recorded' && recorded.length > 0) return ['/recorded', 'needs the mode recorded'];
  for (const [index, { arguments: patterns = {} }] of answers.entries()) {
    const bad = problemOfPatterns(patterns);
    if (bad !== null) return [`/answers/${index}/arguments${bad[0]}`, bad[1]];
  }
  return null;
};

/** The first pattern that is no regular expression; null: all are. Pure. */
export const problemOfPatterns = (patterns: ArgumentPatterns): Within | null => {
  const bad = Object.entries(patterns).find(([, pattern]) => !isPattern(pattern));
  return bad === undefined ? null : [`/${bad[0]}`, `"${bad[1]}" is not a valid regular expression`];
};
