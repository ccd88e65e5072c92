/** A conversation of a simulated customer with an agent, as it was heard. */
import { type Static, Type } from 'typebox';
import { Count, closed, described, literals, nullable } from '../shapes.js';
import { SimulatedOutcome } from './tools.js';

/** The beginning of the conversation is 0. */
const At = nullable(Count, { description: 'ms since the beginning; null: unknown.', examples: [1200] });

/** What one side said, as the other side heard it. */
export const RehearsedLine = Type.Object(
  {
    /** `human`: a person who took the call over. */
    speaker: literals(['customer', 'agent', 'human'], {
      description: 'human: a person who took the call over.',
    }),
    text: described(Type.String(), 'What the other side heard.', 'For which time?'),
    startMs: Type.Optional(At),
    endMs: Type.Optional(At),
    interrupted: Type.Optional(
      Type.Literal(true, { description: 'The other side cut it off; absent: it was heard to its end.' }),
    ),
    said: Type.Optional(
      Type.String({
        description: 'What the customer really said; absent: it is what was heard.',
        examples: ['At eight, please.'],
      }),
    ),
  },
  closed,
);
export type RehearsedLine = Static<typeof RehearsedLine>;

export const RehearsedToolUse = Type.Object(
  {
    tool: described(Type.String(), 'The tool.', 'book_table'),
    arguments: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What the model supplied.',
      examples: [{ people: 2 }],
    }),
    outcome: SimulatedOutcome,
    result: described(Type.String(), 'What the model was given.', 'Booked.'),
    startMs: At,
    ms: Type.Integer({ minimum: 0, description: 'How long it took, ms.', examples: [800] }),
  },
  closed,
);
export type RehearsedToolUse = Static<typeof RehearsedToolUse>;

/** Why a conversation did not reach its end. */
export const RehearsalProblem = Type.Object(
  {
    of: literals(['agent', 'simulation'], {
      description:
        'agent: it failed the conversation. simulation: a provider, the persona or the machine did.',
    }),
    text: described(Type.String(), 'What went wrong.', 'The agent said nothing for 20 s.'),
  },
  closed,
);
export type RehearsalProblem = Static<typeof RehearsalProblem>;

export const RehearsedConversation = Type.Object(
  {
    lines: Type.Array(RehearsedLine, { description: 'What was said, in order.' }),
    toolUses: Type.Array(RehearsedToolUse, { description: 'The uses of tools, in order.' }),
    endReason: nullable(Type.String(), {
      description: 'How a call ended; null in writing.',
      examples: ['agent_hangup'],
    }),
    answerMs: Type.Array(Type.Number(), {
      description: "For each answer on a call: from the end of the customer's speech to its first frame, ms.",
      examples: [[820, 910]],
    }),
    talkedOverMs: Type.Optional(
      Type.Array(Count, {
        description: 'For each time that both sides of a call spoke at once: for how long, ms.',
        examples: [[240]],
      }),
    ),
    durationMs: Type.Optional(
      nullable(Count, {
        description: 'In virtual time: how long it lasted, ms; null: unknown.',
        examples: [41200],
      }),
    ),
    problem: nullable(RehearsalProblem, { description: 'Why it did not reach its end; null: it did.' }),
    tooSlow: Type.Optional(
      nullable(
        Type.Object(
          { behindMs: described(Count, 'How far it fell behind the real clock, ms.', 400) },
          {
            ...closed,
            description:
              'The machine fell behind the real clock by this much while a provider was awaited: times prove nothing.',
          },
        ),
        {
          description:
            'The machine was too slow for the times to prove anything; null or absent: it was not.',
        },
      ),
    ),
  },
  closed,
);
export type RehearsedConversation = Static<typeof RehearsedConversation>;
