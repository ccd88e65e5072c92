/** The socket of a recogniser's stream (recognition-stream.ts). */
import type { ConnectionGuard } from '../../egress/connection-guard.js';
import type { ReconnectingInput } from '../../streams/reconnecting-stream.js';
import { openStreamSocket } from '../../streams/stream-socket.js';
import type { RecogniserStream, RecognitionEvent } from '../recogniser.js';
import type { RecognitionStream } from './recognition-stream.js';

/** Size of one provider message; a long turn with all its words has some 50 kB. */
const MAX_MESSAGE_BYTES = 256 * 1_024;

/** Opens the stream's first connection. `onFinished`: called once no event follows and no connection is open. */
export const openRecognitionSocket = (
  stream: RecognitionStream,
  onEvent: (event: RecognitionEvent) => void,
  onFinished: () => void,
  guard?: ConnectionGuard,
): RecogniserStream => {
  const options = { maxMessageBytes: MAX_MESSAGE_BYTES, guard, onEvent, onFinished };
  const socket = openStreamSocket<ReconnectingInput, RecognitionEvent>(stream, options);
  socket.dispatch({ type: 'start' });
  return socket;
};
