/** A business's own provider lists, on the wire (docs/how-to/providers.md "Of a business, and of an agent"). */
import { type Static, Type } from 'typebox';
import { about, count, EXAMPLE, nullableText, nullableUuid, text, uuid } from '../described.js';
import { BusinessId } from '../fields.js';
import { closed, literals } from '../shapes.js';

/** What a provider does for agents: LLM, STT or TTS, or, as a speech-to-speech engine, all of it on calls. */
export const PROVIDER_ROLES = ['model', 'recogniser', 'synthesiser', 'engine'] as const;
export type ProviderRole = (typeof PROVIDER_ROLES)[number];

/** Maximum lists of one business. */
export const MAX_LISTS = 64;
/** Maximum providers of one list: more would be a queue instead of a fallback, and the customer hangs up meanwhile. */
export const MAX_CHOICES = 5;
const MAX_CREDENTIAL_CHARACTERS = 2_048;

/** What the roles mean to a client. */
const ROLES =
  '`model`: LLM; `recogniser`: STT; `synthesiser`: TTS; `engine`: speech-to-speech, all of it on calls.';

export const Role = literals(PROVIDER_ROLES, about(ROLES));
/** What can be tested: the roles, and the embedding model of the installation, which businesses cannot choose. */
const TESTED_ROLES = [...PROVIDER_ROLES, 'embeddings'] as const;
export type TestedRole = (typeof TESTED_ROLES)[number];
const TestedRole = literals(
  TESTED_ROLES,
  about(`${ROLES} \`embeddings\`: the installation's embedding model; no providers if it has none.`),
);
const StandIn = literals(['installation', 'none'], {
  description:
    'The fallback if every provider of the list fails: the providers of the installation for this role, or none (default).',
});

const PROVIDER_NAME = 'The name of the provider; `available` of the settings lists those that can be used.';
const Provider = text(PROVIDER_NAME, 'openai', { minLength: 1, maxLength: 40 });
const Choice = text("The provider's name of a model or voice. Default: the provider's own.", 'gpt-4o-mini', {
  minLength: 1,
  maxLength: 200,
});
const Address = text(
  "The address, if it differs from the provider's default.",
  'https://llm.acme.example/v1',
  { minLength: 1, maxLength: 2_048 },
);

export const ProviderListSet = Type.Object(
  {
    businessId: BusinessId,
    role: Role,
    agentId: Type.Optional(
      uuid('For this agent only. Omitted: for all agents without a list.', EXAMPLE.agentId),
    ),
    choices: Type.Array(
      Type.Object(
        {
          provider: Provider,
          choice: Type.Optional(Choice),
          credential: Type.Optional(
            text('Write-only. Omitted: the stored credential for this provider and address.', 'sk-example', {
              minLength: 1,
              maxLength: MAX_CREDENTIAL_CHARACTERS,
            }),
          ),
          address: Type.Optional(Address),
        },
        closed,
      ),
      { minItems: 1, maxItems: MAX_CHOICES, ...about('The providers, in fallback order.') },
    ),
    standIn: Type.Optional(StandIn),
  },
  closed,
);
export type ProviderListSet = Static<typeof ProviderListSet>;

export const ProviderListResource = Type.Object(
  {
    role: Role,
    agentId: nullableUuid('The agent of the list. Null: all agents without a list.', EXAMPLE.agentId),
    choices: Type.Array(
      Type.Object(
        {
          provider: text('The name of the provider.', 'openai'),
          choice: text("The provider's name of the model or voice.", 'gpt-4o-mini'),
          address: nullableText("The address. Null: the provider's default.", 'https://llm.acme.example/v1'),
          hasCredential: Type.Boolean(about('Whether a credential is stored for it.')),
        },
        closed,
      ),
      about('The providers, in fallback order.'),
    ),
    standIn: StandIn,
  },
  closed,
);
export type ProviderListResource = Static<typeof ProviderListResource>;

export const ProviderListTest = Type.Object(
  {
    businessId: BusinessId,
    role: TestedRole,
    agentId: Type.Optional(
      uuid('Tests the list of this agent. Omitted: that for all agents.', EXAMPLE.agentId),
    ),
  },
  closed,
);
export type ProviderListTest = Static<typeof ProviderListTest>;

/** The result of a short conversation with one provider. Times are ms from the request. */
export const ProviderReport = Type.Object(
  {
    role: TestedRole,
    provider: text('The provider and its model or voice, `<provider>:<choice>`.', 'openai:gpt-4o-mini'),
    ok: Type.Boolean(about('Whether the test succeeded.')),
    firstMs: Type.Optional(count('Time to the first token or audio, ms.', 310)),
    totalMs: Type.Optional(count('Duration of the test, ms.', 720)),
    text: Type.Optional(text('The text that it generated or recognised.', 'Hello, how can I help?')),
    audioMs: Type.Optional(count('Length of the generated speech, ms.', 1_480)),
    dimensions: Type.Optional(
      Type.Integer({ minimum: 1, ...about('Length of the vectors of an embedding model.', 768) }),
    ),
    wordTimes: Type.Optional(Type.Boolean(about('Whether it reports word timings.'))),
    remedy: Type.Optional(text('What to do if it failed.', 'Check the credential of the provider.')),
  },
  closed,
);
export type ProviderReport = Static<typeof ProviderReport>;
