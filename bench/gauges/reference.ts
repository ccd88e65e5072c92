/** The machine's own lateness: a process that only sleeps from one 20 ms to the next, as a pacing thread would. */
import { goFirst } from '../../providers/scheduling/yield-to-calls.js';
import { answerParent } from './child.js';
import { startGrid } from './grid.js';

goFirst();
const grid = startGrid(20);
answerParent({ take: () => grid.take() });
