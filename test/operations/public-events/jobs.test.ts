/** The progress of jobs is gathered: an event only says whose state has changed, which is read when it is sent. */
import t from 'tap';
import { currentEvent } from '../../../operations/public-events/catalogue.js';
import { IMPORTS, INGESTIONS } from '../../../operations/public-events/jobs.js';
import type { GatheredViews, PublicViews } from '../../../operations/public-events/source.js';
import { stub } from '../../../testkit/stub.js';

const AT = 1_772_535_600_000;
const NO_VIEWS = stub<PublicViews>({});

t.test('every event of an import changes the progress of its job', async (t) => {
  const updatesOn = IMPORTS.liveOf(NO_VIEWS, 'b1', 'j1');
  const gathered = { kind: 'import.progress', id: 'j1' };
  for (const type of Object.keys(IMPORTS.kind.versions))
    t.strictSame(updatesOn?.({ type }, AT), [{ type: 'gathered', topic: 'imports', gathered }], type);
  t.equal(IMPORTS.webhooksOf(NO_VIEWS, 'b1', 'j1'), null);
});

t.test(
  'events of a version of a Data Source change its progress, other events of the source do not',
  async (t) => {
    const updatesOn = INGESTIONS.liveOf(NO_VIEWS, 'b1', 's1');
    for (const type of Object.keys(INGESTIONS.kind.versions)) {
      const event = { type, ...(/^(?:source|text)\./.test(type) ? {} : { versionId: 'v1' }) };
      const gathered = { kind: 'ingestion.progress', id: 'v1' };
      const expected = 'versionId' in event ? [{ type: 'gathered', topic: 'ingestions', gathered }] : [];
      t.strictSame(updatesOn?.(event, AT), expected, type);
    }
  },
);

t.test('the current progress of an unknown job is not published', async (t) => {
  const views = stub<GatheredViews>({
    iterationFacts: () => null,
    contactImport: () => null,
    ingestion: () => null,
  });
  for (const kind of ['iteration.progress', 'import.progress', 'ingestion.progress'] as const)
    t.equal(currentEvent(views, 'b1', { kind, id: 'x' }, AT), null, kind);
});
