/** The websocket that accompanies a leg's audio. */
import { LegProblem, ownProblem } from './problem.js';
import type {
  LegEndReason,
  LegError,
  LegNotification,
  LegRequest,
  LegResponse,
  ServerMessage,
} from './signalling.js';

type Welcome = Extract<ServerMessage, { readonly type: 'welcome' }>;
type State = Extract<ServerMessage, { readonly type: 'state' }>;

/** A response must arrive within this time, ms. */
const DEADLINE_MS = 10_000;

export interface Line {
  readonly welcome: Welcome;
  /** @throws LegProblem when the request is refused, or there is no answer */
  request(message: LegRequest): Promise<LegResponse>;
  send(message: LegNotification): void;
  /**
   * Receives messages from now on. `onEnd` is called once, also if the line had already ended, and with `lost` if the
   * socket broke off.
   */
  listen(events: LineEvents): void;
  /** Closes without a message; `onEnd` is not called. */
  close(): void;
}

interface LineEvents {
  onState(state: State): void;
  onEnd(reason: LegEndReason, error: LegError | null): void;
}

interface Ended {
  readonly reason: LegEndReason;
  readonly error: LegError | null;
}

/** Why a line could not be opened. */
export class LineRefused extends LegProblem {
  readonly reason: LegEndReason;
  constructor({ reason, error }: Ended) {
    super(error?.code ?? reason, error?.message ?? ownProblem('connection_lost').message);
    this.reason = reason;
  }
}

interface PendingRequest {
  readonly resolve: (answer: LegResponse) => void;
  readonly reject: (error: LegProblem) => void;
}

/** @throws LineRefused when the service refuses it, or it breaks off before the welcome */
export const openLine = async (path: string, token: string): Promise<Line> => {
  const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
  const pending = new Map<number, PendingRequest>();
  let count = 0;
  let events: LineEvents | null = null;
  let ended: Ended | null = null;
  /** Received before `listen` was called. */
  let state: State | null = null;
  let onWelcome: (welcome: Welcome) => void = () => undefined;
  let onRefused: (error: LineRefused) => void = () => undefined;

  const end = (reason: LegEndReason, error: LegError | null): void => {
    if (ended !== null) return;
    ended = { reason, error };
    for (const { reject } of pending.values()) reject(new LineRefused(ended));
    pending.clear();
    onRefused(new LineRefused(ended));
    events?.onEnd(reason, error);
  };
  const onMessage = (message: ServerMessage): void => {
    switch (message.type) {
      case 'welcome':
        return onWelcome(message);
      case 'done':
        pending.get(message.id)?.resolve(message.answer);
        pending.delete(message.id);
        return;
      case 'refused':
        pending.get(message.id)?.reject(new LegProblem(message.error.code, message.error.message));
        pending.delete(message.id);
        return;
      case 'state':
        state = message;
        return events?.onState(message);
      case 'ended':
        return end(message.reason, message.error ?? null);
      default:
        // A message of a newer service.
        return message satisfies never;
    }
  };
  const send = (message: LegNotification | (LegRequest & { readonly id: number })): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  const welcomed = new Promise<Welcome>((resolve, reject) => {
    onWelcome = resolve;
    onRefused = reject;
  });
  const welcomeTimeout = setTimeout(() => end('lost', null), DEADLINE_MS);
  socket.onopen = () => send({ type: 'authenticate', token });
  socket.onmessage = ({ data }) => onMessage(JSON.parse(String(data)));
  socket.onclose = () => end('lost', null);
  const welcome = await welcomed
    .catch((error: unknown) => {
      socket.close();
      throw error;
    })
    .finally(() => clearTimeout(welcomeTimeout));

  return {
    welcome,
    request: (message) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(new LineRefused(ended));
        count += 1;
        const id = count;
        const timeout = setTimeout(() => {
          pending.delete(id);
          reject(ownProblem('connection_lost'));
        }, DEADLINE_MS);
        pending.set(id, {
          resolve: (answer) => {
            clearTimeout(timeout);
            resolve(answer);
          },
          reject: (error) => {
            clearTimeout(timeout);
            reject(error);
          },
        });
        send({ ...message, id });
      }),
    send,
    listen: (handlers) => {
      events = handlers;
      if (state !== null) handlers.onState(state);
      if (ended !== null) handlers.onEnd(ended.reason, ended.error);
    },
    close: () => {
      events = null;
      socket.close(1000);
    },
  };
};
