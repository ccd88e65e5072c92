/** OpenAI's real-time transcription models. */
import { type NetworkKind, networkKind } from '../network-kind.js';
import { transcription } from './transcription.js';

export const OPENAI: NetworkKind = networkKind({
  name: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  addressVariable: 'OPENAI_BASE_URL',
  defaultAddress: 'https://api.openai.com/v1',
  defaultChoice: 'gpt-4o-transcribe',
  protocol: transcription,
});
