/** A recogniser of a network service: a protocol, and what all of them have in common. */
import type { ConnectionGuard } from '../../connection-guard.js';
import type { Recogniser, RecogniserStream } from '../recogniser.js';
import { LIVE_LIMITS, type RecognitionLimits } from './limits.js';
import type { RecognitionProtocol } from './recognition-protocol.js';
import { openRecognitionSocket } from './recognition-socket.js';
import { RecognitionStream } from './recognition-stream.js';

/** Connects with each stream, and not before. `guard`: says where to. */
export const createNetworkRecogniser = (
  protocol: RecognitionProtocol,
  limits: RecognitionLimits = LIVE_LIMITS,
  guard?: ConnectionGuard,
): Recogniser => {
  const open = new Set<RecogniserStream>();
  return {
    name: protocol.name,
    open: (request, onEvent) => {
      const machine = new RecognitionStream(protocol, request, limits);
      const stream = openRecognitionSocket(machine, onEvent, () => open.delete(stream), guard);
      open.add(stream);
      return stream;
    },
    close: async () => {
      for (const stream of [...open]) stream.close();
    },
  };
};
