/** A business's own tool, as written in a file (docs/how-to/tools.md). */
import { type Static, Type } from 'typebox';
import { FIELD_KEY_PATTERN, TO_NUMBER_PATTERN } from '../patterns.js';
import { closed, Uuid } from '../shapes.js';

/** Maximum JSON characters of a tool's parameters, which the model reads before each answer. */
export const MAX_PARAMETER_CHARACTERS = 8_000;

/** Maximum characters of what a colleague hears before the customer is put through. */
export const MAX_BRIEF_CHARACTERS = 1_000;

/** The tool by which the agent of a consultation connects its colleague with the customer. */
export const CONNECT_TOOL = 'connect_customer';

/** Maximum characters of the description, which the model reads, too. */
export const MAX_DESCRIPTION_CHARACTERS = 1_000;

export const ToolFile = Type.Object(
  {
    name: Type.String({ pattern: FIELD_KEY_PATTERN }),
    /** For the model: what the tool does, and when to use it. */
    description: Type.String({ minLength: 1, maxLength: MAX_DESCRIPTION_CHARACTERS }),
    /** JSON Schema of the object that its server receives. */
    parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** The address of its server. */
    url: Type.Optional(Type.String({ maxLength: 2_048 })),
    /** Transfers the customer of a call to this number, E.164. */
    transferTo: Type.Optional(Type.String({ pattern: TO_NUMBER_PATTERN })),
    /** With `transferTo`: the agent calls that number first, and puts the customer through once a colleague agrees. */
    consults: Type.Optional(Type.Literal(true)),
    /** Sends digits on a call. */
    sendsDigits: Type.Optional(Type.Literal(true)),
    /** Looks up the customer in this structured Data Source. */
    looksUp: Type.Optional(Uuid),
    /** Hands a conversation over to people. */
    handsOver: Type.Optional(Type.Literal(true)),
    /** Saves the mobile that the customer gives to their contact. */
    savesMobile: Type.Optional(Type.Literal(true)),
    timeoutSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
    /** Omitted: every agent of the business may use it. */
    agentIds: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true })),
  },
  closed,
);
export type ToolFile = Static<typeof ToolFile>;
