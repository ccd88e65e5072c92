/** A business's own tools: as they are defined, by file or request, and as they are shown (docs/how-to/tools.md). */
import { type Static, Type } from 'typebox';
import { AgentId, BusinessId, DataSourceId, Tag } from '../fields.js';
import { FIELD_KEY_PATTERN, TO_NUMBER_PATTERN } from '../patterns.js';
import { closed, described, exactlyOneOf, literals, nullable, Uuid } from '../shapes.js';
import { ToolOAuth, ToolOAuthResource } from './tool-oauth.js';

/** Maximum JSON characters of a tool's parameters, which the model reads before each answer. */
export const MAX_PARAMETER_CHARACTERS = 8_000;

/** Maximum characters of what a colleague hears before the customer is put through. */
export const MAX_BRIEF_CHARACTERS = 1_000;

/** The tool by which the agent of a consultation connects its colleague with the customer. */
export const CONNECT_TOOL = 'connect_customer';

/** The tool by which an agent ends a call. */
export const END_CALL_TOOL = 'end_call';

/** The tool by which an agent with a goal in phone menus presses keys; it hides a tool of the business with this name. */
export const PRESS_KEYS_TOOL = 'press_keys';

/** The tool by which an agent continues a call in another language. */
export const SWITCH_LANGUAGE_TOOL = 'switch_language';

/** The tool by which a customer ends contact. */
export const STOP_CONTACTING_TOOL = 'stop_contacting';

/** Tools that Parley adds to calls, or to conversations; a model takes no two tools of a name. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  CONNECT_TOOL,
  END_CALL_TOOL,
  SWITCH_LANGUAGE_TOOL,
  STOP_CONTACTING_TOOL,
]);

/** Whether a built-in tool has that name. */
export const isReservedName = (name: string): boolean => RESERVED_NAMES.has(name);

/** Maximum characters of the description, which the model reads, too. */
export const MAX_DESCRIPTION_CHARACTERS = 1_000;

/** What a name looks like: models accept no other. */
export const ToolName = Type.String({
  pattern: FIELD_KEY_PATTERN,
  description: 'The name by which the model uses it. Names of built-in tools like `end_call` are refused.',
  examples: ['order_status'],
});

const TimeoutSeconds = Type.Integer({
  minimum: 1,
  maximum: 30,
  description: 'How long its answer is awaited, seconds. Default: 8.',
  examples: [8],
});

const AgentIds = Type.Array(Uuid, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'The agents that may use it. Omitted: every agent of the business.',
  examples: [['ce24a5c0-3884-5dcb-8147-51032fbecb2a']],
});

const URL_CHARACTERS = 2_048;

const fields = {
  name: ToolName,
  description: Type.String({
    minLength: 1,
    maxLength: MAX_DESCRIPTION_CHARACTERS,
    description: 'For the model: what the tool does, and when to use it.',
    examples: ['Looks up where an order is. Use it when the customer asks for an order.'],
  }),
  parameters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'With url: JSON Schema of the object that the server receives, at most 8,000 characters.',
      examples: [{ type: 'object', properties: { order: { type: 'string' } }, required: ['order'] }],
    }),
  ),
  url: Type.Optional(
    Type.String({
      maxLength: URL_CHARACTERS,
      description: 'The address of its server, which receives signed requests: https, and public.',
      examples: ['https://orders.example.com/parley/order-status'],
    }),
  ),
  oauth: Type.Optional(ToolOAuth),
  transferTo: Type.Optional(
    Type.String({
      pattern: TO_NUMBER_PATTERN,
      description: 'Transfers the customer of a call to this number, E.164.',
      examples: ['+14155550120'],
    }),
  ),
  consults: Type.Optional(
    Type.Literal(true, {
      description:
        'With transferTo: the agent calls that number first, and puts the customer through once a colleague agrees.',
    }),
  ),
  sendsDigits: Type.Optional(Type.Literal(true, { description: 'Sends digits on a call.' })),
  looksUp: Type.Optional(described(DataSourceId, 'Looks up the customer in this structured Data Source.')),
  handsOver: Type.Optional(Type.Literal(true, { description: 'Hands a conversation over to people.' })),
  savesMobile: Type.Optional(
    Type.Literal(true, { description: 'Saves the mobile that the customer gives to their contact.' }),
  ),
  timeoutSeconds: Type.Optional(TimeoutSeconds),
  agentIds: Type.Optional(AgentIds),
  project: Type.Optional(
    Type.String({
      pattern: FIELD_KEY_PATTERN,
      description: 'The project of `parley apply` that the tool belongs to. Omitted: none.',
    }),
  ),
};

/** The fields of which a definition has exactly one. */
export const TOOL_KINDS = [
  'url',
  'transferTo',
  'sendsDigits',
  'looksUp',
  'savesMobile',
  'handsOver',
] as const;

/** A definition. It has exactly one of {@link TOOL_KINDS}. */
export const OwnTool = Type.Object(fields, { ...closed, ...exactlyOneOf(TOOL_KINDS) });
export type OwnTool = Static<typeof OwnTool>;

/** Request to add a tool, or to replace the one of the same name. */
export const OwnToolSet = Type.Object(
  {
    businessId: BusinessId,
    ...fields,
    newSecret: Type.Optional(
      Type.Literal(true, { description: 'With url: replace the signing secret of an existing tool.' }),
    ),
  },
  { ...closed, ...exactlyOneOf(TOOL_KINDS) },
);
export type OwnToolSet = Static<typeof OwnToolSet>;

