/** A conversation of a simulated customer with an agent, as it was heard. */
import { type Static, Type } from 'typebox';
import { Count, closed, literals, nullable } from '../shapes.js';
import { SimulatedOutcome } from './tools.js';

/** The beginning of the conversation is 0. */
const At = nullable(Count, { description: 'ms since the beginning; null: unknown.' });

/** What one side said, as the other side heard it. */
export const RehearsedLine = Type.Object(
  {
    /** `human`: a person who took the call over. */
    speaker: literals(['customer', 'agent', 'human']),
    text: Type.String(),
    startMs: Type.Optional(At),
    endMs: Type.Optional(At),
    interrupted: Type.Optional(
      Type.Literal(true, { description: 'The other side cut it off; absent: it was heard to its end.' }),
    ),
    said: Type.Optional(
      Type.String({ description: 'What the customer really said; absent: it is what was heard.' }),
    ),
  },
  closed,
);
export type RehearsedLine = Static<typeof RehearsedLine>;

export const RehearsedToolUse = Type.Object(
  {
    tool: Type.String(),
    arguments: Type.Record(Type.String(), Type.Unknown()),
    outcome: SimulatedOutcome,
    result: Type.String(),
    startMs: At,
    ms: Type.Integer({ minimum: 0, description: 'How long it took.' }),
  },
  closed,
);
export type RehearsedToolUse = Static<typeof RehearsedToolUse>;

/** Why a conversation did not reach its end. */
export const RehearsalProblem = Type.Object(
  {
    of: literals(['agent', 'simulation'], { description: 'Where the fault is.' }),
    text: Type.String(),
  },
  closed,
);
export type RehearsalProblem = Static<typeof RehearsalProblem>;

export const RehearsedConversation = Type.Object(
  {
    lines: Type.Array(RehearsedLine),
    toolUses: Type.Array(RehearsedToolUse),
    endReason: nullable(Type.String(), { description: 'How a call ended; null in writing.' }),
    answerMs: Type.Array(Type.Number(), {
      description: "For each answer on a call: from the end of the customer's speech to its first frame.",
    }),
    talkedOverMs: Type.Optional(
      Type.Array(Count, {
        description: 'For each time that both sides of a call spoke at once: for how long.',
      }),
    ),
    durationMs: Type.Optional(nullable(Count, { description: 'In virtual time; null: unknown.' })),
    problem: nullable(RehearsalProblem),
    tooSlow: Type.Optional(
      nullable(
        Type.Object(
          { behindMs: Count },
          {
            ...closed,
            description:
              'The machine fell behind the real clock by this much while a provider was awaited: times prove nothing.',
          },
        ),
      ),
    ),
  },
  closed,
);
export type RehearsedConversation = Static<typeof RehearsedConversation>;
