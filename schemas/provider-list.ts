/** A business's own provider lists, on the wire (docs/providers.md "Of a business, and of an agent"). */
import { type Static, Type } from 'typebox';
import { Count, closed, literals, nullable, Uuid } from './shapes.js';

/** What a provider does for agents: LLM, STT or TTS, or, as a speech-to-speech engine, all of it on calls. */
export const PROVIDER_ROLES = ['model', 'recogniser', 'synthesiser', 'engine'] as const;
export type ProviderRole = (typeof PROVIDER_ROLES)[number];

/** Maximum lists of one business. */
export const MOST_LISTS = 64;
/** Maximum providers of one list: more would be a queue instead of a fallback, and the customer hangs up meanwhile. */
export const MOST_CHOICES = 5;
const MOST_CREDENTIAL_CHARACTERS = 2_048;

export const Role = literals(PROVIDER_ROLES);
const StandIn = literals(['installation', 'none'], {
  description:
    'Who is asked where nobody in the list can: whoever the installation has for this role, or nobody (default).',
});

const Provider = Type.String({ minLength: 1, maxLength: 40, description: 'Like `openai`.' });
const Choice = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "The provider's own name of a model or a voice.",
});
const Address = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: "Where it is reached, where that is not the provider's own address.",
});

export const ProviderListSet = Type.Object(
  {
    businessId: Uuid,
    role: Role,
    agentId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'For this agent alone; left out: for all that have no list.',
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
              maxLength: MOST_CREDENTIAL_CHARACTERS,
              description:
                'Written, never read. Left out: the one that the list has for this provider at this address.',
            }),
          ),
          address: Type.Optional(Address),
        },
        closed,
      ),
      { minItems: 1, maxItems: MOST_CHOICES, description: 'The first is asked, the others stand in for it.' },
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
          address: nullable(Type.String(), { description: "Null: the provider's own." }),
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
  { businessId: Uuid, role: Role, agentId: Type.Optional(Uuid) },
  closed,
);
export type ProviderListTest = Static<typeof ProviderListTest>;

/** The result of a short conversation with one provider. Times are ms from the request. */
export const ProviderReport = Type.Object(
  {
    role: Role,
    provider: Type.String({ description: '`<provider>:<choice>`' }),
    ok: Type.Boolean(),
    firstMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Until the first token or audio.' })),
    totalMs: Type.Optional(Count),
    text: Type.Optional(Type.String({ description: 'What it said, or what it understood.' })),
    audioMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Length of its speech.' })),
    wordTimes: Type.Optional(Type.Boolean({ description: 'Whether it tells when each word is spoken.' })),
    remedy: Type.Optional(Type.String({ description: 'What is to be done where it failed.' })),
  },
  closed,
);
export type ProviderReport = Static<typeof ProviderReport>;
