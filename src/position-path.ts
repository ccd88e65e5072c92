/** The file in which a node keeps its last known positions (actors/runtime/integrity/position-file.ts). */
import { join } from 'node:path';

/** In the data directory, beside the views, whose removal does not affect it. */
export const positionPath = (dataDir: string): string => join(dataDir, 'journal.position');
