/** A call through external modules alone: the examples that are meant to be copied. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { isSettled } from '../../../testkit/api/client.js';
import { nodeCommand } from '../../../testkit/service/node-command.js';
import { CLI } from '../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';

const EXAMPLES = resolve('examples/providers');
const CALL_MS = 60_000;

t.setTimeout(120_000);

t.test('a call works with modules as recogniser, model and synthesiser', async (t) => {
  const world = await startWorld(t, {
    ...SILERO_DETECTOR,
    PARLEY_RECOGNISER: `module:${EXAMPLES}/recogniser.js#good evening`,
    PARLEY_MODEL: `module:${EXAMPLES}/model.js`,
    PARLEY_SYNTHESISER: `module:${EXAMPLES}/synthesiser.js,flite`,
  });
  const client = world.client();
  const { voices } = await client.get<{ voices: readonly { id: string }[] }>('/api/v1/voices');
  t.match(voices, [{ id: 'voice:hum' }, { id: 'flite:slt' }]);
  const agent = await client.createAgent('Echo', 'Repeat what the customer says.', {
    firstGreeting: 'Hello.',
  });
  const audio = await world.say('what are your opening hours');
  await world.network.callee('+14155580001', {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 900, do: { type: 'say', audio } },
      { afterSilenceMs: 5_000, do: { type: 'hang_up' } },
    ],
  });
  const { call, recordingUrl, transcript } = await client.callUntil(
    await client.startCall(agent.id, '+14155580001'),
    isSettled,
    CALL_MS,
  );
  t.match(call, { status: 'completed', endedBy: 'customer' });
  // On a busy machine the customer hears a filler.
  const lines = transcript.map(({ speaker, text }) => `${speaker}: ${text}`);
  t.same(
    lines.filter((line) => line !== 'assistant: One moment, please.'),
    ['assistant: Hello.', 'customer: good evening', 'assistant: You said: good evening.'],
  );
  t.ok(recordingUrl);
});

t.test('a package is found from the directory where Parley is started, and tested there', async (t) => {
  const directory = t.testdir({ node_modules: { 'acme-voice': {} } });
  const acme = join(directory, 'node_modules', 'acme-voice');
  cpSync(join(EXAMPLES, 'synthesiser.js'), join(acme, 'index.js'));
  writeFileSync(join(acme, 'package.json'), '{"name":"acme-voice","type":"module","exports":"./index.js"}');
  mkdirSync(join(directory, 'own'));
  cpSync(join(EXAMPLES, 'recogniser.js'), join(directory, 'own', 'ears.mjs'));
  cpSync(join(EXAMPLES, 'model.js'), join(directory, 'own', 'mind.mjs'));
  const [command, args] = nodeCommand([CLI, 'providers', 'test', 'module']);
  const env = {
    ...process.env,
    PARLEY_SYNTHESISER: 'module:acme-voice',
    PARLEY_RECOGNISER: 'module:./own/ears.mjs#hello',
    PARLEY_MODEL: 'module:./own/mind.mjs',
  };
  const { stdout } = await promisify(execFile)(command, args, { cwd: directory, env });
  t.match(JSON.parse(stdout), {
    providers: [
      { role: 'model', ok: true, text: 'You said: Are you there?.' },
      { role: 'synthesiser', provider: 'module:acme-voice', ok: true, audioMs: 1680 },
      { role: 'recogniser', ok: true, text: 'hello' },
    ],
  });
  writeFileSync(
    join(directory, 'own', 'deaf.mjs'),
    `export const createRecogniser = () => ({
       name: 'deaf',
       open: () => ({ write() {}, finish: () => new Promise((end) => setTimeout(end, 4000)), close() {} }),
       close: async () => undefined,
     });`,
  );
  const deaf = { ...env, PARLEY_RECOGNISER: 'module:./own/deaf.mjs' };
  await t.rejects(promisify(execFile)(command, args, { cwd: directory, env: deaf }), {
    code: 1,
    stdout: /It violates the contract of providers .*finish does not resolve if nothing was written/,
  });
});
