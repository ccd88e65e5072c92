/** Drafts in the browser, of the user who typed them. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { agentDraftOf, storeUnsaved } from '../features/agents/agent-draft.js';
import { keepDraft, newDraft } from '../features/campaigns/draft.js';
import { brokenStorage, memoryStorage } from '../testing/storage.js';
import { forgetDrafts, keepDraftsOf } from './drafts.js';

const OWNER = 'parley.drafts-of';
/** Drafts next to each other, and a choice that is no draft. */
const ENTRIES = {
  'parley.draft.business-1.agent-1': '{}',
  'parley.draft.business-1.agent-2': '{}',
  'parley.campaign-draft.business-1': '{}',
  'parley.live.layout': 'rows',
  'parley.draft.business-2.agent-1': '{}',
  'other.draft.business-1': '{}',
};
const KEPT = ['other.draft.business-1', 'parley.live.layout'];

let shared = memoryStorage();
let own = memoryStorage();

const use = (sharedEntries: Readonly<Record<string, string>>, ownEntries = sharedEntries): void => {
  shared = memoryStorage(sharedEntries);
  own = memoryStorage(ownEntries);
  vi.stubGlobal('localStorage', shared);
  vi.stubGlobal('sessionStorage', own);
};
const keysOf = ({ items }: typeof shared): readonly string[] => [...items.keys()].toSorted();

beforeEach(() => {
  use({});
});

describe('signing out', () => {
  test('removes every draft from both storages, and nothing else', () => {
    use({ ...ENTRIES, [OWNER]: 'user-1' });
    forgetDrafts();
    expect(keysOf(shared)).toEqual(KEPT);
    expect(keysOf(own)).toEqual(KEPT);
  });

  test('removes the drafts of the pages that store them', () => {
    storeUnsaved('business-1', 'agent-1', { words: agentDraftOf(null), base: null });
    keepDraft('business-1', newDraft());
    expect([shared.length, own.length]).toEqual([1, 1]);
    forgetDrafts();
    expect([shared.length, own.length]).toEqual([0, 0]);
  });

  test('removes the owner, so that new drafts belong to the next user', () => {
    use({ ...ENTRIES, [OWNER]: 'user-1' });
    forgetDrafts();
    keepDraft('business-1', newDraft());
    keepDraftsOf('user-2');
    expect(keysOf(shared)).toContain('parley.campaign-draft.business-1');
  });
});

describe('signing in', () => {
  test('removes the drafts of another user from both storages, and nothing else', () => {
    use({ ...ENTRIES, [OWNER]: 'user-1' });
    keepDraftsOf('user-2');
    expect(keysOf(shared)).toEqual([...KEPT, OWNER].toSorted());
    expect(keysOf(own)).toEqual([...KEPT, OWNER].toSorted());
    expect(shared.getItem(OWNER)).toBe('user-2');
  });

  test('keeps the drafts of the same user', () => {
    use({ ...ENTRIES, [OWNER]: 'user-1' });
    keepDraftsOf('user-1');
    expect(keysOf(shared)).toEqual([...Object.keys(ENTRIES), OWNER].toSorted());
  });

  test('keeps drafts without an owner, which then belong to the user', () => {
    use(ENTRIES);
    keepDraftsOf('user-1');
    expect(keysOf(own)).toEqual([...Object.keys(ENTRIES), OWNER].toSorted());
    keepDraftsOf('user-2');
    expect(keysOf(own)).toEqual([...KEPT, OWNER].toSorted());
  });

  test('treats each storage by its own owner', () => {
    use({ ...ENTRIES, [OWNER]: 'user-1' }, { ...ENTRIES, [OWNER]: 'user-2' });
    keepDraftsOf('user-2');
    expect(keysOf(shared)).not.toContain('parley.draft.business-1.agent-1');
    expect(keysOf(own)).toContain('parley.draft.business-1.agent-1');
  });

  test('continues with the other storage if one fails', () => {
    use({ ...ENTRIES, [OWNER]: 'user-1' });
    vi.stubGlobal('localStorage', brokenStorage());
    keepDraftsOf('user-2');
    expect(own.getItem(OWNER)).toBe('user-2');
    expect(keysOf(own)).not.toContain('parley.draft.business-1.agent-1');
  });
});

test('a browser that forbids its storages has no drafts', () => {
  const get = (): never => {
    throw new Error('the browser refuses access to the storage');
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get });
  expect(() => keepDraftsOf('user-1')).not.toThrow();
  expect(() => forgetDrafts()).not.toThrow();
});
