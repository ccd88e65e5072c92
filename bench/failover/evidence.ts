/** Keeps what explains a fault of a recording: the recording, what the phone heard and said, and the call's timeline. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallFacts, type Kill, timelineOf } from './call-facts.js';
import { fetchRecording } from './recorded-tracks.js';
import type { CallVerdict } from './verdict.js';

/** The names of promises that a recording's faults break. */
const OF_RECORDINGS: ReadonlySet<string> = new Set([
  'recording_turns',
  'recording_words',
  'recording_silence',
]);

/**
 * Writes a folder named after the call into `dir` if its recording has a fault: `recording` as it was downloaded,
 * `facts.json` (faults, timeline on the recording's clock, the call's detail, the network's history, stalls), and
 * `heard.json` (what the phone played, µ-law as base64, on the call's clock).
 */
export const keepEvidence = async (
  dir: string,
  facts: CallFacts,
  { faults, gaps }: CallVerdict,
  kills: readonly Kill[],
): Promise<void> => {
  if (!faults.some(({ promise }) => OF_RECORDINGS.has(promise))) return;
  const folder = join(dir, facts.callId);
  await mkdir(folder, { recursive: true });
  const { detail, history, understood, stalls, played } = facts;
  const { recordingUrl } = detail;
  const recording = recordingUrl === undefined ? null : await fetchRecording(recordingUrl).catch(() => null);
  if (recording !== null) await writeFile(join(folder, 'recording'), recording);
  const timeline = timelineOf(facts, kills);
  await writeFile(
    join(folder, 'facts.json'),
    JSON.stringify({ faults, timeline, gaps, understood, history, stalls, detail }, null, 1),
  );
  await writeFile(
    join(folder, 'heard.json'),
    JSON.stringify(played.map(({ atMs, audio }) => ({ atMs, audio: audio.toString('base64') }))),
  );
};
