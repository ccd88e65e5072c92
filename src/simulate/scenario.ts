/** The scenario of `parley simulate`: an agent, its customers, and the criteria for their conversations (docs/how-to/simulated-customers.md). */
import { type Static, Type } from 'typebox';
import { MAX_DISCLOSURE_CHARACTERS } from '../../schemas/agents/disclosure.js';
import { END_REASONS } from '../../schemas/calls/voice-call.js';
import { closed, literals } from '../../schemas/shapes.js';
import { propertiesOf, refusalOfShape } from './answer-shape.js';

const MAX_TEXT = 4_000;
/** The most runs of one customer. */
export const MAX_RUNS = 100;
/** The highest score that a judge gives; the lowest is 0. */
export const BEST_SCORE = 10;

const text = (description: string) => Type.String({ minLength: 1, maxLength: MAX_TEXT, description });
const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Unique name in tables and reports.',
});
const jsonSchema = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description, minProperties: 1 });

const Noise = Type.Object(
  {
    kind: literals(['white', 'rumble']),
    dbfs: Type.Number({ minimum: -70, maximum: -10, description: 'Level in dB relative to full scale.' }),
  },
  { ...closed, description: 'On calls: background noise on their line.' },
);

const Customer = Type.Object(
  {
    name,
    persona: Type.Optional(text('Who they are and what they want: an LLM plays them.')),
    lines: Type.Optional(
      Type.Array(text('One line.'), {
        minItems: 1,
        maxItems: 50,
        description: 'What they say, one line per answer of the agent; then they leave.',
      }),
    ),
    voice: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'On calls: their voice, <provider>:<voice>; default flite:rms.',
      }),
    ),
    noise: Type.Optional(Noise),
    runs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_RUNS,
        description: 'Number of their conversations with the agent.',
      }),
    ),
  },
  closed,
);

const Criterion = Type.Object(
  {
    name,
    says: Type.Optional(text('Regular expression that the agent must match at least once, ignoring case.')),
    neverSays: Type.Optional(text('Regular expression that the agent must never match, ignoring case.')),
    endReason: Type.Optional(
      Type.Enum(Object.keys(END_REASONS), { description: 'Required end reason of a call.' }),
    ),
    answersWithinMs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60_000,
        description:
          "Maximum time from the end of the customer's speech to the first frame of each answer on a call, ms.",
      }),
    ),
    judge: Type.Optional(text('What an LLM judges in the conversation, or extracts from it.')),
    atLeast: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: BEST_SCORE,
        description: `With judge: minimum score, from 0 to ${BEST_SCORE}.`,
      }),
    ),
    schema: Type.Optional(
      jsonSchema('With judge and wanted: JSON Schema of the object that the judge answers with.'),
    ),
    wanted: Type.Optional(jsonSchema('With judge and schema: JSON Schema that the answer must match.')),
  },
  closed,
);
export type Criterion = Static<typeof Criterion>;

export const Scenario = Type.Object(
  {
    channel: literals(['voice', 'whatsapp'], { description: 'Channel of the conversations.' }),
    agent: Type.Object(
      {
        instructions: Type.String({
          minLength: 1,
          maxLength: 100_000,
          description: 'Instructions of the agent.',
        }),
        firstGreeting: Type.Optional(text('On calls: its greeting.')),
        disclosure: Type.Optional(
          Type.String({
            maxLength: MAX_DISCLOSURE_CHARACTERS,
            description: 'On calls: its disclosure, spoken before the greeting.',
          }),
        ),
        language: Type.Optional(
          Type.String({ maxLength: 35, description: 'On calls: its language, BCP 47.' }),
        ),
        voiceId: Type.Optional(Type.String({ maxLength: 200, description: 'On calls: its voice.' })),
      },
      closed,
    ),
    customers: Type.Array(Customer, { minItems: 1, maxItems: 50 }),
    criteria: Type.Array(Criterion, { minItems: 1, maxItems: 50 }),
    mostTurns: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        description: 'Maximum number of turns of a customer before they leave; default 12.',
      }),
    ),
  },
  closed,
);
export type Scenario = Static<typeof Scenario>;
export type SimulatedCustomer = Scenario['customers'][number];

