/** Soniox. */
import { SONIOX } from '../../../../providers/speech/recognisers/soniox/realtime.js';
import { conform } from './conformance.js';

conform({
  kind: SONIOX,
  choice: 'stt-rt-v5',
  words: true,
  segments: false,
  endsTurns: true,
  likelyEnds: 'never',
  toleranceMs: 1,
  minPieceBytes: 480,
  partials: true,
});
