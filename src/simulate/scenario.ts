/** What `parley simulate` plays: an agent, customers who talk to it, and what is wanted of the conversations (docs/simulate.md). */
import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { parseDocument } from 'yaml';
import { compileBodyCheck } from '../../gateway/validation.js';
import { closed, literals } from '../../schemas/shapes.js';
import { ConfigError } from '../config-error.js';

const MOST_TEXT = 4_000;
const text = Type.String({ minLength: 1, maxLength: MOST_TEXT });

const Noise = Type.Object(
  {
    kind: literals(['white', 'rumble']),
    /** Its level, dB below full scale. */
    dbfs: Type.Number({ minimum: -70, maximum: -10 }),
  },
  closed,
);

const Customer = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** Who they are and what they want, in words: a model plays them. Or: */
    persona: Type.Optional(text),
    /** What they say, one line for each answer of the agent; then they hang up. */
    lines: Type.Optional(Type.Array(text, { minItems: 1, maxItems: 50 })),
    /** On the telephone: how they sound (a voice of Flite's). */
    voice: Type.Optional(literals(['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal'])),
    noise: Type.Optional(Noise),
    /** How often they talk to the agent. */
    runs: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  closed,
);

const Criterion = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** A regular expression that something the agent says fits, whatever its capitals. */
    says: Type.Optional(text),
    /** One that nothing fits. */
    neverSays: Type.Optional(text),
    /** How a call ends. */
    endReason: Type.Optional(Type.String({ maxLength: 64 })),
    /** From the end of the customer's speech to the first frame of each answer on a call, ms. */
    answersWithinMs: Type.Optional(Type.Integer({ minimum: 1, maximum: 60_000 })),
    /** What a model is to judge of the conversation. */
    judge: Type.Optional(text),
  },
  closed,
);
export type Criterion = Static<typeof Criterion>;

export const Scenario = Type.Object(
  {
    channel: literals(['voice', 'whatsapp']),
    agent: Type.Object(
      {
        instructions: Type.String({ minLength: 1, maxLength: 100_000 }),
        /** On the telephone. */
        firstGreeting: Type.Optional(text),
        language: Type.Optional(Type.String({ maxLength: 35 })),
        voiceId: Type.Optional(Type.String({ maxLength: 200 })),
      },
      closed,
    ),
    customers: Type.Array(Customer, { minItems: 1, maxItems: 50 }),
    criteria: Type.Array(Criterion, { minItems: 1, maxItems: 50 }),
    /** What a customer says at most before they hang up; 12 when left out. */
    mostTurns: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  },
  closed,
);
export type Scenario = Static<typeof Scenario>;
export type SimulatedCustomer = Scenario['customers'][number];

const MOST_BYTES = 1024 * 1024;
const RULES = ['says', 'neverSays', 'endReason', 'answersWithinMs', 'judge'] as const;
const OF_CALLS: readonly string[] = ['endReason', 'answersWithinMs'];

/** From a file in YAML or JSON. @throws ConfigError that says what to write instead */
export const readScenario = (path: string): Scenario => {
  const scenario = checked(path, valueIn(path));
  const { channel, customers, criteria } = scenario;
  for (const [index, { persona, lines, voice, noise }] of customers.entries()) {
    if ((persona === undefined) === (lines === undefined))
      throw new ConfigError(`${path}: /customers/${index}: give a persona or lines`);
    if (channel !== 'voice' && (voice !== undefined || noise !== undefined))
      throw new ConfigError(`${path}: /customers/${index}: voice and noise are for the telephone`);
  }
  for (const [index, criterion] of criteria.entries()) {
    const rules = RULES.filter((rule) => criterion[rule] !== undefined);
    if (rules.length !== 1)
      throw new ConfigError(`${path}: /criteria/${index}: give exactly one of ${RULES.join(', ')}`);
    if (channel !== 'voice' && OF_CALLS.includes(rules[0] ?? ''))
      throw new ConfigError(`${path}: /criteria/${index}: ${rules[0]} is for the telephone`);
    for (const pattern of [criterion.says, criterion.neverSays])
      if (pattern !== undefined && !isPattern(pattern))
        throw new ConfigError(`${path}: /criteria/${index}: "${pattern}" is no regular expression`);
  }
  return scenario;
};

/** Whether a model is needed beside the agent's. */
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

const valueIn = (path: string): unknown => {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`${path} cannot be read; give a file in YAML or JSON (docs/simulate.md)`);
  }
  if (content.length > MOST_BYTES) throw new ConfigError(`${path} is larger than ${MOST_BYTES} characters`);
  const document = parseDocument(content);
  const [problem] = document.errors;
  if (problem !== undefined) throw new ConfigError(`${path}: ${problem.message.split('\n')[0]}`);
  return document.toJS({ maxAliasCount: 100 });
};

const isScenario = compileScenario();

function compileScenario(): (value: unknown) => value is Scenario {
  const check = compileBodyCheck(Scenario);
  return (value): value is Scenario => check(value).length === 0;
}

const checked = (path: string, value: unknown): Scenario => {
  if (isScenario(value)) return value;
  const [problem] = compileBodyCheck(Scenario)(value);
  throw new ConfigError(
    `${path}: ${problem?.path ?? ''} ${problem?.message ?? 'is no scenario'} (docs/simulate.md)`,
  );
};
