/** Continues a recorded call from one of its turns, in virtual time. */
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { createCallRecord, type RecordedCall } from '../../media/replay/recorded-call.js';
import { logEntries } from '../../media/session/log.js';
import type { Rehearse } from '../../operations/simulations/rehearse.js';
import { ConfigError } from '../config/error.js';
import type { LogSource } from '../replay/sources.js';
import { type ForkReport, firstDifferenceOf } from './report.js';
import { type Fork, forkOf } from './request.js';

/** A conversation lasts ten minutes at most, and models have deadlines of their own. */
const FORK_MS = 1_800_000;

/** The transcript of the call. @throws ConfigError if the log cannot be read */
export const readCall = async ({ read }: LogSource): Promise<RecordedCall> => {
  const record = createCallRecord();
  for (const entry of logEntries(await read())) {
    if (entry.type === 'session') record.begin(entry.brief, entry.build);
    else if (entry.type === 'step') record.take(entry.logged);
  }
  const call = record.end();
  if (call === null) throw new ConfigError('it is not a session log');
  return call;
};

/** `model`: the name of the one that `rehearse` uses. @throws ConfigError if the call cannot be continued there */
export const playFork = async (
  source: LogSource,
  fork: Fork,
  { rehearse, model }: { readonly rehearse: Rehearse; readonly model: string },
): Promise<ForkReport> => {
  const { request, recorded, repeats } = forkOf(await readCall(source), fork);
  const played = await rehearse({ ...request, onUsage: () => undefined }, timeoutSignal(FORK_MS));
  const begins = repeats ? played.lines.findIndex(({ speaker }) => speaker !== 'customer') : 0;
  const forked = { ...played, lines: begins === -1 ? [] : played.lines.slice(begins) };
  const { atTurn } = fork;
  return {
    log: source.name,
    atTurn,
    model,
    customer: request.customer.name,
    recorded,
    forked,
    firstDifference: firstDifferenceOf(atTurn, recorded, forked.lines),
  };
};
