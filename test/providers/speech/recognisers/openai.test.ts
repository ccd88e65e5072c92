/** OpenAI, whose partials come only after the end of an utterance. */
import { OPENAI } from '../../../../providers/speech/recognisers/openai/transcription.js';
import { conform } from './conformance.js';

conform({
  kind: OPENAI,
  choice: 'gpt-4o-transcribe',
  path: '/v1',
  words: false,
  segments: false,
  endsTurns: false,
  likelyEnds: 'never',
  toleranceMs: 1,
  minPieceBytes: 480,
  partials: false,
});
