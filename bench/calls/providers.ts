/**
 * Plays calls through networked providers: what Parley adds to the providers' own time, and what that costs compared
 * with the offline ones. Each provider is simulated in its own protocol. `npm run bench:providers -- --calls 20`;
 * `--only speech` measures only the providers whose names contain that word, and the offline ones. Exits with 1 when a
 * budget is broken or a call went wrong.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import type { Step } from '../../simulators/phone-network/callee.js';
import { type SpeechPart, speak } from '../../simulators/support/spoken.js';
import { type CallDetail, createApiClient, isSettled } from '../../testkit/api/client.js';
import { createLifetime, type Lifetime } from '../../testkit/lifetime.js';
import { testCacheDir } from '../../testkit/nats/server.js';
import { seeded } from '../../testkit/seeded.js';
import { startParley, UNLIMITED } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { createNetworkClient, spoken } from '../../testkit/simulators/network-client.js';
import {
  ENGINE,
  KEY,
  type ProviderSet,
  SETS,
  startEngineSet,
  startSet,
} from '../../testkit/simulators/provider-sets.js';
import { until } from '../../testkit/until.js';
import { note, print, run, wholeNumber } from '../command-line.js';
import { machine, machineLine } from '../gauges/machine.js';
import { processorTimeOf, usedBetween } from '../gauges/processes.js';
import { type Budget, isWithinBudget, type Measured, parseMeasures, readBudgets } from './measures.js';

const WORDS = 'is there a table for two this evening'.split(' ');
const SENTENCE = WORDS.join(' ');
const GREETING = 'Hello, this is the restaurant.';
const CALL_MS = 90_000;
const START_WITHIN_MS = 4_000;
/**
 * The most that Parley may add to a networked provider's time, ms (docs/explanation/media.md "Latency budgets"). The budgets of the
 * offline providers are in bench/budgets.json.
 */
const TURN_OVERHEAD: Budget = { p50: 2, p99: 15 };

/** The result of one run. */
interface Row {
  readonly name: string;
  readonly overhead: Measured | undefined;
  readonly bargeIn: Measured | undefined;
  /** Answers that lack one of the five latencies. */
  readonly incomplete: number;
  readonly answers: number;
  /** Share of a core that one live call takes. */
  readonly aCall: number;
  readonly problems: readonly string[];
}

/** What the simulated recognisers understand; the offline one hears real speech. */
const simulatedSpeech = (): string => {
  const pieces: SpeechPart[] = WORDS.flatMap((_word, word) => [{ word, ms: 180 }, { silenceMs: 60 }]);
  return Buffer.from(speak(pieces, seeded(4_711))).toString('base64');
};

const OFFLINE = `When the customer says "${SENTENCE}", say "We have one at eight. Would you like to have it for this evening?".`;

/** What is measured: the offline engines, a set of networked providers, or a speech-to-speech engine. */
type Subject = null | 'engine' | ProviderSet;

interface Simulated {
  readonly env: Readonly<Record<string, string>>;
  /** Sets what the next replies say, in pieces. */
  answer(replies: readonly (readonly string[])[]): Promise<void>;
}

const simulate = async (lifetime: Lifetime, subject: Exclude<Subject, null>): Promise<Simulated> => {
  if (subject === 'engine') {
    const { engine, env } = await startEngineSet(lifetime);
    await engine.configure({ key: KEY, words: WORDS, replies: [{ text: 'Hello.' }] });
    const answer = (replies: readonly (readonly string[])[]): Promise<void> =>
      engine.answer(...replies.map((pieces) => ({ text: pieces.join('') })));
    return { env, answer };
  }
  const { env, stt, llm } = await startSet(lifetime, subject);
  await stt.configure({ key: KEY, words: WORDS, faults: [] });
  return { env, answer: async (replies) => llm.answer(...replies.map((text) => ({ text }))) };
};

const nameOf = (subject: Subject): string => {
  if (subject === null) return 'phrase-book, scripted, flite';
  return subject === 'engine'
    ? `${ENGINE} (speech to speech)`
    : `${subject.stt}, ${subject.llm}, ${subject.tts}`;
};

