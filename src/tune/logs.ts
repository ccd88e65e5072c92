/** The session logs that `parley tune` reads: limits on their number and size, and what is left out. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSessionLogs } from '../../media/session/log.js';
import { factsOf, type SessionFacts } from '../../media/tuning/facts.js';
import { ConfigError } from '../config-error.js';

const MIB = 1024 * 1024;
/** About 50 minutes of a call. */
const MOST_FILE_BYTES = 64 * MIB;
const MOST_FILES = 2_000;
const MOST_BYTES = 4_096 * MIB;

export interface ReadLogs {
  readonly sessions: readonly SessionFacts[];
  readonly files: number;
  /** What was left out, in whole or in part, and why. */
  readonly remarks: readonly { readonly file: string; readonly remark: string }[];
}

/** Reads files, and the `.jsonl` files of directories. @throws ConfigError if nothing can be read */
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
    const read = sessionsOf(readFileSync(file, 'utf8'));
    sessions.push(...read.sessions);
    for (const remark of read.remarks) remarks.push({ file, remark });
  }
  if (sessions.length === 0) {
    const [first] = remarks;
    const why = first === undefined ? 'there is no .jsonl file' : `${first.file}: ${first.remark}`;
    throw new ConfigError(
      `no session can be read (${why}); name files that parley serve wrote to PARLEY_SESSION_LOG_DIR, or that directory`,
    );
  }
  return { sessions, files: count, remarks };
};

/** Why a file is left out; null if it is read. */
const excessOf = (size: number, files: number, bytes: number): string | null => {
  if (size > MOST_FILE_BYTES) return `left out: it has more than ${MOST_FILE_BYTES / MIB} MiB`;
  if (files >= MOST_FILES) return `left out: ${MOST_FILES} files are read at a time`;
  if (bytes > MOST_BYTES) return `left out: ${MOST_BYTES / MIB} MiB are read at a time`;
  return null;
};

const filesAt = (path: string): readonly string[] => {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith('.jsonl'));
    return names.sort().map((name) => join(path, name));
  } catch {
    throw new ConfigError(`${path} cannot be read; name a session log, or a directory of them`);
  }
};

const sessionsOf = (text: string) => {
  const { sessions, torn } = readSessionLogs(text);
  const remarks: string[] = [];
  const facts: SessionFacts[] = [];
  if (torn > 0) remarks.push(`${torn} of its lines cannot be read`);
  if (sessions.length === 0) remarks.push('left out: it is no session log');
  for (const log of sessions) {
    try {
      const found = factsOf(log);
      if (!found.isSame)
        remarks.push(
          'another build wrote it, and decided otherwise in places: what it heard is used all the same',
        );
      facts.push(found);
    } catch (error) {
      remarks.push(
        `left out: this build cannot run it (${error instanceof Error ? error.message : 'it throws'})`,
      );
    }
  }
  return { sessions: facts, remarks };
};
