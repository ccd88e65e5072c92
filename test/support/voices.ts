/** The voices that tests hear, one set a process: what one file had spoken is there for the next. */
import { createFlite } from '../../providers/speech/flite.js';
import { withCache } from '../../providers/speech/speech-cache.js';

/** Nobody closes it: its threads hold no process, and others may want them. */
export const voices = withCache(createFlite());
