/** AssemblyAI's streaming models. */
import { type NetworkKind, networkKind } from '../network-kind.js';
import { assemblyAi } from './streaming.js';

export const ASSEMBLYAI: NetworkKind = networkKind({
  name: 'assemblyai',
  keyVariable: 'ASSEMBLYAI_API_KEY',
  addressVariable: 'ASSEMBLYAI_BASE_URL',
  defaultAddress: 'https://streaming.assemblyai.com',
  defaultChoice: 'universal-streaming-english',
  protocol: assemblyAi,
});
