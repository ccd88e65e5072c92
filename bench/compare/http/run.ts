/** Runs the HTTP works of a comparison one after the other, each on all servers in turns. */
import { note } from '../../command-line.js';
import type { Child } from '../../gauges/child.js';
import { type ComparedWork, inTurns } from '../turns.js';
import { type HttpSubject, type HttpWork, takeTurn } from './subjects.js';

/** @throws Error when an answer is not as it must be */
export const runWorks = async (
  loader: Child,
  subjects: readonly HttpSubject[],
  works: readonly HttpWork[],
  { rounds, ms }: { readonly rounds: number; readonly ms: number },
): Promise<readonly ComparedWork[]> => {
  const compared: ComparedWork[] = [];
  for (const work of works) {
    const turns = await inTurns(subjects, rounds, async (subject) => {
      const turn = await takeTurn(loader, subject, work, ms);
      note(`${work.work}: ${subject.name} ${turn.perSecond.toFixed(0)}/s`);
      return turn;
    });
    compared.push({ work: work.work, turns });
  }
  return compared;
};