const play = async (lifetime: Lifetime, set: Subject, calls: number): Promise<Row> => {
  const simulated = set === null ? null : await simulate(lifetime, set);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  lifetime.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await startParley({
    dataDir,
    env: {
      ...UNLIMITED,
      PARLEY_CACHE_DIR: testCacheDir(),
      PARLEY_LOG_LEVEL: 'warn',
      ...simulated?.env,
    },
  });
  lifetime.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  const { businessId, apiKey } = await createTenant(dataDir, { lines: 1_000, credits: 100_000 });
  const client = createApiClient(service.url, businessId, apiKey);
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  const agent = await client.createAgent('Bench', OFFLINE, { firstGreeting: GREETING });
  const audio = set === null ? await offlineSpeech() : simulatedSpeech();
  const say: Step['do'] = { type: 'say', audio };
  const steps: readonly Step[] = [
    { afterSilenceMs: 500, do: say },
    // Interrupts the answer.
    { afterHearingMs: 1_200, do: say },
    // Longer than the question, the end of its turn and the beginning of the answer take together.
    { afterSilenceMs: 4_000, do: { type: 'hang_up' } },
  ];
  await network.mix([{ share: 1, script: { ringMs: 300, steps } }]);

  let numbers = 0;
  const playCalls = async (count: number): Promise<readonly CallDetail[]> => {
    // No sentence occurs twice: cached speech would say nothing about the provider.
    const hours = Array.from({ length: 4 * count }, (_, index) => `${numbers + index} and ${index} minutes`);
    await simulated?.answer(
      hours.map((hour) => [
        'We have one ',
        `at ${hour}, by the window or in the garden, whichever you like. `,
        'Would you like to have it for this evening, ',
        `at ${hour}?`,
      ]),
    );
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        await new Promise((begin) => setTimeout(begin, (index * START_WITHIN_MS) / count));
        numbers += 1;
        const callId = await client.startCall(agent.id, `+1415${String(5_560_000 + numbers)}`);
        return client.callUntil(callId, isSettled, CALL_MS);
      }),
    );
  };
  await playCalls(2);
  service.kill('SIGUSR2');
  await until('the latency counters to be reset', async () =>
    Object.values(parseMeasures(await service.metrics())).every(({ count }) => count === 0),
  );
  const before = processorTimeOf(service.pid);
  const details = await playCalls(calls);
  const used = usedBetween(before, processorTimeOf(service.pid));
  const measures = parseMeasures(await service.metrics());
  const seconds = details.reduce((sum, { call }) => sum + call.durationSeconds, 0);
  const answers = details.flatMap(answersOf);
  return {
    name: nameOf(set),
    overhead: measures['turn.overhead'],
    bargeIn: measures['barge_in.clear'],
    incomplete: answers.filter((numbersOf) => Object.values(numbersOf ?? {}).some((ms) => ms === null))
      .length,
    answers: answers.length,
    aCall: used.totalMs / 1_000 / Math.max(1, seconds),
    problems: details.flatMap(problemsIn),
  };
};

const answersOf = ({ diagnostics }: CallDetail) =>
  diagnostics.turns.flatMap(({ speaker, latencies }) => (speaker === 'assistant' ? (latencies ?? []) : []));

/** What went wrong, one line each. */
const problemsIn = ({ call, transcript }: CallDetail): readonly string[] => {
  const questions = transcript.filter(({ speaker, text }) => speaker === 'customer' && text === SENTENCE);
  const problems = [
    ...(call.status === 'completed' ? [] : [call.status]),
    ...(questions.length === 2 ? [] : [`${questions.length} of 2 questions were understood`]),
    ...(transcript.filter(({ speaker }) => speaker === 'assistant').length >= 3
      ? []
      : ['an answer is missing']),
  ];
  return problems.map((problem) => `call ${call.id}: ${problem}`);
};

const offlineSpeech = async (): Promise<string> => {
  const voices = createFlite();
  try {
    return await spoken(voices, SENTENCE);
  } finally {
    await voices.close();
  }
};

const ms = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(2));

run(async () => {
  const { values: options } = parseArgs({
    options: { calls: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
  });
  const calls = wholeNumber('calls', options.calls, 1, 200);
  const budget = readBudgets()['barge_in.clear'];
  print(machineLine(machine()));
  print(`${calls} concurrent calls; ms; share of a core per call, and relative to the offline engines`);
  print('turn.overhead p50/p99   barge_in.clear p50/p99   answers (incomplete)   a call   providers');
  let offline: number | null = null;
  for (const set of [null, 'engine', ...SETS] as const) {
    if (set !== null && !nameOf(set).includes(options.only)) continue;
    const lifetime = createLifetime();
    try {
      const row = await play(lifetime, set, calls);
      offline ??= row.aCall;
      const { overhead, bargeIn } = row;
      print(
        [
          `${ms(overhead?.p50)}/${ms(overhead?.p99)}`.padEnd(22),
          `${ms(bargeIn?.p50)}/${ms(bargeIn?.p99)}`.padEnd(23),
          `${row.answers} (${row.incomplete})`.padEnd(21),
          `${(row.aCall * 100).toFixed(2)} % (${(row.aCall / offline).toFixed(2)})`.padEnd(15),
          row.name,
        ].join('  '),
      );
      const broken = [
        ...(isWithinBudget(TURN_OVERHEAD, overhead) ? [] : ['turn.overhead']),
        ...(budget !== undefined && isWithinBudget(budget, bargeIn) ? [] : ['barge_in.clear']),
      ];
      for (const line of [...row.problems, ...broken.map((name) => `the budget of ${name} is broken`)])
        note(line);
      if (row.problems.length > 0 || broken.length > 0 || row.incomplete > 0) process.exitCode = 1;
    } finally {
      await lifetime.end();
    }
  }
});
