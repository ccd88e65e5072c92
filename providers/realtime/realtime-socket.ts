/** The socket of a stream of speech to speech. */
import type { ConnectionGuard } from '../connection-guard.js';
import type { ChatMessage } from '../llm/language-model.js';
import { openStreamSocket, type SocketInput, type SocketOutput } from '../stream-socket.js';
import type { RealtimeEvent, RealtimeStream, RealtimeTask, ResponseRequest } from './realtime-engine.js';

/** What an engine is asked for. */
type Asked =
  | { readonly type: 'prepare'; readonly task: RealtimeTask }
  | { readonly type: 'converse'; readonly messages: readonly ChatMessage[] }
  | { readonly type: 'say'; readonly id: string; readonly text: string }
  | { readonly type: 'respond'; readonly request: ResponseRequest }
  | { readonly type: 'cancel'; readonly response: string }
  | { readonly type: 'heard'; readonly response: string; readonly playedMs: number };

export type StreamInput = SocketInput | Asked;

export type StreamOutput = SocketOutput<RealtimeEvent>;

/** What a provider's protocol makes of it. */
export interface StreamMachine {
  /** `now`: ms of a clock that only goes forward. `queued`: bytes that the socket holds back. */
  feed(input: StreamInput, now: number, queued: number): readonly StreamOutput[];
  /** When it wants a `tick`; null: not before something happens. */
  wakeAt(): number | null;
  /** As RealtimeStream. */
  unheard(): Uint8Array;
}

/** Of one message of a provider: audio comes in pieces of some 100 ms, an account of a whole response is longer. */
const MOST_MESSAGE_BYTES = 1_024 * 1_024;

/** Its first connection is opened once it is prepared. `onOver`: once no event follows and no connection is open. `guard`: says where to. */
export const openRealtimeSocket = (
  machine: StreamMachine,
  onEvent: (event: RealtimeEvent) => void,
  onOver: () => void,
  guard?: ConnectionGuard,
): RealtimeStream => {
  const options = { mostMessageBytes: MOST_MESSAGE_BYTES, guard, onEvent, onOver };
  const { tell, write, finish, close } = openStreamSocket<Asked, RealtimeEvent>(machine, options);
  return {
    write,
    prepare: (task) => tell({ type: 'prepare', task }),
    converse: (messages) => tell({ type: 'converse', messages }),
    say: (id, text) => tell({ type: 'say', id, text }),
    respond: (request) => tell({ type: 'respond', request }),
    cancel: (response) => tell({ type: 'cancel', response }),
    heard: (response, playedMs) => tell({ type: 'heard', response, playedMs }),
    unheard: () => machine.unheard(),
    finish,
    close,
  };
};
