/** Versions of agents on the wire: drafts, publications, earlier versions. */
import { type Static, Type } from 'typebox';
import { Author, NamedAuthor } from '../authors.js';
import { AgentId, AgentVersionNumber, BusinessId } from '../fields.js';
import { closed, DateTime, described, nullable } from '../shapes.js';
import { AgentResource, profileFields } from './agent.js';

/** Number of an agent's versions that are kept, the newest ones. */
export const MAX_STORED_VERSIONS = 50;
/** Longest note of a version. */
const MAX_NOTE_CHARACTERS = 500;

const Note = Type.String({
  minLength: 1,
  maxLength: MAX_NOTE_CHARACTERS,
  description: 'What the author writes about the version.',
  examples: ['Greets by the time of day.'],
});
const Percent = Type.Integer({ minimum: 1, maximum: 99 });

/** An agent from one moment on: the fields that its owner edits, and the author of the change. */
export const AgentVersion = Type.Object(
  {
    version: described(AgentVersionNumber, '1 is the version that it was created with.'),
    createdAt: described(DateTime, 'When it was published.'),
    by: nullable(NamedAuthor, {
      description: 'The author; null: changes from before authors were recorded.',
    }),
    note: Type.Optional(
      described(Type.String(), 'What its author wrote about it.', 'Greets by the time of day.'),
    ),
    restored: Type.Optional(described(AgentVersionNumber, 'The earlier version that it repeats.', 1)),
    ...profileFields,
  },
  { ...closed, description: 'One version of an agent.' },
);
export type AgentVersion = Static<typeof AgentVersion>;

/** What the next publication may be. */
export const DraftResource = Type.Object(
  {
    agentId: AgentId,
    basedOn: described(AgentVersionNumber, 'The version that was published when the draft was begun.'),
    isOutdated: Type.Boolean({ description: 'Another version was published since.' }),
    tag: Type.String({
      description: 'Changes with each save. For `If-Match`, in double quotes.',
      examples: ['d2'],
    }),
    updatedAt: described(DateTime, 'When it was last saved.'),
    updatedBy: nullable(Author, { description: 'The author of the last save; null: unknown.' }),
    ...profileFields,
  },
  { ...closed, description: 'What the next publication may be.' },
);
export type DraftResource = Static<typeof DraftResource>;

export const DraftDiscard = Type.Object({ businessId: BusinessId }, closed);

export const DraftPublish = Type.Object(
  {
    businessId: BusinessId,
    note: Type.Optional(Note),
    replaces: Type.Optional(
      described(
        AgentVersionNumber,
        'The published version that the draft may replace. Default: the one that it is based on. Set it to publish a draft that is outdated.',
      ),
    ),
    percent: Type.Optional(
      Type.Integer({
        ...Percent,
        description:
          'The share of the recipients that get the draft; the others stay with the version that was published before, until the split ends. Default: all.',
        examples: [10],
      }),
    ),
  },
  closed,
);
export type DraftPublish = Static<typeof DraftPublish>;

export const RollBack = Type.Object(
  {
    businessId: BusinessId,
    version: described(AgentVersionNumber, 'The earlier version to publish again, one of the latest 50.', 1),
    note: Type.Optional(Note),
  },
  closed,
);
export type RollBack = Static<typeof RollBack>;

/** The published agent. */
export const AgentPublished = Type.Object({ agent: AgentResource }, closed);