/** What runs a tool. */
const ToolKind = literals(
  ['http', 'mcp', 'transfer', 'consult', 'send_digits', 'look_up', 'hand_over', 'save_mobile'],
  {
    description:
      'http: a server of the business; mcp: a tool of an MCP server; the others are done by Parley.',
  },
);

/** A tool as it is shown, without its secrets. */
export const OwnToolResource = Type.Object(
  {
    name: described(Type.String(), 'The name by which the model uses it.', 'order_status'),
    description: described(
      Type.String(),
      'For the model: what it does, and when to use it.',
      'Looks up where an order is. Use it when the customer asks for an order.',
    ),
    kind: ToolKind,
    parameters: described(
      Type.Record(Type.String(), Type.Unknown()),
      'JSON Schema of the arguments; empty where the tool takes none.',
      { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    ),
    url: nullable(Type.String(), {
      description: 'The address of its server; null unless it is http or mcp.',
      examples: ['https://orders.example.com/parley/order-status'],
    }),
    oauth: nullable(ToolOAuthResource, {
      description: 'Of http and mcp: the client with which its server is called.',
    }),
    hasToken: Type.Boolean({ description: 'Of mcp: whether a bearer token is stored.' }),
    serverTool: nullable(Type.String(), {
      description: "Of mcp: the server's own name for it; otherwise null.",
      examples: ['find_order'],
    }),
    transferTo: nullable(Type.String(), {
      description: 'Of transfer and consult: the number that is called, E.164; otherwise null.',
      examples: ['+14155550120'],
    }),
    looksUp: nullable(Type.String(), {
      description: 'Of look_up: the id of the Data Source; otherwise null.',
      examples: ['29165478-e765-5b8a-800e-99a6b0f2fcdd'],
    }),
    timeoutSeconds: described(Type.Integer(), 'How long its answer is awaited, seconds.', 8),
    agentIds: nullable(Type.Array(Type.String()), {
      description: 'The agents that may use it; null: every agent of the business.',
      examples: [['ce24a5c0-3884-5dcb-8147-51032fbecb2a']],
    }),
    project: Type.Optional(
      Type.String({
        description: 'The project of `parley apply` that the tool belongs to; absent: none.',
        examples: ['acme-support'],
      }),
    ),
    tag: Tag,
  },
  { ...closed, description: 'A tool, without its secrets.' },
);
export type OwnToolResource = Static<typeof OwnToolResource>;

/** Request to use a tool once, as an agent would. */
export const ToolTrial = Type.Object(
  {
    businessId: BusinessId,
    agentId: described(AgentId, 'The agent as which it is used.'),
    arguments: described(
      Type.Record(Type.String(), Type.Unknown()),
      'What the model would supply; checked against `parameters`.',
      { order: 'A-17' },
    ),
  },
  closed,
);
export type ToolTrial = Static<typeof ToolTrial>;

/** What a trial came to. */
export const ToolTrialResult = Type.Object(
  {
    outcome: described(
      literals(['done', 'failed', 'unknown']),
      'unknown: the server did not answer in time, and may have done it.',
    ),
    result: Type.String({ description: 'What the model would get.', examples: ['{"status":"on its way"}'] }),
    ms: described(Type.Integer(), 'How long it took, ms.', 412),
  },
  closed,
);
export type ToolTrialResult = Static<typeof ToolTrialResult>;

/** Request to add tools of an MCP server; without `tools`, to list what it offers. */
export const ToolImport = Type.Object(
  {
    businessId: BusinessId,
    url: Type.String({
      minLength: 1,
      maxLength: URL_CHARACTERS,
      description: 'The address of the MCP server: https, and public.',
      examples: ['https://tools.example.com/mcp'],
    }),
    token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4_096,
        description: 'Bearer token for the server. Never returned.',
        examples: ['mcp_7b1d'],
      }),
    ),
    oauth: Type.Optional(ToolOAuth),
    tools: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        minItems: 1,
        maxItems: 32,
        uniqueItems: true,
        description: 'Names of the tools to add, as on the server. Omitted: none is added.',
        examples: [['find_order']],
      }),
    ),
    prefix: Type.Optional(
      Type.String({
        pattern: FIELD_KEY_PATTERN,
        description: 'Prefix for their names, followed by an underscore.',
        examples: ['shop'],
      }),
    ),
    timeoutSeconds: Type.Optional(TimeoutSeconds),
    agentIds: Type.Optional(AgentIds),
  },
  closed,
);
export type ToolImport = Static<typeof ToolImport>;

/** What an MCP server offers, and what was added of it. */
export const ToolImportResult = Type.Object(
  {
    offered: described(
      Type.Array(
        Type.Object(
          {
            name: described(Type.String(), "The server's own name for it.", 'find_order'),
            description: described(
              Type.String(),
              'What the server says about it.',
              'Finds an order by its number.',
            ),
          },
          closed,
        ),
      ),
      'The tools of the server.',
    ),
    tools: Type.Array(OwnToolResource, { description: 'The tools that were added or replaced.' }),
  },
  closed,
);
export type ToolImportResult = Static<typeof ToolImportResult>;
