/** How a profile attributes work: to our folders, to packages, and to the layers below them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { type CpuProfile, sourcesIn, workOf } from '../../../bench/gauges/profile.js';

const node = (id: number, functionName: string, url: string, children: readonly number[] = []) => ({
  id,
  callFrame: { functionName, url, lineNumber: 0, columnNumber: 0 },
  children,
});

const DIST_URL = 'file:///srv/parley/dist';
const PACKAGES = 'file:///srv/parley/node_modules';
const PROFILE: CpuProfile = {
  nodes: [
    node(1, '(root)', '', [2, 3, 4, 9]),
    node(2, '(idle)', ''),
    node(3, '(program)', ''),
    node(4, 'tick', `${DIST_URL}/media/session/index.js`, [5, 6, 7]),
    node(5, 'writeBuffer', 'node:fs'),
    node(6, '(garbage collector)', ''),
    node(7, 'publish', `${PACKAGES}/@nats-io/nats-core/lib/protocol.js`, [8]),
    node(8, 'write', 'node:net'),
    node(9, 'processTimers', 'node:internal/timers'),
  ],
  samples: [2, 3, 4, 5, 6, 7, 8, 9, 2],
  timeDeltas: [5_000, 10, 20, 10, 10, 20, 10, 20, 5_000],
};

t.test('attributes time, including that of Node, to folders and packages, and ignores idling', async (t) => {
  t.same(workOf(PROFILE, sourcesIn('/srv/parley')), {
    'event loop, sockets': 0.1,
    'media/session': 0.3,
    'garbage collector': 0.1,
    '@nats-io/nats-core': 0.3,
    Node: 0.2,
  });
});

t.test('a profile without samples shows no work', async (t) => {
  t.same(workOf({ nodes: [node(1, '(root)', '')] }, sourcesIn('/srv/parley')), {});
});

t.test('attributes functions of a bundle to their source files', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-profile-'));
  t.teardown(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'chunk.js');
  // Line 0 maps to the first source, line 1 to the second.
  const map = {
    version: 3,
    sources: ['media/host/host.ts', 'node_modules/undici/index.js'],
    names: [],
    mappings: 'AAAA;ACAA',
  };
  writeFileSync(`${file}.map`, JSON.stringify(map));
  const sourceOf = sourcesIn(directory);
  const at = (lineNumber: number) =>
    sourceOf({ functionName: 'f', url: pathToFileURL(file).href, lineNumber, columnNumber: 4 });
  t.same([at(0), at(1)], ['media/host/host.ts', 'node_modules/undici/index.js']);
});
