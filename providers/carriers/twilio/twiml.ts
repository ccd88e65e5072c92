/** The TwiML of a call (protocols/twilio-media-streams.md section 1). */
import { XMLBuilder } from 'fast-xml-parser';

/**
 * Seconds between attempts to open the media stream again. Twilio does not reconnect a stream that drops; the
 * next `<Connect>` does, on whichever of our nodes answers. A call that is over is refused there, and ends with
 * the document.
 */
const RECONNECT_AFTER_SECONDS = [1, 2, 4] as const;

export const streamTwiml = (mediaUrl: string): string => {
  const connect = { Connect: [{ Stream: [], ':@': { '@_url': mediaUrl } }] };
  const again = RECONNECT_AFTER_SECONDS.flatMap((length) => [
    { Pause: [], ':@': { '@_length': length } },
    connect,
  ]);
  const builder = new XMLBuilder({ preserveOrder: true, ignoreAttributes: false, suppressEmptyNode: true });
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build([{ Response: [connect, ...again] }])}`;
};
