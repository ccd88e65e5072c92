/** Drafts of agents, and the publication of drafts and of earlier versions. */
import type { EditedAgent, StoredDraft } from '../../actors/agent/commands.js';
import type { AgentProfile } from '../../actors/agent/events.js';
import { agent } from '../../actors/agent/index.js';
import { tagOf } from '../../actors/agent/state.js';
import type { AgentResource, DraftUpdate } from '../../schemas/agents/agent.js';
import type { AgentVersion, DraftPublish, DraftResource, RollBack } from '../../schemas/agents/version.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { changedProfile } from './agent-profile.js';
import { agentResource, authorOf } from './agent-resource.js';
import { checkChannel, checkProfile, needsContact } from './profile-checks.js';
import { retryChanging } from './retry-changing.js';

/** Something that several clients edit, with its tag. */
interface Tagged<T> {
  readonly value: T;
  readonly tag: string;
}

/** Tags of which one must be current; null: the change is not conditional. */
type Expected = readonly string[] | null;

interface PublicationOperations {
  /** The published agent. @throws DomainError agent_not_found */
  read(businessId: string, agentId: string): Promise<Tagged<AgentResource>>;
  /** @throws DomainError agent_not_found, agent_version_not_found */
  readVersion(businessId: string, agentId: string, version: number): Promise<AgentVersion>;
  /** @throws DomainError agent_not_found, draft_not_found */
  readDraft(businessId: string, agentId: string): Promise<Tagged<DraftResource>>;
  /**
   * Changes the draft, or begins one with the published profile. Nothing is published.
   * @throws DomainError as a change of the agent
   */
  saveDraft(
    caller: Caller,
    agentId: string,
    body: DraftUpdate,
    expected: Expected,
  ): Promise<Written<DraftResource>>;
  /** @throws DomainError agent_not_found, agent_archived, draft_not_found, agent_changed */
  discardDraft(caller: Caller, agentId: string, expected: Expected): Promise<Written<AgentResource>>;
  /**
   * Publishes the draft, whose voices, sources and categories are checked again.
   * @throws DomainError as a change of the agent, and draft_not_found, draft_outdated
   */
  publish(
    caller: Caller,
    agentId: string,
    body: DraftPublish,
    expected: Expected,
  ): Promise<Written<AgentResource>>;
  /**
   * Publishes the profile of an earlier version again, as a new version; it is checked again.
   * @throws DomainError as a change of the agent, and agent_version_not_found
   */
  rollBack(
    caller: Caller,
    agentId: string,
    body: RollBack,
    expected: Expected,
  ): Promise<Written<AgentResource>>;
}

