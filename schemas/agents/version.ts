/** Versions of agents on the wire: drafts, publications, earlier versions. */
import { type Static, Type } from 'typebox';
import { closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { AgentResource, profileFields } from './agent.js';

/** Number of an agent's versions that are kept, the newest ones. */
export const MAX_STORED_VERSIONS = 50;
/** Longest note of a version. */
const MAX_NOTE_CHARACTERS = 500;

const Version = Type.Integer({ minimum: 1 });
const Note = Type.String({ minLength: 1, maxLength: MAX_NOTE_CHARACTERS });
const Percent = Type.Integer({ minimum: 1, maximum: 99 });

/** An agent from one moment on: the fields that its owner edits, and the author of the change. */
export const AgentVersion = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: '1 is the version that it was created with.' }),
    createdAt: DateTime,
    by: nullable(
      Type.Object(
        {
          type: literals(['user', 'key']),
          id: Type.String(),
          name: nullable(Type.String({ description: 'Null: the user or key no longer exists.' })),
        },
        closed,
      ),
    ),
    note: Type.Optional(Type.String({ description: 'What its author wrote about it.' })),
    restored: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The earlier version that it repeats.' }),
    ),
    ...profileFields,
  },
  closed,
);
export type AgentVersion = Static<typeof AgentVersion>;

/** What the next publication may be. */
export const DraftResource = Type.Object(
  {
    agentId: Uuid,
    basedOn: Type.Integer({
      minimum: 1,
      description: 'The version that was published when the draft was begun.',
    }),
    isOutdated: Type.Boolean({ description: 'Another version was published since.' }),
    tag: Type.String({ description: 'Changes with each save. For `If-Match`, in double quotes.' }),
    updatedAt: DateTime,
    updatedBy: nullable(Type.Object({ type: literals(['user', 'key']), id: Type.String() }, closed)),
    ...profileFields,
  },
  closed,
);
export type DraftResource = Static<typeof DraftResource>;

export const DraftDiscard = Type.Object({ businessId: Uuid }, closed);

export const DraftPublish = Type.Object(
  {
    businessId: Uuid,
    note: Type.Optional(Note),
    replaces: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The published version that the draft may replace. Default: the one that it is based on. Set it to publish a draft that is outdated.',
      }),
    ),
    percent: Type.Optional(
      Type.Integer({
        ...Percent,
        description:
          'The share of the recipients that get the draft; the others stay with the version that was published before, until the split ends. Default: all.',
      }),
    ),
  },
  closed,
);
export type DraftPublish = Static<typeof DraftPublish>;

export const RollBack = Type.Object(
  { businessId: Uuid, version: Version, note: Type.Optional(Note) },
  closed,
);
export type RollBack = Static<typeof RollBack>;

/** The published agent. */
export const AgentPublished = Type.Object({ agent: AgentResource }, closed);
