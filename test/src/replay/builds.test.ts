/** `parley replay` across builds: a changed rule is found at the turn that it changes. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { sessionBuild } from '../../../media/driver/session-build.js';
import { briefOf, converse, TEST_BUILD } from '../../media/session/carrier.js';
import { makeSecondBuild } from '../../support/second-build.js';

/** The program that is installed. */
const BUNDLE = fileURLToPath(new URL('../../../bundle/cli.js', import.meta.url));

t.setTimeout(300_000);

/** A call on which the customer says a listening word in turn 6, and a silence ends turn 7. */
const recorded = (): Uint8Array => {
  const conversation = converse(briefOf({}, { greeting: 'Hello.' }));
  conversation.feed({ type: 'connected' });
  conversation.pass(3_000);
  for (const [text, endOfUtterance, listening] of [
    ['what are your hours', true, ''],
    ['and on sunday', true, 'mm hm'],
    ['a table for two', false, ''],
    ['goodbye', true, ''],
  ] as const) {
    conversation.hear(text, 400, endOfUtterance);
    conversation.pass(1_500);
    conversation.answer('We are open all day and every day of the whole week.');
    conversation.pass(1_000);
    if (listening !== '') conversation.hear(listening);
    conversation.pass(4_500);
  }
  conversation.feed({ type: 'closed' });
  return conversation.recording();
};

/** Runs the command of a build. */
const replayWith = (cli: string, ...args: readonly string[]) =>
  new Promise<{ readonly code: number; readonly report: Record<string, unknown>; readonly errors: string }>(
    (resolve) => {
      execFile(process.execPath, [cli, 'replay', ...args], (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : 0,
          report: stdout === '' ? {} : JSON.parse(stdout),
          errors: stderr,
        }),
      );
    },
  );

t.test('the same build finds nothing; another one names the turn, and what each build did', async (t) => {
  const log = join(t.testdir({}), 'call.session.gz');
  writeFileSync(log, recorded());
  const same = await replayWith(BUNDLE, log);
  t.match(same, {
    code: 0,
    report: { build: sessionBuild(), sessions: [{ build: TEST_BUILD, difference: null, turns: 10 }] },
  });

  const patient = makeSecondBuild(t, [
    {
      file: 'media/policies/end-of-turn.js',
      from: 'longestMs === 0 ? 0 : longestMs + MARGIN_MS',
      to: 'longestMs === 0 ? 900 : longestMs + MARGIN_MS',
    },
  ]);
  const later = await replayWith(patient.cli, log);
  t.match(later, {
    code: 1,
    report: {
      compared: 'recording',
      different: 1,
      sessions: [
        {
          build: TEST_BUILD,
          difference: {
            turn: { number: 7, speaker: 'customer', text: 'a table for two' },
            recorded: [/writes turn .*"a table for two"/, /requests reply 3 from model 1/],
            replayed: [],
          },
        },
      ],
    },
  });
  t.not(later.report.build, sessionBuild());

  const deaf = makeSecondBuild(t, [
    {
      file: 'media/policies/backchannel.js',
      from: 'const MOST_CHARACTERS = 120;',
      to: 'const MOST_CHARACTERS = 3;',
    },
  ]);
  const cut = await replayWith(deaf.cli, log);
  t.match(cut, {
    code: 1,
    report: {
      sessions: [{ difference: { turn: { number: 6, text: 'mm hm' }, cause: /final words "mm hm"/ } }],
    },
  });
  t.match(JSON.stringify(cut.report), /clears the audio that was sent/);
});

t.test('exit code 2: nothing can be read, or an option is wrong', async (t) => {
  const nowhere = await replayWith(BUNDLE, join(t.testdir({}), 'nowhere'));
  t.match(nowhere, { code: 2, errors: /cannot be read; give a session log/ });
  t.match(await replayWith(BUNDLE, '--wit'), { code: 2, errors: /unknown option/ });
});