export const publicationOperations = (deps: OperationsDeps): PublicationOperations => {
  const { actors } = deps;
  const editedOf = async (businessId: string, agentId: string): Promise<EditedAgent> =>
    (await actors.query(agent, { business: businessId, id: agentId }, 'edited')).answer;

  return {
    read: async (businessId, agentId) => {
      const { answer } = await actors.query(agent, { business: businessId, id: agentId }, 'get');
      return { value: agentResource(answer), tag: tagOf(answer) };
    },

    readVersion: async (businessId, agentId, version) => versionOf(deps, businessId, agentId, version),

    readDraft: async (businessId, agentId) => {
      const edited = await editedOf(businessId, agentId);
      if (edited.draft === null) throw new DomainError('draft_not_found');
      return { value: draftResource(edited, edited.draft), tag: edited.draft.tag };
    },

    saveDraft: (caller, agentId, body, expected) =>
      retryChanging(async () => {
        const { businessId } = caller;
        const edited = await editedOf(businessId, agentId);
        if (edited.agent.status === 'archived') throw new DomainError('agent_archived');
        const before = (edited.draft ?? edited.agent).profile;
        const profile = changedProfile(before, body);
        await checkProfile(deps, caller, before, profile, body);
        await checkChannel(deps, businessId, edited.agent, profile.channel);
        const { answer, shard, seq } = await actors.ask(
          agent,
          { business: businessId, id: agentId },
          {
            type: 'save_draft',
            profile,
            edited: edited.draft?.tag ?? tagOf(edited.agent),
            ...(expected === null ? {} : { expected }),
            ...authorOf(caller),
          },
          { commandId: commandIdOf(caller) },
        );
        // A repeated request may find that the draft has been published since.
        if (answer.draft === null) throw new DomainError('draft_not_found');
        return { result: draftResource(answer, answer.draft), shard, seq };
      }),

    discardDraft: async (caller, agentId, expected) => {
      const { answer, shard, seq } = await actors.ask(
        agent,
        { business: caller.businessId, id: agentId },
        { type: 'discard_draft', ...(expected === null ? {} : { expected }) },
        { commandId: commandIdOf(caller) },
      );
      return { result: agentResource(answer.agent), shard, seq };
    },

    publish: (caller, agentId, { note, replaces, percent }, expected) =>
      retryChanging(async () => {
        const { businessId } = caller;
        const edited = await editedOf(businessId, agentId);
        const { draft } = edited;
        if (draft !== null) await checkWhole(deps, caller, edited, draft.profile);
        const commandId = commandIdOf(caller);
        const { answer, shard, seq } = await actors.ask(
          agent,
          { business: businessId, id: agentId },
          {
            type: 'publish',
            // Without a draft, a repeated request returns what it has published, and any other is refused.
            draft: draft?.tag ?? '',
            contactContextRequired: draft !== null && needsContact(draft.profile),
            ...(replaces === undefined ? {} : { replaces }),
            ...(percent === undefined
              ? {}
              : { split: { splitId: deriveId('split', agentId, commandId), percent } }),
            ...(note === undefined ? {} : { note }),
            ...(expected === null ? {} : { expected }),
            ...authorOf(caller),
          },
          { commandId },
        );
        return { result: agentResource(answer.agent), shard, seq };
      }),

    rollBack: async (caller, agentId, { version, note }, expected) => {
      const { businessId } = caller;
      const { version: restored, profile } = await profileOf(deps, businessId, agentId, version);
      await checkWhole(deps, caller, await editedOf(businessId, agentId), profile);
      const { answer, shard, seq } = await actors.ask(
        agent,
        { business: businessId, id: agentId },
        {
          type: 'update',
          profile,
          contactContextRequired: needsContact(profile),
          restored,
          ...(note === undefined ? {} : { note }),
          ...(expected === null ? {} : { expected }),
          ...authorOf(caller),
        },
        { commandId: commandIdOf(caller) },
      );
      return { result: agentResource(answer), shard, seq };
    },
  };
};

/** The profile of a version. @throws DomainError agent_not_found, agent_version_not_found */
export const profileOf = async (
  deps: Pick<OperationsDeps, 'views'>,
  businessId: string,
  agentId: string,
  version: number,
): Promise<{ readonly version: number; readonly profile: AgentProfile }> => {
  const found = await versionOf(deps, businessId, agentId, version);
  const { version: number, createdAt: _at, by: _by, note: _note, restored: _restored, ...profile } = found;
  return { version: number, profile };
};

const versionOf = async (
  { views }: Pick<OperationsDeps, 'views'>,
  businessId: string,
  agentId: string,
  version: number,
): Promise<AgentVersion> => {
  const found = await readThrough(views, businessId, () => views.agentVersion(businessId, agentId, version));
  if (found !== null) return found;
  throw new DomainError(
    views.agent(businessId, agentId) === null ? 'agent_not_found' : 'agent_version_not_found',
  );
};

/** Checks a profile that is published as a whole. @throws DomainError as a change of the agent */
export const checkWhole = async (
  deps: OperationsDeps,
  caller: Caller,
  { agent: published }: EditedAgent,
  profile: AgentProfile,
): Promise<void> => {
  await checkProfile(deps, caller, null, profile, profile);
  await checkChannel(deps, caller.businessId, published, profile.channel);
};

const draftResource = (
  { agent: published }: EditedAgent,
  { profile, basedOn, by, tag, savedAt }: StoredDraft,
): DraftResource => ({
  agentId: published.agentId,
  basedOn,
  isOutdated: basedOn !== published.revision,
  tag,
  updatedAt: new Date(savedAt).toISOString(),
  updatedBy: by === undefined ? null : { type: by.type, id: by.type === 'user' ? by.userId : by.keyId },
  ...agentFields(profile),
});

/** The profile on the wire. */
const agentFields = (profile: AgentProfile) => ({
  channel: profile.channel,
  name: profile.name,
  instructions: profile.instructions,
  languageCode: profile.languageCode,
  dataSourceIds: [...profile.dataSourceIds],
  contactCategoryIds: [...profile.contactCategoryIds],
  dataSourceVariables: [...profile.dataSourceVariables],
  voiceSettings: profile.voiceSettings,
  ...(profile.chatSettings === undefined ? {} : { chatSettings: profile.chatSettings }),
  instagramCollectMobileEnabled: profile.instagramCollectMobileEnabled,
});
