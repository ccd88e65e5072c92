/**
 * The simulated Deepgram (docs/reference/protocols/synthesis.md "Deepgram"): texts are spoken one by one, in the order of their
 * flushes.
 */
import { type Dialogue, RUBBISH, type SocketProvider, sendJson } from './sockets.js';
import { speak } from './world.js';

const MAX_FLUSHES = 20;
const FLUSHES_MS = 60_000;

export const deepgram: SocketProvider = {
  name: 'deepgram',
  path: /^\/v1\/speak$/,
  keyOf: ({ headers }) => headers.authorization?.replace(/^Token /i, '') ?? null,
  converse: (dialogue) => {
    const { query, socket } = dialogue;
    let text = '';
    let flushed = 0;
    let cleared = 0;
    let flushes: readonly number[] = [];
    let stop = new AbortController();
    let queue = Promise.resolve();
    if (query.get('encoding') !== 'mulaw' || query.get('sample_rate') !== '8000')
      socket.close(1_008, 'DATA-0000');
    sendJson(dialogue, { type: 'Metadata', request_id: 'r-1', model_name: query.get('model') });

    const flush = (): void => {
      const now = Date.now();
      flushes = flushes.filter((at) => now - at < FLUSHES_MS);
      if (flushes.length >= MAX_FLUSHES)
        return sendJson(dialogue, { type: 'Warning', code: 'EXCESSIVE_FLUSH', description: 'secret words' });
      flushes = [...flushes, now];
      const [spoken, { signal }] = [text, stop];
      text = '';
      queue = queue.then(() =>
        signal.aborted
          ? undefined
          : speakFlush(dialogue, spoken, signal, () => {
              flushed += 1;
              return flushed - 1;
            }),
      );
    };

    return ({ type, text: more }) => {
      if (type === 'Speak') text += String(more);
      if (type === 'Flush') flush();
      if (type === 'Close') socket.close(1_000);
      if (type !== 'Clear') return;
      text = '';
      stop.abort();
      stop = new AbortController();
      const sequence = cleared;
      cleared += 1;
      // Stalled speech is cleared as well.
      sendJson(dialogue, { type: 'Cleared', sequence_id: sequence });
    };
  },
};

const speakFlush = (
  dialogue: Dialogue,
  text: string,
  signal: AbortSignal,
  next: () => number,
): Promise<void> => {
  const { world, visit, socket } = dialogue;
  return speak(
    world,
    visit,
    text,
    {
      piece: (mulaw) => socket.send(mulaw),
      end: () => sendJson(dialogue, { type: 'Flushed', sequence_id: next() }),
      cut: () => socket.terminate(),
      rubbish: () => socket.send(RUBBISH),
      refuse: () => {
        sendJson(dialogue, { type: 'Error', description: 'secret words of the provider', code: 'DATA-0000' });
        socket.close(1_008, 'DATA-0000');
      },
    },
    signal,
  );
};
