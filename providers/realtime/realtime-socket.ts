/** The socket of a speech-to-speech stream. */
import type { ConnectionGuard } from '../egress/connection-guard.js';
import type { ChatMessage } from '../llm/language-model.js';
import { openStreamSocket, type SocketInput, type SocketOutput } from '../streams/stream-socket.js';
import type { RealtimeEvent, RealtimeStream, RealtimeTask, ResponseRequest } from './realtime-engine.js';

/** The commands to an engine. */
export type EngineCommand =
  | { readonly type: 'prepare'; readonly task: RealtimeTask }
  | { readonly type: 'converse'; readonly messages: readonly ChatMessage[] }
  | { readonly type: 'say'; readonly id: string; readonly text: string }
  | { readonly type: 'respond'; readonly request: ResponseRequest }
  | { readonly type: 'cancel'; readonly response: string }
  | { readonly type: 'heard'; readonly response: string; readonly playedMs: number };

export type StreamInput = SocketInput | EngineCommand;

export type StreamOutput = SocketOutput<RealtimeEvent>;

/** A provider's protocol as a state machine. */
export interface StreamMachine {
  /** `now`: ms of a monotonic clock. `queued`: bytes in the socket's send buffer. */
  feed(input: StreamInput, now: number, queued: number): readonly StreamOutput[];
  /** When the next `tick` is due; null: not before the next input. */
  wakeAt(): number | null;
  /** As RealtimeStream.unheard. */
  unheard(): Uint8Array;
}

/** Size of one provider message: audio arrives in pieces of some 100 ms; the summary of a whole response is longer. */
const MAX_MESSAGE_BYTES = 1_024 * 1_024;

/**
 * The first connection opens once the stream is prepared. `onFinished`: no event follows and no connection is open.
 * `guard`: decides where connections may go.
 */
export const openRealtimeSocket = (
  machine: StreamMachine,
  onEvent: (event: RealtimeEvent) => void,
  onFinished: () => void,
  guard?: ConnectionGuard,
): RealtimeStream => {
  const options = { maxMessageBytes: MAX_MESSAGE_BYTES, guard, onEvent, onFinished };
  const { dispatch, write, finish, close } = openStreamSocket<EngineCommand, RealtimeEvent>(machine, options);
  return {
    write,
    prepare: (task) => dispatch({ type: 'prepare', task }),
    converse: (messages) => dispatch({ type: 'converse', messages }),
    say: (id, text) => dispatch({ type: 'say', id, text }),
    respond: (request) => dispatch({ type: 'respond', request }),
    cancel: (response) => dispatch({ type: 'cancel', response }),
    heard: (response, playedMs) => dispatch({ type: 'heard', response, playedMs }),
    unheard: () => machine.unheard(),
    finish,
    close,
  };
};
