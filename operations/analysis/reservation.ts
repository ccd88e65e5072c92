/** The reservation of an analysis or of a run of analyses. */
import { deriveId } from '../../schemas/ids.js';

/** An analysis has the id of its call, whose own charge is another reservation. */
export const analysisReservation = (id: string): string => deriveId('analysis-charge', id);
