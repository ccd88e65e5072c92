import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { keepEvidence } from '../../../bench/failover/evidence.js';
import { judgeCall } from '../../../bench/failover/verdict.js';
import { audio, goodCall, ZERO } from './good-call.js';

const kills = [{ at: ZERO + 9_790, goneAt: ZERO + 9_790, node: 0, up: 1 }];

t.test('only a call whose recording has a fault is kept, with what explains it', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-evidence-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const good = goodCall();
  await keepEvidence(dir, good, judgeCall(good, kills, audio), kills);
  t.same(readdirSync(dir), []);

  const { tracks } = good;
  if (typeof tracks === 'string') throw new Error('no tracks');
  const bad = { ...good, tracks: { ...tracks, agent: new Float64Array(1_500) } };
  const verdict = judgeCall(bad, kills, audio);
  await keepEvidence(dir, bad, verdict, kills);
  t.same(readdirSync(dir), ['call']);
  t.same(readdirSync(join(dir, 'call')).sort(), ['facts.json', 'heard.json'], 'the call has no link');
  const facts = JSON.parse(readFileSync(join(dir, 'call', 'facts.json'), 'utf8'));
  t.same(facts.faults, verdict.faults);
  t.equal(facts.timeline.losses.length, 1);
  const heard = JSON.parse(readFileSync(join(dir, 'call', 'heard.json'), 'utf8'));
  t.same(
    heard.map(({ atMs }: { readonly atMs: number }) => atMs),
    [0, 12_000],
  );
});
