/** The scenario of `parley simulate`: an agent, its customers, and the criteria for their conversations (docs/simulate.md). */
import { type Static, Type } from 'typebox';
import { MAX_DISCLOSURE_CHARACTERS } from '../../schemas/disclosure.js';
import { closed, literals } from '../../schemas/shapes.js';
import { END_REASONS } from '../../schemas/voice-call.js';
import { propertiesOf, refusalOfShape } from './answer-shape.js';

const MOST_TEXT = 4_000;
/** The most runs of one customer. */
export const MOST_RUNS = 100;
/** The highest score that a judge gives; the lowest is 0. */
export const BEST_SCORE = 10;

const text = (description: string) => Type.String({ minLength: 1, maxLength: MOST_TEXT, description });
const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'In tables and reports; no other has it.',
});
const jsonSchema = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description, minProperties: 1 });

const Noise = Type.Object(
  {
    kind: literals(['white', 'rumble']),
    dbfs: Type.Number({ minimum: -70, maximum: -10, description: 'Its level, dB below full scale.' }),
  },
  { ...closed, description: 'On the telephone: what else is heard on their line.' },
);

const Customer = Type.Object(
  {
    name,
    persona: Type.Optional(text('Who they are and what they want, in words: a model plays them.')),
    lines: Type.Optional(
      Type.Array(text('One line.'), {
        minItems: 1,
        maxItems: 50,
        description: 'What they say, one line for each answer of the agent; then they leave.',
      }),
    ),
    voice: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'On the telephone: how they sound, <provider>:<voice>; flite:rms when left out.',
      }),
    ),
    noise: Type.Optional(Noise),
    runs: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_RUNS, description: 'How often they talk to the agent.' }),
    ),
  },
  closed,
);

const Criterion = Type.Object(
  {
    name,
    says: Type.Optional(
      text('A regular expression that something the agent says fits, whatever its capitals.'),
    ),
    neverSays: Type.Optional(text('A regular expression that nothing the agent says fits.')),
    endReason: Type.Optional(Type.Enum(Object.keys(END_REASONS), { description: 'How a call ends.' })),
    answersWithinMs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60_000,
        description: "From the end of the customer's speech to the first frame of each answer on a call, ms.",
      }),
    ),
    judge: Type.Optional(text('What a model is to judge, or to find out, of the conversation.')),
    atLeast: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: BEST_SCORE,
        description: `With judge: it gives a score from 0 to ${BEST_SCORE}, which must be this or more.`,
      }),
    ),
    schema: Type.Optional(
      jsonSchema('With judge and wanted: the JSON Schema of the object that it answers with.'),
    ),
    wanted: Type.Optional(jsonSchema('With judge and schema: the JSON Schema that its answer must fit.')),
  },
  closed,
);
export type Criterion = Static<typeof Criterion>;

export const Scenario = Type.Object(
  {
    channel: literals(['voice', 'whatsapp'], { description: 'How they talk.' }),
    agent: Type.Object(
      {
        instructions: Type.String({
          minLength: 1,
          maxLength: 100_000,
          description: 'As the agent has them.',
        }),
        firstGreeting: Type.Optional(text('On the telephone: what it says first.')),
        disclosure: Type.Optional(
          Type.String({
            maxLength: MAX_DISCLOSURE_CHARACTERS,
            description: 'On the telephone: what it must say before that.',
          }),
        ),
        language: Type.Optional(Type.String({ maxLength: 35, description: 'On the telephone: BCP 47.' })),
        voiceId: Type.Optional(
          Type.String({ maxLength: 200, description: 'On the telephone: how it sounds.' }),
        ),
      },
      closed,
    ),
    customers: Type.Array(Customer, { minItems: 1, maxItems: 50 }),
    criteria: Type.Array(Criterion, { minItems: 1, maxItems: 50 }),
    mostTurns: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        description: 'What a customer says at most before they leave; 12 when left out.',
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
  doubled('/customers', customers) ??
  doubled('/criteria', criteria) ??
  firstOf('/customers', customers, (customer) => problemOfCustomer(channel, customer)) ??
  firstOf('/criteria', criteria, (criterion) => problemOfCriterion(channel, criterion));

/** The place within the part, and the message. */
type Within = readonly [place: string, message: string];

const firstOf = <Part>(
  place: string,
  parts: readonly Part[],
  look: (part: Part) => Within | null,
): ScenarioProblem | null => {
  for (const [index, part] of parts.entries()) {
    const found = look(part);
    if (found !== null) return { path: `${place}/${index}${found[0]}`, message: found[1] };
  }
  return null;
};

/** Tables and reports distinguish them by their names. */
const doubled = (place: string, parts: readonly { readonly name: string }[]): ScenarioProblem | null => {
  const index = parts.findIndex((part, at) => parts.findIndex(({ name: other }) => other === part.name) < at);
  return index === -1
    ? null
    : { path: `${place}/${index}/name`, message: 'is the name of another one; give it its own' };
};

const OF_SPOKEN_AGENTS = ['firstGreeting', 'disclosure', 'language', 'voiceId'] as const;

const problemOfAgent = (channel: Scenario['channel'], agent: Scenario['agent']): ScenarioProblem | null => {
  const spoken = channel === 'voice' ? undefined : OF_SPOKEN_AGENTS.find((one) => agent[one] !== undefined);
  return spoken === undefined
    ? null
    : { path: `/agent/${spoken}`, message: 'is for the telephone; leave it out' };
};

const problemOfCustomer = (
  channel: Scenario['channel'],
  { persona, lines, voice, noise }: SimulatedCustomer,
): Within | null => {
  if ((persona === undefined) === (lines === undefined)) return ['', 'give a persona or lines'];
  if (channel === 'voice') return null;
  if (voice !== undefined) return ['/voice', 'is for the telephone; leave it out'];
  return noise === undefined ? null : ['/noise', 'is for the telephone; leave it out'];
};

const problemOfCriterion = (channel: Scenario['channel'], criterion: Criterion): Within | null => {
  const [rule, ...others] = RULES.filter((one) => criterion[one] !== undefined);
  if (rule === undefined || others.length > 0) return ['', `give exactly one of ${RULES.join(', ')}`];
  if (channel !== 'voice' && (rule === 'endReason' || rule === 'answersWithinMs'))
    return [`/${rule}`, 'is for the telephone; leave it out'];
  const pattern = criterion.says ?? criterion.neverSays;
  if (pattern !== undefined && !isPattern(pattern))
    return [`/${rule}`, `"${pattern}" is no regular expression`];
  return problemOfJudge(criterion);
};

const problemOfJudge = ({ judge, atLeast, schema, wanted }: Criterion): Within | null => {
  const given = [atLeast, schema, wanted].filter((one) => one !== undefined).length;
  if (given === 0) return null;
  if (judge === undefined) return ['', 'atLeast, schema and wanted go with judge; say what is to be judged'];
  if (atLeast !== undefined) return given === 1 ? null : ['', 'give atLeast, or schema and wanted'];
  if (schema === undefined || wanted === undefined) return ['', 'give schema and wanted together'];
  const badSchema = refusalOfShape(schema);
  if (badSchema !== null) return ['/schema', badSchema];
  const badWanted = refusalOfShape(wanted);
  if (badWanted !== null) return ['/wanted', badWanted];
  const known = propertiesOf(schema);
  const unknown = propertiesOf(wanted).find((one) => !known.includes(one));
  return unknown === undefined
    ? null
    : [`/wanted/properties/${unknown}`, `is no property of schema; it has ${known.join(', ')}`];
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
