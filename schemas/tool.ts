/** A tool of a business's own, as it is written down (docs/tools.md). */
import { type Static, Type } from 'typebox';
import { FIELD_KEY_PATTERN, TO_NUMBER_PATTERN } from './patterns.js';
import { closed, Uuid } from './shapes.js';

/** JSON characters of a tool's parameters: the model reads them before each answer. */
export const MOST_PARAMETER_CHARACTERS = 8_000;

/** Of what a model reads of it. */
export const MOST_DESCRIPTION_CHARACTERS = 1_000;

export const ToolFile = Type.Object(
  {
    name: Type.String({ pattern: FIELD_KEY_PATTERN }),
    /** For the model: what it does, and when to use it. */
    description: Type.String({ minLength: 1, maxLength: MOST_DESCRIPTION_CHARACTERS }),
    /** JSON Schema of an object, of what its server is given. */
    parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** Its server. */
    url: Type.Optional(Type.String({ maxLength: 2_048 })),
    /** Puts the customer of a call through to this number, E.164. */
    transferTo: Type.Optional(Type.String({ pattern: TO_NUMBER_PATTERN })),
    /** Presses keys on a call. */
    sendsDigits: Type.Optional(Type.Literal(true)),
    /** Tells what this structured Data Source has of the customer. */
    looksUp: Type.Optional(Uuid),
    /** Hands a conversation over to people. */
    handsOver: Type.Optional(Type.Literal(true)),
    /** Saves the mobile that the customer gives to their contact. */
    savesMobile: Type.Optional(Type.Literal(true)),
    timeoutSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
    /** Left out: every agent of the business may use it. */
    agentIds: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true })),
  },
  closed,
);
export type ToolFile = Static<typeof ToolFile>;
