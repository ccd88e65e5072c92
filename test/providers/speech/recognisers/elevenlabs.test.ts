/** ElevenLabs. */
import { ELEVENLABS } from '../../../../providers/speech/recognisers/elevenlabs/scribe.js';
import { conform } from './conformance.js';

conform({
  kind: ELEVENLABS,
  choice: 'scribe_v2_realtime',
  words: true,
  segments: false,
  endsTurns: false,
  likelyEnds: 'never',
  toleranceMs: 1,
  minPieceBytes: 800,
  partials: true,
});
