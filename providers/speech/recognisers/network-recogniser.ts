/** A network recogniser: a protocol, and the part that all protocols share. */
import type { ConnectionGuard } from '../../egress/connection-guard.js';
import type { Recogniser, RecogniserStream } from '../recogniser.js';
import { LIVE_LIMITS, type RecognitionLimits } from './limits.js';
import type { RecognitionProtocol } from './recognition-protocol.js';
import { openRecognitionSocket } from './recognition-socket.js';
import { createRecognitionStream } from './recognition-stream.js';

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
      const stream = openRecognitionSocket(machine, onEvent, () => open.delete(stream), guard);
      open.add(stream);
      return stream;
    },
    close: async () => {
      for (const stream of [...open]) stream.close();
    },
  };
};
