/** A recogniser that gets a caller's audio without its noise. Times stay those of the line. */
import type { NoiseSuppressor } from '../noise-suppressor.js';
import type { Recogniser } from '../recogniser.js';

/** The same recogniser, with the noise removed from what it hears. Closing it does not close the suppressor. */
export const withNoiseSuppression = (recogniser: Recogniser, suppressor: NoiseSuppressor): Recogniser => ({
  name: recogniser.name,
  open: (request, onEvent) => {
    const recognition = recogniser.open(request, onEvent);
    const audio = suppressor.open((mulaw) => recognition.write(mulaw));
    return {
      write: (mulaw) => audio.write(mulaw),
      finish: async () => {
        await audio.finish();
        await recognition.finish();
      },
      close: () => {
        audio.close();
        recognition.close();
      },
    };
  },
  close: () => recogniser.close(),
});
