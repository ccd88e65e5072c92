/** The simulated Meta in its own process. */
import { type SimulatorOptions, type SimulatorProcess, startSimulator } from '../support/process.js';

/** Starts it; it has no app yet. */
export const startMetaProcess = (options: SimulatorOptions = {}): Promise<SimulatorProcess> =>
  startSimulator(new URL('./main.js', import.meta.url), {}, options);
