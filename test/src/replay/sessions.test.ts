/** Recorded sessions of every kind replay without a difference on the build that recorded them. */
import fc from 'fast-check';
import t from 'tap';
import { replayLogs } from '../../../src/replay/run.js';
import { logOfWorld, type RandomSession, randomSession } from '../../media/replay/random-sessions.js';
import { interruptedWorlds, worlds } from '../../media/session/simulated/worlds.js';
import { IS_FULL_RUN } from '../../support/full-run.js';
import { inMemory } from './support.js';

const SESSIONS = IS_FULL_RUN ? 500 : 32;
/** Half of them are calls in simulated time, whose parties answer each other. */
const IN_SIMULATED_TIME = SESSIONS / 2;
const SEED = 1;

/** What the sessions do together. */
const EXPECTED = [
  'use_tool',
  'send_clear',
  'speaker',
  'recognise_operator',
  'engine_respond',
  'open_engine',
  'language',
  'confirm_voice',
  'judge_turn',
  'preemptive',
  'disclosure',
  'command:record_turn',
  'command:begin_tool',
  'command:end_tool',
  'command:take_over',
  'command:hand_back',
  'command:hang_up',
  'command:note',
];

/** A log has megabytes, so each session is made when it is its turn. */
async function* sessions(): AsyncGenerator<RandomSession> {
  for (const world of fc.sample(worlds, { numRuns: IN_SIMULATED_TIME - 4, seed: SEED }))
    yield await logOfWorld(world);
  for (const world of fc.sample(interruptedWorlds, { numRuns: 4, seed: SEED })) yield await logOfWorld(world);
  for (let index = 0; index < IN_SIMULATED_TIME; index += 1) yield randomSession(SEED + index);
}

t.setTimeout(600_000);

t.test(`${SESSIONS} recorded sessions replay without a difference`, async (t) => {
  const did = new Set<string>();
  let inputs = 0;
  let count = 0;
  for await (const session of sessions()) {
    count += 1;
    for (const type of session.did) did.add(type);
    const { sessions: replayed, unreadable } = await replayLogs([inMemory(session.log)], null);
    inputs += replayed[0]?.inputs ?? 0;
    if (replayed.length !== 1 || unreadable.length > 0 || replayed[0]?.difference !== null)
      t.fail(`session ${count}`, { replayed, unreadable });
  }
  t.equal(count, SESSIONS);
  t.ok(inputs > SESSIONS * 100, `${inputs} inputs`);
  t.same(
    EXPECTED.filter((type) => !did.has(type)),
    [],
    'the sessions have tools, interruptions, operators, engines, languages and endings among them',
  );
});
