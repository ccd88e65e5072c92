/**
 * A program for an unrelated user of the machine: it reads everything that it can, and tries every entrance. It is
 * passed to `node -` as text, because that user cannot read this folder; so it imports none of our files.
 *
 * In: {@link NosyTask} as the variable NOSY_TASK. Out: {@link NosyReport}, one line of JSON.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** The targets. */
export interface NosyTask {
  readonly directory: string;
  /** Paths to read, in case it cannot list them. */
  readonly files: readonly string[];
  readonly natsPort: number;
  /** Lines of the NATS protocol that it tries in place of credentials, one per connection. */
  readonly natsConnects: readonly string[];
  /** Requests whose answers are not for this user. */
  readonly requests: readonly {
    readonly method: string;
    readonly url: string;
    readonly authorization?: string;
    readonly body?: string;
  }[];
  readonly pids: readonly number[];
}

/** What it obtained. */
export interface NosyReport {
  readonly uid: number;
  readonly listed: readonly string[];
  /** Path and content of each file that could be read. */
  readonly read: readonly (readonly [string, string])[];
  /** What the server sent after each of the lines. */
  readonly nats: readonly string[];
  readonly answers: readonly { readonly status: number; readonly body: string }[];
  /** What each process shows: its command line and, if it can be read, its environment. */
  readonly processes: readonly { readonly commandLine: string; readonly environment: string | null }[];
}

const RECEIVING_MS = 1_500;

const orNull = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

const walk = (directory: string): readonly string[] =>
  (orNull(() => readdirSync(directory, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? [path, ...walk(path)] : [path];
  });

const receivedAfter = (port: number, line: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const end = (): void => {
      socket.destroy();
      resolve(received);
    };
    setTimeout(end, RECEIVING_MS);
    socket.on('error', end).on('close', end);
    socket.on('data', (bytes) => {
      if (received === '')
        socket.write(
          `${line}\r\nSUB nosy 1\r\nSUB > 2\r\nPUB $JS.API.STREAM.NAMES nosy 0\r\n\r\nPUB $JS.API.STREAM.MSG.GET.KV_parley_secrets nosy 37\r\n{"last_by_subj":"$KV.parley_secrets."}\r\nPING\r\n`,
        );
      received += bytes.toString('latin1');
    });
  });

const main = async (task: NosyTask): Promise<NosyReport> => {
  const listed = walk(task.directory);
  const paths = [...new Set([...listed, ...task.files])];
  return {
    uid: process.getuid?.() ?? -1,
    listed,
    read: paths.flatMap((path) => {
      const content = orNull(() => readFileSync(path, 'latin1'));
      return content === null ? [] : [[path, content] as const];
    }),
    nats: await Promise.all(task.natsConnects.map((line) => receivedAfter(task.natsPort, line))),
    answers: await Promise.all(
      task.requests.map(async ({ method, url, authorization, body }) => {
        const answer = await fetch(url, {
          method,
          headers: authorization === undefined ? {} : { authorization },
          ...(body === undefined ? {} : { body }),
        });
        return { status: answer.status, body: await answer.text() };
      }),
    ),
    processes: task.pids.map((pid) => ({
      commandLine: orNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '',
      environment: orNull(() => readFileSync(`/proc/${pid}/environ`, 'utf8')),
    })),
  };
};

const taskText = process.env.NOSY_TASK;
if (taskText !== undefined) process.stdout.write(`${JSON.stringify(await main(JSON.parse(taskText)))}\n`);
