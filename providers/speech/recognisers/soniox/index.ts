/** Soniox' real-time models. */
import { type NetworkKind, networkKind } from '../network-kind.js';
import { soniox } from './realtime.js';

export const SONIOX: NetworkKind = networkKind({
  name: 'soniox',
  keyVariable: 'SONIOX_API_KEY',
  addressVariable: 'SONIOX_BASE_URL',
  defaultAddress: 'https://stt-rt.soniox.com',
  defaultChoice: 'stt-rt-v5',
  protocol: soniox,
});
