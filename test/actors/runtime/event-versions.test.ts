import t from 'tap';
import {
  describeGap,
  gapIn,
  newestVersion,
  renamed,
  versionNeeded,
} from '../../../actors/runtime/event-versions.js';

const VERSIONS = { opened: 1, closed: 1, lent: 2, moved: 4 };

t.test('a commit needs the newest version of its events, and no more', async (t) => {
  t.equal(newestVersion(VERSIONS), 4);
  t.equal(newestVersion({}), 1);
  t.equal(versionNeeded(VERSIONS, [{ type: 'opened' }, { type: 'closed' }]), 1);
  t.equal(versionNeeded(VERSIONS, [{ type: 'opened' }, { type: 'moved' }, { type: 'lent' }]), 4);
  t.equal(versionNeeded(VERSIONS, []), 1);
});

t.test('a build that knows the version and the event types of a commit can read it', async (t) => {
  const gap = (version: number, ...types: readonly string[]) =>
    gapIn(VERSIONS, { version, events: types.map((type) => ({ type })) });
  t.equal(gap(1, 'opened'), null);
  t.equal(gap(3, 'lent', 'opened'), null, 'an older version than ours');
  t.equal(gap(1), null, 'no events');
  t.match(gap(5, 'opened'), { version: 5, known: 4, type: null });
  t.match(gap(1, 'opened', 'burnt'), { version: 1, known: 4, type: 'burnt' }, 'the version was not raised');
  t.match(gap(1, 'toString'), { type: 'toString' });
  t.equal(
    gapIn(VERSIONS, { version: 1, events: [null, 7, {}, { type: 3 }] }),
    null,
    'malformed events are not newer',
  );
});

t.test('describes a gap in words', async (t) => {
  t.equal(
    describeGap('call', { version: 5, known: 4, type: null }),
    'call is written in version 5, this build reads 4',
  );
  t.equal(
    describeGap('call', { version: 1, known: 4, type: 'burnt' }),
    'call holds burnt, which this build does not know',
  );
});

t.test('reads a renamed event under its current name', async (t) => {
  const versions = { opened: 1, shut: { version: 2, formerly: 'closed' } };
  const stored = { seq: 7, version: 1, events: [{ type: 'opened' }, { type: 'closed', at: 3 }, 7] };
  const commit = renamed(versions, stored);
  t.same(commit, { seq: 7, version: 1, events: [{ type: 'opened' }, { type: 'shut', at: 3 }, 7] });
  t.equal(gapIn(versions, commit), null);
  t.equal(renamed(VERSIONS, stored), stored, 'no event of the kind was renamed');
  t.same(renamed(versions, commit), commit);

  t.equal(newestVersion(versions), 2);
  t.equal(versionNeeded(versions, [{ type: 'opened' }]), 1);
  t.equal(versionNeeded(versions, [{ type: 'shut' }]), 2, 'new commits are for builds that know the name');
  t.match(gapIn({ opened: 1, closed: 1 }, { version: 2, events: [{ type: 'shut' }] }), {
    version: 2,
    known: 1,
  });
});
