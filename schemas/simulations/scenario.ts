/** The scenario of a simulation: an agent, its customers, and the criteria for their conversations (docs/how-to/simulated-customers.md). */
import { type Static, Type } from 'typebox';
import { MAX_DISCLOSURE_CHARACTERS } from '../agents/disclosure.js';
import { closed, literals } from '../shapes.js';
import { Criterion, MAX_SAMPLES, problemOfCriterion, VIRTUAL_RULES } from './criterion.js';
import { MAX_RUNS, problemOfCustomer, SimulatedCustomer, virtualOnlyOf } from './customer.js';
import { text, type Within } from './shapes.js';
import { problemOfTools, SimulatedTools } from './tools.js';

/** Turns of a customer before they leave, if the scenario does not say. */
export const DEFAULT_TURNS = 12;

export const SimulationChannel = literals(['voice', 'whatsapp'], {
  description: 'Channel of the conversations.',
});
export type SimulationChannel = Static<typeof SimulationChannel>;

/** What a scenario has beside its agent: an agent of the service can be rehearsed with it as well. */
export const SCENARIO_PARTS = {
  customers: Type.Array(SimulatedCustomer, {
    minItems: 1,
    maxItems: 50,
    description: 'The simulated customers.',
    examples: [[{ name: 'hesitates and coughs', lines: ['A table for two, please.'], coughs: 0.2 }]],
  }),
  criteria: Type.Array(Criterion, {
    minItems: 1,
    maxItems: 50,
    description: 'What each conversation is judged by.',
    examples: [[{ name: 'asks for the time', says: 'which time' }]],
  }),
  mostTurns: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: `Maximum number of turns of a customer before they leave; default ${DEFAULT_TURNS}.`,
      examples: [12],
    }),
  ),
  tools: Type.Optional(SimulatedTools),
  judge: Type.Optional(
    Type.Object(
      {
        samples: Type.Integer({
          minimum: 1,
          maximum: MAX_SAMPLES,
          description: 'How often the judge answers each question; default 1.',
          examples: [3],
        }),
      },
      { ...closed, description: 'How the judge works.' },
    ),
  ),
  runs: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RUNS,
      description: 'Number of conversations of each customer that has no number of its own; default 1.',
      examples: [2],
    }),
  ),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      description: 'Seed of what is drawn at random in virtual time; default 1.',
      examples: [7],
    }),
  ),
};

export const Scenario = Type.Object(
  {
    channel: SimulationChannel,
    agent: Type.Object(
      {
        instructions: Type.String({
          minLength: 1,
          maxLength: 100_000,
          description: 'Instructions of the agent.',
          examples: ['You book tables. Ask for the number of people and the time.'],
        }),
        firstGreeting: Type.Optional(text('On calls: its greeting.', 'Hello, this is the restaurant.')),
        disclosure: Type.Optional(
          Type.String({
            maxLength: MAX_DISCLOSURE_CHARACTERS,
            description: 'On calls: its disclosure, spoken before the greeting.',
            examples: ['This call is recorded.'],
          }),
        ),
        language: Type.Optional(
          Type.String({ maxLength: 35, description: 'On calls: its language, BCP 47.', examples: ['en'] }),
        ),
        voiceId: Type.Optional(
          Type.String({ maxLength: 200, description: 'On calls: its voice.', examples: ['flite:slt'] }),
        ),
      },
      { ...closed, description: 'The agent that is rehearsed.' },
    ),
    ...SCENARIO_PARTS,
  },
  closed,
);
export type Scenario = Static<typeof Scenario>;

/** A scenario for an agent that exists. */
export type ScenarioParts = Omit<Scenario, 'channel' | 'agent'>;

/** A problem of a scenario. `path`: a JSON Pointer. */
export interface ScenarioProblem {
  readonly path: string;
  readonly message: string;
}

/** The first problem of a scenario that has the right shape; null if it can be played. Pure. */
export const problemOf = ({ channel, agent, ...parts }: Scenario): ScenarioProblem | null =>
  problemOfAgent(channel, agent) ?? problemOfParts(channel, parts);

/** As {@link problemOf}, for a scenario without an agent. Pure. */
export const problemOfParts = (
  channel: SimulationChannel,
  { customers, criteria, tools = {} }: ScenarioParts,
): ScenarioProblem | null =>
  duplicateName('/customers', customers) ??
  duplicateName('/criteria', criteria) ??
  firstOf('/customers', customers, (customer) => problemOfCustomer(channel, customer)) ??
  firstOf('/criteria', criteria, (criterion) => problemOfCriterion(channel, criterion)) ??
  placed('/tools', problemOfTools(tools));

const placed = (place: string, found: Within | null): ScenarioProblem | null =>
  found === null ? null : { path: `${place}${found[0]}`, message: found[1] };

const firstOf = <Part>(
  place: string,
  parts: readonly Part[],
  check: (part: Part) => Within | null,
): ScenarioProblem | null => {
  for (const [index, part] of parts.entries()) {
    const found = placed(`${place}/${index}`, check(part));
    if (found !== null) return found;
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

const problemOfAgent = (channel: SimulationChannel, agent: Scenario['agent']): ScenarioProblem | null => {
  const spoken = channel === 'voice' ? undefined : VOICE_ONLY.find((setting) => agent[setting] !== undefined);
  return spoken === undefined
    ? null
    : { path: `/agent/${spoken}`, message: 'is only for calls; leave it out' };
};

/** The first part of a scenario that can only be played in virtual time; null: it can be played in real time as well. */
export const firstVirtualPart = ({ customers, criteria, tools }: ScenarioParts): ScenarioProblem | null => {
  const message = 'needs virtual time';
  if (tools !== undefined) return { path: '/tools', message };
  return (
    firstOf('/customers', customers, (customer) => {
      const setting = virtualOnlyOf(customer);
      return setting === undefined ? null : [`/${setting}`, message];
    }) ??
    firstOf('/criteria', criteria, (criterion) => {
      const rule = VIRTUAL_RULES.find((key) => criterion[key] !== undefined);
      return rule === undefined ? null : [`/${rule}`, message];
    })
  );
};

/** Whether the scenario needs a model besides the agent's. */
export const needsModel = ({ customers, criteria }: ScenarioParts): boolean =>
  customers.some(({ persona }) => persona !== undefined) || criteria.some(({ judge }) => judge !== undefined);
