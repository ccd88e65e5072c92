/** A criterion for simulated conversations: a rule, or a question to a judge. */
import { type Static, Type } from 'typebox';
import { ToolName } from '../agents/tool.js';
import { END_REASONS } from '../calls/voice-call.js';
import { closed, exactlyOneOf } from '../shapes.js';
import { propertiesOf, refusalOfShape } from './answer-shape.js';
import { isPattern, partName, text, type Within } from './shapes.js';
import { ArgumentPatterns, problemOfPatterns } from './tools.js';

/** The highest score that a judge gives; the lowest is 0. */
export const BEST_SCORE = 10;
/** The most answers of a judge to one question. */
export const MAX_SAMPLES = 10;

const jsonSchema = (description: string, example: object) =>
  Type.Record(Type.String(), Type.Unknown(), { description, minProperties: 1, examples: [example] });

const Milliseconds = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: 60_000, description, examples: [example] });

/** A use of a tool, with matching arguments. */
export const ToolRule = Type.Object({ tool: ToolName, arguments: Type.Optional(ArgumentPatterns) }, closed);
export type ToolRule = Static<typeof ToolRule>;

/** A criterion has exactly one of these. */
export const RULES = [
  'says',
  'neverSays',
  'usesTool',
  'neverUsesTool',
  'endReason',
  'answersWithinMs',
  'talksOverWithinMs',
  'judge',
] as const;

export const Criterion = Type.Object(
  {
    name: partName('asks for the time'),
    says: Type.Optional(
      text('Regular expression that the agent must match at least once, ignoring case.', 'which time'),
    ),
    neverSays: Type.Optional(
      text('Regular expression that the agent must never match, ignoring case.', 'discount'),
    ),
    usesTool: Type.Optional(
      Type.Object(ToolRule.properties, {
        ...closed,
        description: 'The agent must use this tool at least once; only in virtual time.',
      }),
    ),
    neverUsesTool: Type.Optional(
      Type.Object(ToolRule.properties, {
        ...closed,
        description: 'The agent must never use this tool; only in virtual time.',
      }),
    ),
    endReason: Type.Optional(
      Type.Enum(Object.keys(END_REASONS), {
        description: 'The reason with which a call must end.',
        examples: ['agent_hangup'],
      }),
    ),
    answersWithinMs: Type.Optional(
      Milliseconds(
        "Maximum time from the end of the customer's speech to the first frame of each answer on a call, ms.",
        1_500,
      ),
    ),
    talksOverWithinMs: Type.Optional(
      Milliseconds(
        'On calls: maximum time for which the agent and the customer speak at once, ms; only in virtual time.',
        2_000,
      ),
    ),
    judge: Type.Optional(
      text('What an LLM judges in the conversation, or extracts from it.', 'The agent is polite.'),
    ),
    atLeast: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: BEST_SCORE,
        description: `With judge: minimum score, from 0 to ${BEST_SCORE}.`,
        examples: [7],
      }),
    ),
    schema: Type.Optional(
      jsonSchema('With judge and wanted: JSON Schema of the object that the judge answers with.', {
        properties: { people: { type: 'integer' } },
      }),
    ),
    wanted: Type.Optional(
      jsonSchema('With judge and schema: JSON Schema that the answer must match.', {
        properties: { people: { minimum: 1 } },
      }),
    ),
  },
  { ...closed, ...exactlyOneOf(RULES) },
);
export type Criterion = Static<typeof Criterion>;

/** Rules that only conversations in virtual time can show. */
export const VIRTUAL_RULES = ['usesTool', 'neverUsesTool', 'talksOverWithinMs'] as const;

const VOICE_RULES: readonly string[] = ['endReason', 'answersWithinMs', 'talksOverWithinMs'];

/** The first problem of a criterion that has the right shape; null: there is none. Pure. */
export const problemOfCriterion = (channel: 'voice' | 'whatsapp', criterion: Criterion): Within | null => {
  const [rule, ...others] = RULES.filter((key) => criterion[key] !== undefined);
  if (rule === undefined || others.length > 0) return ['', `needs exactly one of ${RULES.join(', ')}`];
  if (channel !== 'voice' && VOICE_RULES.includes(rule))
    return [`/${rule}`, 'is only for calls; leave it out'];
  const pattern = criterion.says ?? criterion.neverSays;
  if (pattern !== undefined && !isPattern(pattern))
    return [`/${rule}`, `"${pattern}" is not a valid regular expression`];
  const { arguments: patterns = {} } = criterion.usesTool ?? criterion.neverUsesTool ?? {};
  const bad = problemOfPatterns(patterns);
  return bad === null ? problemOfJudge(criterion) : [`/${rule}/arguments${bad[0]}`, bad[1]];
};

const problemOfJudge = ({ judge, atLeast, schema, wanted }: Criterion): Within | null => {
  const settingCount = [atLeast, schema, wanted].filter((setting) => setting !== undefined).length;
  if (settingCount === 0) return null;
  if (judge === undefined) return ['', 'atLeast, schema and wanted need judge; add what to judge'];
  if (atLeast !== undefined)
    return settingCount === 1 ? null : ['', 'use either atLeast, or schema and wanted'];
  if (schema === undefined || wanted === undefined) return ['', 'give schema and wanted together'];
  const badSchema = refusalOfShape(schema);
  if (badSchema !== null) return ['/schema', badSchema];
  const badWanted = refusalOfShape(wanted);
  if (badWanted !== null) return ['/wanted', badWanted];
  const known = propertiesOf(schema);
  const unknown = propertiesOf(wanted).find((property) => !known.includes(property));
  return unknown === undefined
    ? null
    : [`/wanted/properties/${unknown}`, `is not a property of schema; it has ${known.join(', ')}`];
};
