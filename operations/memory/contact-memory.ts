/** Whether agents remember contacts, and the erasure of what is remembered of a contact. */
import { agent } from '../../actors/agent/index.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { ActorClient, Target } from '../../actors/runtime/actor-client.js';
import type { MemoryErasure, MemorySettings } from '../../schemas/contacts/memory.js';
import { partitionOfContact } from '../../schemas/ids.js';
import { type Caller, commandIdOf } from '../caller.js';
import { missingContact } from '../contacts/contacts.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';

interface ContactMemoryOperations {
  /** @throws DomainError agent_not_found */
  readSettings(businessId: string, agentId: string): Promise<MemorySettings>;
  /** @throws DomainError agent_not_found, agent_archived */
  setSettings(caller: Caller, agentId: string, settings: MemorySettings): Promise<Written<MemorySettings>>;
  /**
   * Erases entries, or everything that was said until now; returns the number of entries. Those that the contact does not have are
   * ignored.
   * @throws DomainError contact_not_found
   */
  erase(
    caller: Caller,
    contactId: string,
    erasure: Pick<MemoryErasure, 'entryIds'>,
  ): Promise<Written<{ readonly erased: number }>>;
}

export const contactMemoryOperations = (
  deps: Pick<OperationsDeps, 'actors' | 'views'>,
): ContactMemoryOperations => ({
  readSettings: (businessId, agentId) => readMemory(deps.actors, { business: businessId, id: agentId }),

  setSettings: (caller, agentId, settings) =>
    setMemory(deps.actors, { business: caller.businessId, id: agentId }, settings, commandIdOf(caller)),

  erase: async (caller, contactId, { entryIds }) => {
    const { actors, views } = deps;
    const { businessId } = caller;
    const target = { business: businessId, id: partitionOfContact(contactId) };
    const { answer: contact } = await actors.query(contactPartition, target, 'get', contactId);
    if (contact === null) throw await missingContact(deps, businessId, contactId);
    await views.catchUp(businessId);
    const entries =
      entryIds?.flatMap((entryId) => views.entryOfContact(businessId, contactId, entryId) ?? []) ?? null;
    const erased = entries?.length ?? views.countEntries(businessId, contactId);
    const { shard, seq } = await actors.ask(
      contactPartition,
      target,
      { type: 'erase_memory', contactId, entries },
      { commandId: commandIdOf(caller) },
    );
    await views.waitFor(shard, seq);
    return { result: { erased }, shard, seq };
  },
});

/** @throws DomainError agent_not_found */
export const readMemory = async (actors: ActorClient, target: Target): Promise<MemorySettings> => {
  const { answer } = await actors.query(agent, target, 'get');
  return { enabled: answer.remembers ?? false };
};

/** @throws DomainError as {@link ContactMemoryOperations.setSettings} */
export const setMemory = async (
  actors: ActorClient,
  target: Target,
  { enabled }: MemorySettings,
  commandId: string,
): Promise<Written<MemorySettings>> => {
  const { answer, shard, seq } = await actors.ask(
    agent,
    target,
    { type: 'set_memory', enabled },
    { commandId },
  );
  return { result: { enabled: answer.remembers ?? false }, shard, seq };
};
