/** A business's own provider lists, on the wire (docs/how-to/providers.md "Of a business, and of an agent"). */
import { type Static, Type } from 'typebox';
import { Count, closed, literals, nullable, Uuid } from '../shapes.js';

/** What a provider does for agents: LLM, STT or TTS, or, as a speech-to-speech engine, all of it on calls. */
export const PROVIDER_ROLES = ['model', 'recogniser', 'synthesiser', 'engine'] as const;
export type ProviderRole = (typeof PROVIDER_ROLES)[number];

/** Maximum lists of one business. */
export const MAX_LISTS = 64;
/** Maximum providers of one list: more would be a queue instead of a fallback, and the customer hangs up meanwhile. */
export const MAX_CHOICES = 5;
const MAX_CREDENTIAL_CHARACTERS = 2_048;

export const Role = literals(PROVIDER_ROLES);
/** What can be tested: the roles, and the embedding model of the installation, which businesses cannot choose. */
const TESTED_ROLES = [...PROVIDER_ROLES, 'embeddings'] as const;
export type TestedRole = (typeof TESTED_ROLES)[number];
const TestedRole = literals(TESTED_ROLES);
const StandIn = literals(['installation', 'none'], {
  description:
    'The fallback if every provider of the list fails: the providers of the installation for this role, or none (default).',
});

const Provider = Type.String({ minLength: 1, maxLength: 40, description: 'For example `openai`.' });
const Choice = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "The provider's name of a model or voice.",
});
const Address = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: "The address, if it differs from the provider's default.",
});

export const ProviderListSet = Type.Object(
  {
    businessId: Uuid,
    role: Role,
    agentId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'For this agent only; omitted: for all agents without a list.',
      }),
    ),
    choices: Type.Array(
      Type.Object(
        {
          provider: Provider,
          choice: Type.Optional(Choice),
          credential: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: MAX_CREDENTIAL_CHARACTERS,
              description: 'Write-only. Omitted: the stored credential for this provider and address.',
            }),
          ),
          address: Type.Optional(Address),
        },
        closed,
      ),
      { minItems: 1, maxItems: MAX_CHOICES, description: 'In fallback order.' },
    ),
    standIn: Type.Optional(StandIn),
  },
  closed,
);
export type ProviderListSet = Static<typeof ProviderListSet>;

export const ProviderListResource = Type.Object(
  {
    role: Role,
    agentId: nullable(Uuid),
    choices: Type.Array(
      Type.Object(
        {
          provider: Type.String(),
          choice: Type.String(),
          address: nullable(Type.String(), { description: "Null: the provider's default." }),
          hasCredential: Type.Boolean(),
        },
        closed,
      ),
    ),
    standIn: StandIn,
  },
  closed,
);
export type ProviderListResource = Static<typeof ProviderListResource>;

export const ProviderListTest = Type.Object(
  {
    businessId: Uuid,
    role: literals(TESTED_ROLES, {
      description: "`embeddings`: the installation's embedding model; no providers if it has none.",
    }),
    agentId: Type.Optional(Uuid),
  },
  closed,
);
export type ProviderListTest = Static<typeof ProviderListTest>;

/** The result of a short conversation with one provider. Times are ms from the request. */
export const ProviderReport = Type.Object(
  {
    role: TestedRole,
    provider: Type.String({ description: '`<provider>:<choice>`' }),
    ok: Type.Boolean(),
    firstMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Until the first token or audio.' })),
    totalMs: Type.Optional(Count),
    text: Type.Optional(Type.String({ description: 'The text that it generated or recognised.' })),
    audioMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Length of the generated speech.' })),
    dimensions: Type.Optional(Type.Integer({ minimum: 1, description: 'Of the vectors of embeddings.' })),
    wordTimes: Type.Optional(Type.Boolean({ description: 'Whether it reports word timings.' })),
    remedy: Type.Optional(Type.String({ description: 'What to do if it failed.' })),
  },
  closed,
);
export type ProviderReport = Static<typeof ProviderReport>;
