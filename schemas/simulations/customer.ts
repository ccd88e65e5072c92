/** A simulated customer: a persona or lines, how they sound, and how they behave. */
import { type Static, Type } from 'typebox';
import { alternatives, closed, literals } from '../shapes.js';
import { partName, share, text, type Within } from './shapes.js';

/** The most runs of one customer. */
export const MAX_RUNS = 100;
/** What is remembered of one customer, at most. */
const MAX_MEMORIES = 20;

const dbfs = Type.Number({
  minimum: -70,
  maximum: -10,
  description: 'Level in dB relative to full scale.',
  examples: [-35],
});

const Noise = Type.Object(
  {
    kind: literals(['white', 'rumble'], { description: 'white: hiss. rumble: low noise, as in a vehicle.' }),
    dbfs,
  },
  { ...closed, description: 'On calls: background noise on their line.' },
);

const OtherSpeaker = Type.Object(
  {
    lines: Type.Array(text('One line.', 'Where are my keys?'), {
      minItems: 1,
      maxItems: 20,
      description: 'What the other person says.',
      examples: [['Where are my keys?']],
    }),
    dbfs: Type.Optional(dbfs),
  },
  {
    ...closed,
    description: 'On calls: another person near them speaks these lines now and then; default level -30 dB.',
  },
);

/** What a customer does beside speaking; it happens only in virtual time. Shares are drawn by the seed. */
const BEHAVIOURS = {
  interrupts: share("On calls: share of the agent's answers that they interrupt."),
  pauses: share('On calls: share of their lines with a pause in the middle.'),
  coughs: share("On calls: share of the agent's answers during which they cough."),
  mumbles: share('On calls: share of their words that are recognised wrongly, or not at all.'),
  echo: Type.Number({
    minimum: -60,
    maximum: -6,
    description: "On calls: their telephone returns the agent's voice at this level, in dB.",
    examples: [-30],
  }),
  otherSpeaker: OtherSpeaker,
};

/** Intentions of customers that mean the business no good. */
const ADVERSARIAL = ['injection', 'abuse', 'off_topic'] as const;
export type Adversarial = (typeof ADVERSARIAL)[number];

export const SimulatedCustomer = Type.Object(
  {
    name: partName('hesitates and coughs'),
    persona: Type.Optional(
      text(
        'Identity and wishes of the customer, played by an LLM.',
        'You are Sam. You want a table for two.',
      ),
    ),
    lines: Type.Optional(
      Type.Array(text('One line.', 'A table for two, please.'), {
        minItems: 1,
        maxItems: 50,
        description: 'What they say, one line per answer of the agent; then they leave.',
        examples: [['A table for two, please.', 'Thank you, goodbye.']],
      }),
    ),
    adversarial: Type.Optional(
      literals(ADVERSARIAL, {
        description:
          'They try to change what the agent does, insult it, or talk about something else. With a persona it is added to it; without, they say lines of a list.',
      }),
    ),
    voice: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'On calls: their voice, <provider>:<voice>; default flite:rms.',
        examples: ['flite:rms'],
      }),
    ),
    noise: Type.Optional(Noise),
    interrupts: Type.Optional(BEHAVIOURS.interrupts),
    pauses: Type.Optional(BEHAVIOURS.pauses),
    coughs: Type.Optional(BEHAVIOURS.coughs),
    mumbles: Type.Optional(BEHAVIOURS.mumbles),
    echo: Type.Optional(BEHAVIOURS.echo),
    otherSpeaker: Type.Optional(BEHAVIOURS.otherSpeaker),
    memory: Type.Optional(
      Type.Array(text('One fact.', 'Is allergic to nuts.'), {
        minItems: 1,
        maxItems: MAX_MEMORIES,
        description: 'What the agent remembers of them from earlier conversations; only in virtual time.',
        examples: [['Is allergic to nuts.']],
      }),
    ),
    runs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_RUNS,
        description: 'Number of their conversations with the agent.',
        examples: [3],
      }),
    ),
  },
  {
    ...closed,
    ...alternatives(
      { has: ['persona'], lacks: ['lines'] },
      { has: ['lines'], lacks: ['persona', 'adversarial'] },
      { has: ['adversarial'], lacks: ['persona', 'lines'] },
    ),
  },
);
export type SimulatedCustomer = Static<typeof SimulatedCustomer>;

/** Settings of customers on calls. */
const VOICE_ONLY = [
  'voice',
  'noise',
  'interrupts',
  'pauses',
  'coughs',
  'mumbles',
  'echo',
  'otherSpeaker',
] as const;

/** The first problem of a customer that has the right shape; null: there is none. Pure. */
export const problemOfCustomer = (
  channel: 'voice' | 'whatsapp',
  customer: SimulatedCustomer,
): Within | null => {
  const { persona, lines, adversarial } = customer;
  if (lines !== undefined && (persona !== undefined || adversarial !== undefined))
    return ['', 'needs either a persona or lines, and adversarial only without lines'];
  if (persona === undefined && lines === undefined && adversarial === undefined)
    return ['', 'needs either a persona or lines'];
  if (channel === 'voice') return null;
  const spoken = VOICE_ONLY.find((setting) => customer[setting] !== undefined);
  return spoken === undefined ? null : [`/${spoken}`, 'is only for calls; leave it out'];
};

/** What customers have that only conversations in virtual time can play; undefined: nothing. */
export const virtualOnlyOf = (customer: SimulatedCustomer): string | undefined =>
  ([...Object.keys(BEHAVIOURS), 'memory'] as const).find((setting) => setting in customer);
