/** The simulated Soniox (docs/reference/protocols/synthesis.md "Soniox"): five streams per connection. */
import { type Dialogue, RUBBISH, type SocketProvider, sendJson } from './sockets.js';
import { speak } from './world.js';

const MAX_STREAMS = 5;

interface Stream {
  text: string;
  readonly stop: AbortController;
}

export const soniox: SocketProvider = {
  name: 'soniox',
  path: /^\/tts-websocket$/,
  keyOf: ({ headers }) => headers.authorization?.replace(/^Bearer /, '') ?? null,
  converse: (dialogue) => {
    const streams = new Map<string, Stream>();
    const terminate = (id: string): void => {
      if (streams.delete(id)) sendJson(dialogue, { stream_id: id, terminated: true });
    };
    const refuse = (id: string, code: number): void => {
      sendJson(dialogue, { stream_id: id, error_code: code, error_message: 'secret words of the provider' });
      terminate(id);
    };
    return (message) => {
      if (message.keep_alive === true) return;
      const id = String(message.stream_id);
      const stream = streams.get(id);
      if (stream === undefined) {
        // A finished stream no longer exists: cancelling it has no effect.
        if (message.cancel === true) return;
        streams.set(id, { text: '', stop: new AbortController() });
        const { audio_format, sample_rate } = message;
        if (audio_format !== 'pcm_mulaw' || sample_rate !== 8_000 || typeof message.model !== 'string')
          refuse(id, 400);
        else if (streams.size > MAX_STREAMS) refuse(id, 429);
        return;
      }
      if (message.cancel === true) {
        stream.stop.abort();
        return terminate(id);
      }
      stream.text += String(message.text);
      if (message.text_end === true) void speakStream(dialogue, id, stream, { terminate, refuse });
    };
  },
};

const speakStream = (
  dialogue: Dialogue,
  id: string,
  { text, stop }: Stream,
  ending: {
    readonly terminate: (id: string) => void;
    readonly refuse: (id: string, code: number) => void;
  },
): Promise<void> => {
  const { world, visit, socket } = dialogue;
  return speak(
    world,
    visit,
    text,
    {
      piece: (mulaw) => sendJson(dialogue, { stream_id: id, audio: Buffer.from(mulaw).toString('base64') }),
      end: () => {
        sendJson(dialogue, { stream_id: id, audio: '', audio_end: true });
        ending.terminate(id);
      },
      cut: () => socket.terminate(),
      rubbish: () => socket.send(RUBBISH),
      refuse: () => ending.refuse(id, 400),
    },
    stop.signal,
  );
};
