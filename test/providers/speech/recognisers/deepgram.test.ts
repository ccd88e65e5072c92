/** Deepgram's protocol for transcripts. */
import { DEEPGRAM } from '../../../../providers/speech/recognisers/deepgram/index.js';
import { conform } from './conformance.js';

conform({
  kind: DEEPGRAM,
  choice: 'nova-3',
  words: true,
  segments: true,
  endsTurns: false,
  likelyEnds: 'never',
  toleranceMs: 1,
  minPieceBytes: 160,
  partials: true,
});
