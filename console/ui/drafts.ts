/** Unsaved input, kept in the browser for the user who typed it. */

/** Prefixes of the keys of drafts (pages/agents/agent-draft.ts, pages/campaigns/draft.ts). */
const DRAFTS = ['parley.draft.', 'parley.campaign-draft.'];
/** Holds the id of the user who owns a storage's drafts. */
const OWNER = 'parley.drafts-of';

/** Both storages, if the browser allows them: the one shared by all tabs, and the one of this tab. */
const storages = (): readonly Storage[] => {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return [];
  }
};

const removeDrafts = (storage: Storage): void => {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (DRAFTS.some((prefix) => key.startsWith(prefix))) storage.removeItem(key);
  storage.removeItem(OWNER);
};

/** Removes every draft on sign-out. */
export const forgetDrafts = (): void => {
  for (const storage of storages()) removeDrafts(storage);
};

/** Removes the drafts of other users on sign-in. */
export const keepDraftsOf = (userId: string): void => {
  for (const storage of storages())
    try {
      const owner = storage.getItem(OWNER);
      // Drafts that predate the owner's id belong to the signed-in user.
      if (owner !== null && owner !== userId) removeDrafts(storage);
      storage.setItem(OWNER, userId);
    } catch {
      // A full storage keeps no new draft either.
    }
};
