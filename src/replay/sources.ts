/** The session logs that `parley replay` reads: files, directories of them, and the log of a call over the API. */
import { readdirSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { isRecord } from '../../schemas/json.js';
import { jsonIn } from '../../schemas/parse.js';
import { ConfigError } from '../config/error.js';

export interface LogSource {
  /** Its path, or the id of the call. */
  readonly name: string;
  /** Its bytes. @throws ConfigError if it cannot be read, or is too large */
  read(): Promise<Uint8Array>;
}

/** A service, and the key to its API. */
export interface Api {
  readonly url: string;
  readonly businessId: string;
  readonly key: string;
}

/** Logs, and those of earlier builds. */
const LOG_NAME = /\.(?:session\.gz|jsonl)$/;
const MIB = 1024 * 1024;
/** Compressed, four hours of a call. */
const MAX_LOG_BYTES = 256 * MIB;

const MAX_FILES = 2_000;
const CALL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** For the whole log. */
const FETCH_MS = 300_000;
const MAX_ERROR_BYTES = 64 * 1024;

/** The sources in the order of their names. `api`: null if none is given. @throws ConfigError if one does not exist */
export const sourcesOf = (names: readonly string[], api: Api | null): readonly LogSource[] => {
  const sources = names.flatMap((name) => sourcesNamed(name, api));
  if (sources.length <= MAX_FILES) return sources;
  throw new ConfigError(`${sources.length} logs are too many; replay at most ${MAX_FILES} at a time`);
};

const sourcesNamed = (name: string, api: Api | null): readonly LogSource[] => {
  const kind = kindOf(name);
  if (kind === 'file') return [fileSource(name)];
  if (kind === 'directory') {
    const files = readdirSync(name).filter((file) => LOG_NAME.test(file));
    if (files.length > 0) return files.sort().map((file) => fileSource(join(name, file)));
    throw new ConfigError(`${name} has no .session.gz or .jsonl files`);
  }
  if (!CALL_ID.test(name))
    throw new ConfigError(
      `${name} cannot be read; give a session log, a directory of them, or the id of a call`,
    );
  if (api === null)
    throw new ConfigError(
      'the log of a call is read from the service: give --url, --business, and the key in PARLEY_API_KEY or --key-file',
    );
  return [callSource(name, api)];
};

const kindOf = (path: string): 'file' | 'directory' | 'none' => {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'file';
  } catch {
    return 'none';
  }
};

const fileSource = (path: string): LogSource => ({
  name: path,
  read: async () => {
    const { size } = await stat(path).catch(cannotRead);
    if (size > MAX_LOG_BYTES) throw tooLarge();
    return readFile(path).catch(cannotRead);
  },
});

const cannotRead = (): never => {
  throw new ConfigError('it cannot be read');
};

const tooLarge = (): ConfigError => new ConfigError(`it is larger than ${MAX_LOG_BYTES / MIB} MiB`);

const callSource = (callId: string, { url, businessId, key }: Api): LogSource => ({
  name: callId,
  read: async () => {
    const path = `/api/v1/voice/calls/${callId}/session-log?businessId=${encodeURIComponent(businessId)}`;
    try {
      const response = await fetch(new URL(path, url), {
        headers: { authorization: `Bearer ${key}` },
        redirect: 'error',
        signal: timeoutSignal(FETCH_MS),
      });
      if (response.ok) return await bodyOf(response, MAX_LOG_BYTES);
      const refusal = await bodyOf(response, MAX_ERROR_BYTES);
      throw new ConfigError(problemIn(response.status, refusal.toString('utf8')));
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      throw new ConfigError(`the service at ${url} did not send it`);
    }
  },
});

/** The body. @throws ConfigError if it has more bytes */
const bodyOf = async ({ body }: Response, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  if (body === null) return Buffer.alloc(0);
  for await (const chunk of body) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
  }
  return Buffer.concat(chunks);
};

const problemIn = (status: number, text: string): string => {
  const answer = jsonIn(text);
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : null;
  return error === null
    ? `the service answered ${status}`
    : `the service answered ${String(error.code)}: ${String(error.message)}`;
};
