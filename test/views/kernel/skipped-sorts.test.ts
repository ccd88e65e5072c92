/** Types of event that an older build skipped, until a build knows them. */
import { join } from 'node:path';
import t from 'tap';
import { type Db, openForWriting } from '../../../views/kernel/database.js';
import { createProjection, type JournalCommit } from '../../../views/kernel/projection.js';
import { skippedQuery } from '../../../views/kernel/skipped-sorts.js';
import type { Catalogue } from '../../../views/kernel/view.js';

const commit = (seq: number, kind: string, type = 'setup.opened'): JournalCommit => ({
  kind,
  businessId: 'b1',
  id: 'b1',
  seq,
  mark: String(seq),
  at: 0,
  version: 1,
  bytes: 1,
  events: [{ type }],
});

const build = (version: number, unseen: readonly string[]): Catalogue => ({ version, unseen, views: [] });

/** Opens the file as the build does, and closes it after the work. */
const withBuild = <T>(
  file: string,
  catalogue: Catalogue,
  work: (db: Db, lacks: readonly string[]) => T,
): T => {
  const { db } = openForWriting(file, catalogue);
  createProjection(db, catalogue).begin(0, { journal: 'a journal', lineage: '' });
  const lacks = skippedQuery(db)().map(({ kind, type }) => `${kind} ${type}`);
  try {
    return work(db, lacks);
  } finally {
    db.close();
  }
};

t.test('a skipped type of event is remembered after a restart, and only once', async (t) => {
  const file = join(t.testdir(), 'views.sqlite');
  const old = build(1, []);
  const skipped: number[] = [];
  withBuild(file, old, (db) => {
    const commits = [commit(1, 'console-setup'), commit(2, 'console-setup'), commit(3, 'console-team')];
    createProjection(db, old).apply(0, commits, ({ seq }) => skipped.push(seq));
  });
  t.same(skipped, [1, 2, 3]);
  withBuild(file, old, (_, lacks) =>
    t.same(lacks, ['console-setup setup.opened', 'console-team setup.opened']),
  );
});

t.test('a kind without a table on purpose does not count as skipped', async (t) => {
  const file = join(t.testdir(), 'views.sqlite');
  const old = build(1, []);
  withBuild(file, old, (db) =>
    createProjection(db, old).apply(0, [commit(1, 'console-setup'), commit(2, 'other')], () => undefined),
  );
  withBuild(file, build(1, ['console-setup']), (_, lacks) => t.same(lacks, ['other setup.opened']));
});

t.test('a build that creates its own file starts without skipped types', async (t) => {
  const file = join(t.testdir(), 'views.sqlite');
  const old = build(1, []);
  withBuild(file, old, (db) =>
    createProjection(db, old).apply(0, [commit(1, 'console-setup')], () => undefined),
  );
  withBuild(file, build(2, []), (_, lacks) => t.same(lacks, []));
});

t.test('an unreadable message counts as its own type', async (t) => {
  const file = join(t.testdir(), 'views.sqlite');
  const now = build(1, []);
  withBuild(file, now, (db) =>
    createProjection(db, now).apply(0, [{ ...commit(1, 'unreadable'), events: [] }], () => undefined),
  );
  withBuild(file, now, (_, lacks) => t.same(lacks, ['unreadable message']));
});
