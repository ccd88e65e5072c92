/** Deepgram's protocol for turns, Flux. */
import { DEEPGRAM } from '../../../../providers/speech/recognisers/deepgram/index.js';
import { conform } from './conformance.js';

conform({
  kind: DEEPGRAM,
  choice: 'flux-general-en',
  words: true,
  segments: false,
  endsTurns: true,
  likelyEnds: 'asked',
  toleranceMs: 1,
  minPieceBytes: 640,
  partials: true,
});
