/** The parts of the bench, in the order in which they run. */
import type { Part } from './figures.js';
import { backchannels } from './parts/backchannels.js';
import { cuts } from './parts/cuts.js';
import { echo } from './parts/echo.js';
import { latency } from './parts/latency.js';
import { openings } from './parts/openings.js';
import { sentences } from './parts/sentences.js';
import { spokenForms } from './parts/spoken-forms.js';
import { turns } from './parts/turns.js';

export const PARTS: readonly Part[] = [
  cuts,
  openings,
  echo,
  turns,
  backchannels,
  sentences,
  spokenForms,
  latency,
];