/** A problem of a scenario. `path`: a JSON Pointer. */
export interface ScenarioProblem {
  readonly path: string;
  readonly message: string;
}

/** A criterion has exactly one of these. */
export const RULES = ['says', 'neverSays', 'endReason', 'answersWithinMs', 'judge'] as const;

/** The first problem of a scenario that has the right shape; null if it can be played. Pure. */
export const problemOf = ({ channel, agent, customers, criteria }: Scenario): ScenarioProblem | null =>
  problemOfAgent(channel, agent) ??
  duplicateName('/customers', customers) ??
  duplicateName('/criteria', criteria) ??
  firstOf('/customers', customers, (customer) => problemOfCustomer(channel, customer)) ??
  firstOf('/criteria', criteria, (criterion) => problemOfCriterion(channel, criterion));

/** The place within the part, and the message. */
type Within = readonly [place: string, message: string];

const firstOf = <Part>(
  place: string,
  parts: readonly Part[],
  check: (part: Part) => Within | null,
): ScenarioProblem | null => {
  for (const [index, part] of parts.entries()) {
    const found = check(part);
    if (found !== null) return { path: `${place}/${index}${found[0]}`, message: found[1] };
  }
  return null;
};

/** Tables and reports distinguish them by their names. */
const duplicateName = (
  place: string,
  parts: readonly { readonly name: string }[],
): ScenarioProblem | null => {
  const index = parts.findIndex((part, at) => parts.findIndex(({ name: other }) => other === part.name) < at);
  return index === -1
    ? null
    : { path: `${place}/${index}/name`, message: 'is already the name of another; choose a different name' };
};

const VOICE_ONLY = ['firstGreeting', 'disclosure', 'language', 'voiceId'] as const;

const problemOfAgent = (channel: Scenario['channel'], agent: Scenario['agent']): ScenarioProblem | null => {
  const spoken = channel === 'voice' ? undefined : VOICE_ONLY.find((setting) => agent[setting] !== undefined);
  return spoken === undefined
    ? null
    : { path: `/agent/${spoken}`, message: 'is only for calls; leave it out' };
};

const problemOfCustomer = (
  channel: Scenario['channel'],
  { persona, lines, voice, noise }: SimulatedCustomer,
): Within | null => {
  if ((persona === undefined) === (lines === undefined)) return ['', 'needs either a persona or lines'];
  if (channel === 'voice') return null;
  if (voice !== undefined) return ['/voice', 'is only for calls; leave it out'];
  return noise === undefined ? null : ['/noise', 'is only for calls; leave it out'];
};

const problemOfCriterion = (channel: Scenario['channel'], criterion: Criterion): Within | null => {
  const [rule, ...others] = RULES.filter((key) => criterion[key] !== undefined);
  if (rule === undefined || others.length > 0) return ['', `needs exactly one of ${RULES.join(', ')}`];
  if (channel !== 'voice' && (rule === 'endReason' || rule === 'answersWithinMs'))
    return [`/${rule}`, 'is only for calls; leave it out'];
  const pattern = criterion.says ?? criterion.neverSays;
  if (pattern !== undefined && !isPattern(pattern))
    return [`/${rule}`, `"${pattern}" is not a valid regular expression`];
  return problemOfJudge(criterion);
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

/** Whether the scenario needs a model besides the agent's. */
export const needsModel = ({ customers, criteria }: Scenario): boolean =>
  customers.some(({ persona }) => persona !== undefined) || criteria.some(({ judge }) => judge !== undefined);

const isPattern = (pattern: string): boolean => {
  try {
    new RegExp(pattern, 'iu');
    return true;
  } catch {
    return false;
  }
};
