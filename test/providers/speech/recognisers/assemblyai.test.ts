/** AssemblyAI. */
import { ASSEMBLYAI } from '../../../../providers/speech/recognisers/assemblyai/streaming.js';
import { conform } from './conformance.js';

conform({
  kind: ASSEMBLYAI,
  choice: 'universal-streaming-english',
  words: true,
  segments: false,
  endsTurns: true,
  likelyEnds: 'anyway',
  toleranceMs: 1,
  minPieceBytes: 480,
  partials: true,
});
