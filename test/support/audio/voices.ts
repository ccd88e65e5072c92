/** The voices of the tests, one set per process: speech that one file has synthesised is cached for the next. */
import { createFlite } from '../../../providers/speech/offline/flite/synthesiser.js';
import { withCache } from '../../../providers/speech/speech-cache.js';

/** Never closed: its threads do not keep the process alive, and other files may need them. */
export const voices = withCache(createFlite());
