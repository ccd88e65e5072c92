/** A speech recognition model that is installed is found at the next start, and transcribes a call. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { isSettled } from '../../../../testkit/api/client.js';
import { nodeCommand } from '../../../../testkit/service/node-command.js';
import { CLI } from '../../../../testkit/service/parley-process.js';
import { startWorld } from '../../../../testkit/service/world.js';
import { toySpeech } from '../../../../testkit/stt/tones.js';
import { writeToyModel } from '../../../../testkit/stt/toy-model.js';

t.setTimeout(120_000);

/** The output of `parley speech`. */
const speech = async (...args: readonly string[]): Promise<unknown> => {
  const [command, rest] = nodeCommand([CLI, 'speech', ...args, '--json']);
  const { stdout } = await promisify(execFile)(command, rest);
  return JSON.parse(stdout);
};

t.test('a model on this machine recognises free speech without configuration', async (t) => {
  const files = join(t.testdir({ toy: {} }), 'toy');
  writeToyModel(files);
  const world = await startWorld(
    t,
    {},
    {
      prepare: async (dataDir) => {
        const installed = await speech('install', '--from', files, '--data-dir', dataDir);
        t.match(installed, { installed: [{ name: 'toy' }], next: /from its next start/ });
        t.match(await speech('list', '--data-dir', dataDir), {
          installed: [{ name: 'toy' }],
          released: [{ name: 'kroko-en', licence: 'CC-BY-SA-4.0' }],
        });
      },
    },
  );
  const client = world.client();
  const agent = await client.createAgent(
    'Toy',
    'When the customer says "yes no", say "I have heard both.".',
    {
      firstGreeting: 'Yes or no?',
    },
  );
  const audio = Buffer.from(encodeMulaw(toySpeech(['yes', 250, 'no']))).toString('base64');
  await world.network.callee('+14155580009', {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 900, do: { type: 'say', audio } },
      { afterSilenceMs: 2_500, do: { type: 'hang_up' } },
    ],
  });
  const { call, transcript, diagnostics } = await client.callUntil(
    await client.startCall(agent.id, '+14155580009'),
    isSettled,
    60_000,
  );
  t.match(call, { status: 'completed', endedBy: 'customer' });
  t.same(
    transcript.map(({ speaker, text }) => `${speaker}: ${text}`),
    ['assistant: Yes or no?', 'customer: yes no', 'assistant: I have heard both.'],
  );
  t.match(JSON.stringify(diagnostics), /"finalTranscriptMs":\d/);
});
