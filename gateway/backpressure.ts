/** Waiting for a client that reads more slowly than we write. */
import type { Connection } from './http.js';

/** How long a client may leave us waiting for room in its socket, ms. */
const STALL_MS = 30_000;

/** Waits until the socket takes more, or the client is gone; one that reads nothing for {@link STALL_MS} is let go. */
export const roomIn = ({ res, gone, onGone }: Connection): (() => Promise<void>) => {
  let go = (): void => undefined;
  onGone(() => go());
  // Once for the whole answer: uWebSockets keeps a single listener.
  if (!gone())
    res.onWritable(() => {
      go();
      return true;
    });
  return () =>
    new Promise((resolve) => {
      if (gone()) return resolve();
      const timer = setTimeout(() => {
        if (!gone()) res.close();
      }, STALL_MS);
      go = () => {
        clearTimeout(timer);
        resolve();
      };
    });
};
