/** ElevenLabs' real-time Scribe. */
import { type NetworkKind, networkKind } from '../network-kind.js';
import { scribe } from './scribe.js';

export const ELEVENLABS: NetworkKind = networkKind({
  name: 'elevenlabs',
  keyVariable: 'ELEVENLABS_API_KEY',
  addressVariable: 'ELEVENLABS_BASE_URL',
  defaultAddress: 'https://api.elevenlabs.io',
  defaultChoice: 'scribe_v2_realtime',
  protocol: scribe,
});
