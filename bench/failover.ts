/**
 * Repeatedly kills one of two nodes while calls are live: no call is lost, there is no second greeting, and each
 * call has one recording of everything spoken. Also measures how long calls were silent. `npm run bench:failover --
 * --help`.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { note, print, run, wholeNumber } from './command-line.js';
import { MAX_TOPICS } from './failover/conversation.js';
import { runFailover } from './failover/run.js';
import { type FailoverResult, PROMISES } from './failover/verdict.js';

const HELP = `Repeatedly kills one of two nodes while calls are live, and checks what happened to the calls.

  npm run bench:failover -- [options]

  --calls <n>            concurrent calls (50; at most 500)
  --kills <n>            number of kills with SIGKILL (20; at most 1000)
  --kill-every-ms <n>    time from both nodes running to the next kill (8000)
  --down-ms <n>          how long a killed node stays down before it restarts (3000)
  --drain                sends SIGTERM instead: the node hands over its calls, or waits until they end
  --topics <n>           questions per call, about 8 s each (${MAX_TOPICS}, which is the maximum)
  --evidence <dir>       keeps there what explains each fault of a recording
  --session-logs <dir>   the nodes write their sessions' logs there; slows them, so take no times with it
  --json                 one JSON object as the last line
  --logs                 the nodes' warnings, on standard error
  --help                 this text

Exits with 1 if a promise is broken, with 2 if the arguments are invalid.
`;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '50' },
      kills: { type: 'string', default: '20' },
      'kill-every-ms': { type: 'string', default: '8000' },
      'down-ms': { type: 'string', default: '3000' },
      topics: { type: 'string', default: String(MAX_TOPICS) },
      drain: { type: 'boolean', default: false },
      evidence: { type: 'string' },
      'session-logs': { type: 'string' },
      json: { type: 'boolean', default: false },
      logs: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    calls: wholeNumber('calls', values.calls, 1, 500),
    kills: wholeNumber('kills', values.kills, 0, 1_000),
    killEveryMs: wholeNumber('kill-every-ms', values['kill-every-ms'], 2_000, 600_000),
    downMs: wholeNumber('down-ms', values['down-ms'], 0, 600_000),
    topics: wholeNumber('topics', values.topics, 1, MAX_TOPICS),
    drains: values.drain,
    evidenceDir: values.evidence,
    sessionLogDir: values['session-logs'],
    json: values.json,
    logs: values.logs,
    help: values.help,
  };
};

const tables = (result: FailoverResult): string => {
  const style = { head: [], border: [] };
  const gaps = new Table({ head: ['silence, ms', 'count', 'p50', 'p99', 'max'], style });
  const spreads = { ...result.gaps, 'offset of speech in the recording': result.recordingOffBy };
  for (const [name, { count, p50, p99, max }] of Object.entries(spreads))
    gaps.push([name, count, p50 ?? '-', p99 ?? '-', max ?? '-']);
  const promises = new Table({ head: ['promise', 'calls that break it'], style });
  for (const [name, text] of Object.entries(PROMISES)) promises.push([text, result.broken[name] ?? 0]);
  const { atTheKill, stoodStill } = result;
  return [
    `${result.calls} calls, at least ${result.fewestUp} live at each of ${result.kills} kills; ` +
      `${result.losses} streams lost, at most ${result.mostLossesOfACall} of one call; ${result.stillborn} more closed in their first second`,
    gaps.toString(),
    `spoken in the last two seconds of a process: ${atTheKill.customerSaid} utterances of customers, ` +
      `${atTheKill.customerLost} not written; ${atTheKill.agentSaid} of agents, ${atTheKill.agentLost} not fully written; ` +
      `${atTheKill.neverGreeted} calls never heard the start of the greeting`,
    `the bench stalled for at most ${stoodStill.balancerMs} ms in its balancer, ${stoodStill.networkMs} ms in its network, ` +
      `${stoodStill.stalls} times for 200 ms or longer; ${result.unjudged} stretches of speech were not judged for it`,
    promises.toString(),
  ].join('\n');
};

const main = async (): Promise<void> => {
  const { json, logs, help, evidenceDir, sessionLogDir, ...options } = readOptions();
  if (help) return print(HELP.trimEnd());
  const result = await runFailover({
    ...options,
    ...(evidenceDir === undefined ? {} : { evidenceDir: resolve(evidenceDir) }),
    ...(sessionLogDir === undefined ? {} : { sessionLogDir: resolve(sessionLogDir) }),
    cacheDir: process.env.PARLEY_CACHE_DIR,
    log: note,
    ...(logs
      ? { logLevel: 'warn', onLog: (node: number, line: string) => note(`node ${node}: ${line}`) }
      : {}),
  });
  for (const { promise, callId, what } of result.faults) note(`${promise} ${callId}: ${what}`);
  for (const { callId, owed, ms } of result.slowest) note(`heard again after ${ms} ms: ${callId}, ${owed}`);
  print(tables(result));
  if (json) print(JSON.stringify(result));
  if (Object.values(result.broken).some((calls) => calls > 0)) process.exitCode = 1;
};

run(main);
