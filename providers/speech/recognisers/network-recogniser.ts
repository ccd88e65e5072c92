/** A network recogniser: a protocol, and the part that all protocols share. */
import type { ConnectionGuard } from '../../egress/connection-guard.js';
import type { ReconnectingInput } from '../../streams/reconnecting-stream.js';
import { openStreamSocket } from '../../streams/stream-socket.js';
import type { Recogniser, RecogniserStream, RecognitionEvent } from '../recogniser.js';
import { LIVE_LIMITS, type RecognitionLimits } from './limits.js';
import type { RecognitionProtocol } from './recognition-protocol.js';
import { createRecognitionStream } from './recognition-stream.js';

/** Size of one provider message; a long turn with all its words has some 50 kB. */
const MAX_MESSAGE_BYTES = 256 * 1_024;

/** Connects once for each stream, not earlier. `guard`: decides where connections may go. */
export const createNetworkRecogniser = (
  protocol: RecognitionProtocol,
  limits: RecognitionLimits = LIVE_LIMITS,
  guard?: ConnectionGuard,
): Recogniser => {
  const open = new Set<RecogniserStream>();
  return {
    name: protocol.name,
    open: (request, onEvent) => {
      const machine = createRecognitionStream(protocol, request, limits);
      const stream = openStreamSocket<ReconnectingInput, RecognitionEvent>(machine, {
        maxMessageBytes: MAX_MESSAGE_BYTES,
        guard,
        onEvent,
        // No event follows, and no connection is open.
        onFinished: () => open.delete(stream),
      });
      stream.dispatch({ type: 'start' });
      open.add(stream);
      return stream;
    },
    close: async () => {
      for (const stream of [...open]) stream.close();
    },
  };
};
