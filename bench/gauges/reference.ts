/** The machine's own lateness: a process that does nothing but sleep until each 20 ms, as a pacing thread would. */
import { goFirst } from '../../providers/yield-to-calls.js';
import { answerParent } from './child.js';
import { startGrid } from './grid.js';

goFirst();
const grid = startGrid(20);
answerParent({ take: () => grid.take() });
