/** The timers of an iteration: its start, and the next sizing of its permits. */
import type { IterationState } from './state.js';

export const timers = ({ created, status, sizeAt }: IterationState): Readonly<Record<string, number>> => {
  if (status === 'scheduled' && created !== null && created.startAt !== null)
    return { start: created.startAt };
  if (status !== 'running' || created === null) return {};
  return sizeAt === null ? {} : { size: sizeAt };
};
