/**
 * What a bare server does for a stream: it parses each message with JSON.parse and decodes its audio, and sends 20 ms
 * every 20 ms as concatenated text, 200 ms ahead, with a mark every 200 ms. It detects and records nothing.
 */
import { goFirst } from '../../../providers/scheduling/yield-to-calls.js';
import { answerParent } from '../../gauges/child.js';
import { startGrid } from '../../gauges/grid.js';

/** One stream of a bare server. */
export interface BareAgent {
  onText(text: string): void;
  onClose(): void;
}

const FRAME_MS = 20;
const FRAME_BYTES = 160;
/** Length of its speech, which repeats. */
const FRAMES = 250;
const LEAD_MS = 200;
const MARK_MS = 200;

interface Speaking {
  readonly streamSid: string;
  sentMs: number;
}

/** The agents of one server; the bench requests `port`. */
export const serveBareAgents = (
  listening: Promise<number>,
): ((send: (text: string) => void) => BareAgent) => {
  goFirst();
  const voice = Buffer.from(
    Array.from({ length: FRAME_BYTES * FRAMES }, (_, index) => (index * 31 + 17) % 251),
  );
  const ticks = new Set<() => void>();
  startGrid(FRAME_MS, () => {
    for (const tick of ticks) tick();
  });
  answerParent({ port: () => listening });
  return (send) => {
    let speaking: Speaking | null = null;
    let heardBytes = 0;
    const say = (): void => {
      if (speaking === null) return;
      const { streamSid, sentMs } = speaking;
      const at = (sentMs / FRAME_MS) % FRAMES;
      const payload = voice.subarray(at * FRAME_BYTES, (at + 1) * FRAME_BYTES).toString('base64');
      send(`{"event":"media","streamSid":"${streamSid}","media":{"payload":"${payload}"}}`);
      speaking.sentMs += FRAME_MS;
      if (speaking.sentMs % MARK_MS === 0)
        send(JSON.stringify({ event: 'mark', streamSid, mark: { name: `u1:1:${speaking.sentMs}` } }));
    };
    return {
      onText: (text) => {
        const message: { event: string; streamSid: string; media?: { payload: string } } = JSON.parse(text);
        if (message.event === 'media' && message.media !== undefined)
          heardBytes += Buffer.from(message.media.payload, 'base64').length;
        else if (message.event === 'start') {
          speaking = { streamSid: message.streamSid, sentMs: 0 };
          while (speaking.sentMs < LEAD_MS) say();
          ticks.add(say);
        }
      },
      onClose: () => {
        if (heardBytes === 0) process.stderr.write('a stream had no audio\n');
        ticks.delete(say);
      },
    };
  };
};
