/** Versions of agents: drafts, publications, earlier versions. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  AgentPublished,
  AgentVersion,
  DraftDiscard,
  DraftPublish,
  DraftResource,
  RollBack,
} from '../../../schemas/agents/version.js';
import type { ErrorCode } from '../../../schemas/error-table.js';
import { DomainError } from '../../../schemas/errors.js';
import { AgentId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';
import { BusinessQuery, ListQuery, NextCursor, pageRequest, writtenAs } from '../common.js';
import { type Bodies, PROFILE_ERRORS } from './agents.js';

const Params = Type.Object({ agentId: AgentId }, closed);
const VersionParams = Type.Object(
  {
    agentId: AgentId,
    version: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The number of the version.',
      examples: [3],
    }),
  },
  closed,
);
const DraftResponse = Type.Object({ draft: DraftResource }, closed);
/** Refusals of a change that publishes or prepares a publication. */
const CHANGE_ERRORS: readonly ErrorCode[] = [
  ...PROFILE_ERRORS,
  ...(['agent_not_found', 'agent_archived', 'agent_in_use', 'agent_changing', 'agent_changed'] as const),
];

/** The routes of versions. */
export const versionRoutes = (operations: Operations, views: ViewStore, bodies: Bodies): readonly Route[] => [
  ...readingRoutes(operations, views),
  ...draftRoutes(operations, bodies),
  ...publishingRoutes(operations),
];

const readingRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}',
    operationId: 'readAgent',
    summary: 'Read an agent as it is published.',
    description:
      'Its `ETag` can be sent in `If-Match` of a change, so that nothing that was published in between is overwritten. An archived agent is returned, too.',
    scopes: ['agents:read'],
    tagged: true,
    params: Params,
    query: BusinessQuery,
    response: AgentPublished,
    errors: ['agent_not_found'],
    handler: async ({ businessId, params: { agentId } }) => {
      const { value, tag } = await operations.publications.read(businessId, agentId);
      return { data: { agent: value }, tag };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}/versions',
    operationId: 'listPublishedVersions',
    summary:
      'List the latest 50 versions of an agent, with their times, authors and notes, newest first. A page with long versions may contain fewer than `limit`.',
    description:
      'Each publication is a version, also those by `PATCH /api/v1/agents`. Calls keep the number of a version that is no longer listed.',
    scopes: ['agents:read'],
    params: Params,
    query: ListQuery,
    response: Type.Object(
      {
        versions: Type.Array(AgentVersion, { description: 'The versions, newest first.' }),
        nextCursor: NextCursor,
      },
      closed,
    ),
    errors: ['agent_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { agentId }, query }) => {
      if (views.agent(businessId, agentId) === null) throw new DomainError('agent_not_found');
      const { items, nextCursor } = views.agentVersions(businessId, agentId, pageRequest(query));
      return { data: { versions: items, nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}/versions/{version}',
    operationId: 'readPublishedVersion',
    summary: 'Read one version of an agent.',
    description: 'The latest 50 versions are kept.',
    scopes: ['agents:read'],
    params: VersionParams,
    query: BusinessQuery,
    response: Type.Object({ version: AgentVersion }, closed),
    errors: ['agent_not_found', 'agent_version_not_found'],
    handler: async ({ businessId, params: { agentId, version } }) => ({
      data: { version: await operations.publications.readVersion(businessId, agentId, version) },
    }),
  }),
];

const draftRoutes = (operations: Operations, { DraftUpdate }: Bodies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}/draft',
    operationId: 'readDraft',
    summary: 'Read the draft of an agent.',
    description:
      'An agent has at most one draft. Its `ETag` can be sent in `If-Match`, to save or publish exactly the draft that was read.',
    scopes: ['agents:read'],
    tagged: true,
    params: Params,
    query: BusinessQuery,
    response: DraftResponse,
    errors: ['agent_not_found', 'draft_not_found'],
    handler: async ({ businessId, params: { agentId } }) => {
      const { value, tag } = await operations.publications.readDraft(businessId, agentId);
      return { data: { draft: value }, tag };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/agents/{agentId}/draft',
    operationId: 'saveDraft',
    audit: { action: 'agent.draft_saved', target: 'params.agentId' },
    summary:
      'Change the draft of an agent, or begin one with the published version; nothing is published. Omitted optional fields keep their values; null clears one.',
    description:
      'The draft is checked like any change, and reaches no customer until it is published (`POST /api/v1/agents/{agentId}/publish`). To begin a draft only if there is none, send the tag of the agent in `If-Match`.',
    scopes: ['agents:write'],
    idempotent: true,
    tagged: true,
    params: Params,
    body: DraftUpdate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: DraftResponse,
    errors: [...CHANGE_ERRORS, 'draft_not_found'],
    handler: async ({ caller, params: { agentId }, body, expectedTags }) =>
      writtenAs('draft', await operations.publications.saveDraft(caller, agentId, body, expectedTags)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/agents/{agentId}/draft',
    operationId: 'discardDraft',
    audit: { action: 'agent.draft_discarded', target: 'params.agentId' },
    summary: 'Delete the draft of an agent. The published version stays.',
    description: 'Returns the published agent.',
    scopes: ['agents:write'],
    idempotent: true,
    tagged: true,
    params: Params,
    body: DraftDiscard,
    response: AgentPublished,
    errors: ['agent_not_found', 'agent_archived', 'draft_not_found', 'agent_changed'],
    handler: async ({ caller, params: { agentId }, expectedTags }) =>
      writtenAs('agent', await operations.publications.discardDraft(caller, agentId, expectedTags)),
  }),
];

const publishingRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/agents/{agentId}/publish',
    operationId: 'publishDraft',
    audit: { action: 'agent.published', target: 'params.agentId' },
    summary:
      'Publish the draft of an agent as its next version. Its voices, sources and categories are checked again. Splits end. Calls in progress keep the version that they started with.',
    description:
      'New calls, answers and conversations use the version from then on. If another version was published since the draft was begun, the request is refused with `draft_outdated`; name that version as `replaces` to publish the draft nevertheless. With `percent`, a split begins.',
    scopes: ['agents:write'],
    idempotent: true,
    tagged: true,
    params: Params,
    body: DraftPublish,
    response: AgentPublished,
    errors: [...CHANGE_ERRORS, 'draft_not_found', 'draft_outdated'],
    handler: async ({ caller, params: { agentId }, body, expectedTags }) =>
      writtenAs('agent', await operations.publications.publish(caller, agentId, body, expectedTags)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/agents/{agentId}/roll-back',
    operationId: 'rollBackAgent',
    audit: { action: 'agent.rolled_back', target: 'params.agentId' },
    summary:
      'Publish an earlier version of an agent again, as its next version. Its voices, sources and categories are checked again. Splits end; the draft stays.',
    description:
      'No version is lost: the earlier profile gets a new number, and `restored` names the version that it repeats. Voicemail, criteria of analyses and memory are not part of a version and stay as they are.',
    scopes: ['agents:write'],
    idempotent: true,
    tagged: true,
    params: Params,
    body: RollBack,
    response: AgentPublished,
    errors: [...CHANGE_ERRORS, 'agent_version_not_found'],
    handler: async ({ caller, params: { agentId }, body, expectedTags }) =>
      writtenAs('agent', await operations.publications.rollBack(caller, agentId, body, expectedTags)),
  }),
];
