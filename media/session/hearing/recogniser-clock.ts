/** A recogniser that is opened in the middle of a call. */
import type { SessionState } from '../state.js';

/** Opens recogniser number `recogniser`; absent: the present one. Its clock starts where it starts to listen. */
export const reopenRecogniser = (session: SessionState, recogniser = presentRecogniser(session)): void => {
  const { recognition, inbound, out } = session;
  recognition.fedMs = 0;
  recognition.zeros = [];
  inbound.streamZero = null;
  out.push({ type: 'open_recogniser', recogniser });
};

const presentRecogniser = ({ recognition, brief }: SessionState): number =>
  ((recognition.attempts - 1) % brief.providers.recognisers) + 1;
