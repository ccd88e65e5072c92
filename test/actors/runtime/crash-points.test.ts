/** A process dies at each point where work could be done twice or forgotten; another process continues. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { createActorSystem } from '../../../actors/runtime/system.js';
import { listening } from '../../../simulators/support/listening.js';
import { startNats } from '../../../testkit/nats/server.js';
import { nodeCommand } from '../../../testkit/service/node-command.js';
import { until } from '../../../testkit/until.js';
import { errand, FINISH } from './errand.js';

const CRASHING = fileURLToPath(new URL('./crash-process.js', import.meta.url));

t.setTimeout(60_000);

for (const [point, runsBefore] of [
  ['after_arm', 0],
  ['after_commit', 0],
  ['in_effect', 1],
  ['after_effect', 1],
] as const) {
  t.test(`recovers from a crash ${point.replace('_', ' ')}`, async (t) => {
    const nats = await startNats(t);
    let runs = 0;
    const server = createServer((req, res) => {
      if (req.method === 'POST') {
        runs += 1;
        const pid = Number(new URL(req.url ?? '', 'http://x').searchParams.get('kill'));
        if (pid > 0) {
          process.kill(pid, 'SIGKILL');
          return;
        }
      }
      res.end(String(runs));
    });
    const action = `http://127.0.0.1:${await listening(server)}/`;
    t.teardown(() => {
      server.close();
      server.closeAllConnections();
    });
    const child = spawn(...nodeCommand([CRASHING, nats.url, point, action]), { stdio: 'inherit' });
    const [, signal] = await once(child, 'exit');
    t.equal(signal, 'SIGKILL', 'the process died at this point');
    t.equal(runs, runsBefore);

    const nc = await connect({ servers: nats.url });
    const resumed: boolean[] = [];
    const counts: string[] = [];
    const actors = await createActorSystem({
      nc,
      shards: 1,
      now: Date.now,
      logger: pino({ level: 'silent' }),
      watchdogMs: 1_000,
      count: (what) => counts.push(what),
    });
    actors.register(errand, {
      run: async (context) => {
        resumed.push(context.resumed);
        // Reconciles: acts only if the action was not done before.
        const already = Number(await (await fetch(action)).text());
        if (already === 0) await fetch(action, { method: 'POST' });
        return FINISH;
      },
    });
    await actors.start();
    t.teardown(async () => {
      await actors.drain();
      await nc.close();
    });
    const target = { business: 'b', id: point };
    if (point === 'after_arm') {
      // The wake arrives but is not wanted; the actor is as if nothing had happened.
      await until('the wake is handled', () => counts.includes('wake'));
      t.same(resumed, []);
      t.equal(runs, 0);
      const { answer, seq } = await actors.query(errand, target, 'get');
      t.same(answer, { sent: false, done: false, sum: 0, alarm: null, rang: 0 });
      t.equal(seq, 0);
      return;
    }
    // No request arrives: the watchdog that was armed before the commit brings the actor back.
    await until('the errand is resumed', () => resumed.length > 0, 10_000);
    await until('it finishes', async () => (await actors.query(errand, target, 'get')).answer.done, 5_000);
    t.same(resumed, [true], 'runs once, as resumed');
    t.equal(runs, 1, 'done exactly once');
  });
}
