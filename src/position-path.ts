/** Where a node keeps the last positions that it knows (actors/runtime/position-file.ts). */
import { join } from 'node:path';

/** In its data folder, beside the views: what removes those leaves it alone. */
export const positionPath = (dataDir: string): string => join(dataDir, 'journal.position');
