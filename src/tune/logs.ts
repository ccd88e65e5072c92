/** The session logs that `parley tune` reads: limits on their number and size, and what is left out. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSessionLogs } from '../../media/session/log.js';
import { factsOf, type SessionFacts } from '../../media/tuning/facts.js';
import { ConfigError } from '../config/error.js';

const MIB = 1024 * 1024;
/** More than an hour of a call. */
const MAX_FILE_BYTES = 64 * MIB;
/** Compressed logs, and those of earlier builds. */
const LOG_NAME = /\.(?:session\.gz|jsonl)$/;
const MAX_FILES = 2_000;
const MAX_BYTES = 4_096 * MIB;

export interface ReadLogs {
  readonly sessions: readonly SessionFacts[];
  readonly files: number;
  /** What was left out, in whole or in part, and why. */
  readonly remarks: readonly { readonly file: string; readonly remark: string }[];
}

/** Reads files, and the session logs of directories. @throws ConfigError if nothing can be read */
export const readLogs = (paths: readonly string[]): ReadLogs => {
  const files = paths.flatMap(filesAt);
  const remarks: { readonly file: string; readonly remark: string }[] = [];
  const sessions: SessionFacts[] = [];
  let bytes = 0;
  let count = 0;
  for (const file of files) {
    const { size } = statSync(file);
    const excess = excessOf(size, count, bytes + size);
    if (excess !== null) {
      remarks.push({ file, remark: excess });
      continue;
    }
    count += 1;
    bytes += size;
    const read = sessionsOf(readFileSync(file));
    sessions.push(...read.sessions);
    for (const remark of read.remarks) remarks.push({ file, remark });
  }
  if (sessions.length === 0) {
    const [first] = remarks;
    const why =
      first === undefined ? 'there is no .session.gz or .jsonl file' : `${first.file}: ${first.remark}`;
    throw new ConfigError(
      `no session can be read (${why}); pass session logs of calls (docs/how-to/session-logs.md), or a directory of them`,
    );
  }
  return { sessions, files: count, remarks };
};

/** Why a file is left out; null if it is read. */
const excessOf = (size: number, files: number, bytes: number): string | null => {
  if (size > MAX_FILE_BYTES) return `skipped: larger than ${MAX_FILE_BYTES / MIB} MiB`;
  if (files >= MAX_FILES) return `skipped: at most ${MAX_FILES} files are read`;
  if (bytes > MAX_BYTES) return `skipped: at most ${MAX_BYTES / MIB} MiB are read`;
  return null;
};

const filesAt = (path: string): readonly string[] => {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => LOG_NAME.test(name));
    return names.sort().map((name) => join(path, name));
  } catch {
    throw new ConfigError(`${path} cannot be read; pass a session log, or a directory of them`);
  }
};

const sessionsOf = (file: Uint8Array) => {
  const { sessions, torn } = readSessionLogs(file);
  const remarks: string[] = [];
  const facts: SessionFacts[] = [];
  if (torn > 0) remarks.push(`${torn} of its parts cannot be read`);
  if (sessions.length === 0) remarks.push('skipped: not a session log');
  for (const log of sessions) {
    if (log.incomplete !== undefined)
      remarks.push('ends before its call: the node could not write all of it');
    try {
      const found = factsOf(log);
      if (!found.isSame)
        remarks.push(
          'written by another build, which made other decisions in places; its recognised speech is still used',
        );
      facts.push(found);
    } catch (error) {
      remarks.push(
        `skipped: this build cannot replay it (${error instanceof Error ? error.message : 'it throws'})`,
      );
    }
  }
  return { sessions: facts, remarks };
};
