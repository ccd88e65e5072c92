/** The voices of the offline synthesiser. All are English; `flite:awb` has a Scottish accent. */
import type { Voice } from '../../synthesiser.js';

export interface FliteVoice extends Voice {
  /** Flite's own name of the voice. */
  readonly engineName: string;
}

export const FLITE_VOICES: readonly FliteVoice[] = [
  { id: 'flite:slt', engineName: 'slt', name: 'SLT', language: 'en-US', gender: 'female' },
  { id: 'flite:rms', engineName: 'rms', name: 'RMS', language: 'en-US', gender: 'male' },
  { id: 'flite:awb', engineName: 'awb', name: 'AWB', language: 'en-GB', gender: 'male' },
  { id: 'flite:kal', engineName: 'kal16', name: 'KAL', language: 'en-US', gender: 'male' },
];
