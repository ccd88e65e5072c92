/** A recogniser that is opened in the middle of a call. */
import type { SessionState } from '../state.js';

/** Opens the present recogniser again. Its clock starts where it starts to listen. */
export const reopenRecogniser = ({ recognition, inbound, out, brief }: SessionState): void => {
  recognition.fedMs = 0;
  recognition.zeros = [];
  inbound.streamZero = null;
  const recogniser = ((recognition.attempts - 1) % brief.providers.recognisers) + 1;
  out.push({ type: 'open_recogniser', recogniser });
};
