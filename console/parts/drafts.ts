/** Unsaved input, kept in the browser for the user who typed it. */

/** How the keys of drafts begin (pages/agents/words.ts, pages/campaigns/draft.ts). */
const DRAFTS = ['parley.draft.', 'parley.campaign-draft.'];
/** Whose drafts a storage has: the id of a user. */
const OWNER = 'parley.drafts-of';

/** Both, where the browser keeps something: the one of all tabs, and the one of this tab. */
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

/** Removes every draft, at the sign-out. */
export const forgetDrafts = (): void => {
  for (const storage of storages()) removeDrafts(storage);
};

/** Removes the drafts of other users, at the sign-in. */
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
