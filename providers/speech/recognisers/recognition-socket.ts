/** The socket of a recogniser's stream (recognition-stream.ts). */
import type { ConnectionGuard } from '../../connection-guard.js';
import { openStreamSocket } from '../../stream-socket.js';
import type { RecogniserStream, RecognitionEvent } from '../recogniser.js';
import type { RecognitionStream } from './recognition-stream.js';

/** Size of one provider message; a long turn with all its words has some 50 kB. */
const MOST_MESSAGE_BYTES = 256 * 1_024;

/** Opens the stream's first connection. `onOver`: called once no event follows and no connection is open. */
export const openRecognitionSocket = (
  stream: RecognitionStream,
  onEvent: (event: RecognitionEvent) => void,
  onOver: () => void,
  guard?: ConnectionGuard,
): RecogniserStream => {
  const options = { mostMessageBytes: MOST_MESSAGE_BYTES, guard, onEvent, onOver };
  const socket = openStreamSocket<{ readonly type: 'start' }, RecognitionEvent>(stream, options);
  socket.tell({ type: 'start' });
  return socket;
};
