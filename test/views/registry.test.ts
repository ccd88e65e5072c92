/** The list of views is complete: it covers every kind of actor, and each table is written by one folder only. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { isRecord } from '../../schemas/json.js';
import { openForWriting } from '../../views/kernel/database.js';
import { registry } from '../../views/registry.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const foldersOf = (path: string): readonly string[] =>
  readdirSync(`${ROOT}/${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The runtime, and what kinds of actors have in common. */
const WITHOUT_ACTOR = ['runtime', 'priced-run'];

const projections = registry.views.flatMap(({ projections }) => projections);

t.test('every kind of actor is either shown with all its events or listed as unseen', async (t) => {
  const shown = new Map(projections.map(({ kind, versions }) => [kind, versions]));
  for (const folder of foldersOf('actors').filter((name) => !WITHOUT_ACTOR.includes(name))) {
    const module: unknown = await import(`../../actors/${folder}/index.js`);
    const actors = Object.values(isRecord(module) ? module : {}).filter(isRecord);
    const [actor] = actors.filter(({ kind, events }) => typeof kind === 'string' && isRecord(events));
    const kind = String(actor?.kind);
    t.not(shown.has(kind), registry.unseen.includes(kind), `${folder}: either shown or unseen`);
    if (shown.has(kind)) t.equal(shown.get(kind), actor?.events, `${folder}: the events of its actor`);
    const archiveViews = registry.views
      .flatMap(({ archives = [] }) => archives)
      .filter((entry) => entry.kind === kind);
    const isArchived = shown.has(kind) && actor?.archive !== undefined;
    t.equal(
      archiveViews.length,
      isArchived ? 1 : 0,
      `${folder}: one view keeps its archives if it is archived`,
    );
  }
  for (const { kind, versions } of projections) t.equal(versions, shown.get(kind), `${kind}: one list`);
});

/** The code of a view's folder, concatenated. */
const codeOf = (folder: string): string =>
  readdirSync(`${ROOT}/views/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`${ROOT}/views/${folder}/${file}`, 'utf8'))
    .join('\n');

const named = (code: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...code.matchAll(pattern)].map(([, name = '']) => name));

t.test('only the folder that creates a table writes to it', async (t) => {
  for (const folder of foldersOf('views')) {
    const code = codeOf(folder);
    const created = named(code, /CREATE (?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?(\w+)/g);
    const written = named(code, /(?:INSERT (?:OR \w+ )?INTO|DELETE FROM|UPDATE(?= \w+ SET)) (\w+)/g);
    t.ok(created.size > 0, `${folder} has tables`);
    t.same(
      [...written].filter((table) => !created.has(table)),
      [],
      folder,
    );
  }
});

t.test('names of views, tables and queries are unique', async (t) => {
  const { db } = openForWriting(`${t.testdir()}/views.sqlite`, registry);
  t.teardown(() => db.close());
  const names = registry.views.map(({ name }) => name);
  t.same([...new Set(names)], names);
  t.same(
    names.toSorted(),
    foldersOf('views')
      .filter((folder) => folder !== 'kernel')
      .toSorted(),
  );
  const queries = registry.views.flatMap((view) => Object.keys(view.queries(db)));
  t.same([...new Set(queries)], queries);
  t.same(Object.keys(registry.queries(db)), queries);
});
