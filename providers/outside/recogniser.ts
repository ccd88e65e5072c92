/**
 * Guards an external recogniser: an error that it throws, or an event that is not valid, fails only its stream, so that the
 * next recogniser takes over.
 */
import { isRecord } from '../../schemas/json.js';
import { describeFailure } from '../provider-failure.js';
import type { ProviderKind } from '../provider-kind.js';
import type { Recogniser, RecogniserStream, RecognitionEvent } from '../speech/recogniser.js';
import { MODULE, makeOutside } from './load.js';

/** `module:<package or file>[#choice]`; the module exports `createRecogniser(settings)`. */
export const OUTSIDE_RECOGNISER: ProviderKind<Recogniser> = {
  ...MODULE,
  open: async ({ choice }) => {
    const recogniser = await makeOutside(choice, 'createRecogniser');
    if (!isRecogniser(recogniser))
      throw new Error('its createRecogniser does not return a recogniser: it needs a name, open and close');
    return guarded(recogniser);
  },
};

const isRecogniser = (recogniser: unknown): recogniser is Recogniser =>
  isRecord(recogniser) &&
  typeof recogniser.name === 'string' &&
  typeof recogniser.open === 'function' &&
  typeof recogniser.close === 'function';

const isStream = (opened: unknown): opened is RecogniserStream =>
  isRecord(opened) &&
  typeof opened.write === 'function' &&
  typeof opened.finish === 'function' &&
  typeof opened.close === 'function';

const isTimed = ({ startMs, endMs }: Readonly<Record<string, unknown>>): boolean =>
  typeof startMs === 'number' && typeof endMs === 'number' && startMs >= 0 && endMs >= startMs;

const isWord = (word: unknown): boolean => isRecord(word) && typeof word.text === 'string' && isTimed(word);

/** Whether the value is a valid {@link RecognitionEvent}. */
const isRecognitionEvent = (event: unknown): event is RecognitionEvent => {
  if (!isRecord(event)) return false;
  switch (event.type) {
    case 'partial':
      return (
        typeof event.text === 'string' &&
        isTimed(event) &&
        (event.end === undefined || event.end === 'likely' || event.end === 'withdrawn')
      );
    case 'final':
      return (
        typeof event.text === 'string' &&
        isTimed(event) &&
        typeof event.confidence === 'number' &&
        event.confidence >= 0 &&
        event.confidence <= 1 &&
        typeof event.endOfUtterance === 'boolean' &&
        (event.words === undefined || (Array.isArray(event.words) && event.words.every(isWord)))
      );
    case 'failed':
      return typeof event.reason === 'string';
    default:
      return false;
  }
};

const guarded = (inner: Recogniser): Recogniser => ({
  name: inner.name,
  open: (request, onEvent) => {
    let hasEnded = false;
    const end = (event: RecognitionEvent): void => {
      if (hasEnded) return;
      hasEnded = true;
      onEvent(event);
    };
    const fail = (error: unknown): void =>
      end({ type: 'failed', reason: `${inner.name} failed: protocol (${describeFailure(error)})` });
    const carefully = <T>(work: () => T): T | undefined => {
      try {
        return work();
      } catch (error) {
        // Deferred, because a caller of `open` does not expect a failure before it has the stream.
        queueMicrotask(() => fail(error));
        return undefined;
      }
    };
    const opened: unknown = carefully(() =>
      inner.open(request, (event: unknown) => {
        if (hasEnded) return;
        if (!isRecognitionEvent(event)) fail(new TypeError('it emitted something that is not an event'));
        else if (event.type === 'failed') end(event);
        else onEvent(event);
      }),
    );
    const stream = isStream(opened) ? opened : null;
    if (stream === null) queueMicrotask(() => fail(new TypeError('its open did not return a stream')));
    return {
      write: (mulaw) => {
        if (!hasEnded) carefully(() => stream?.write(mulaw));
      },
      finish: async () => {
        if (hasEnded) return;
        await Promise.resolve(carefully(() => stream?.finish())).catch(fail);
      },
      close: () => {
        hasEnded = true;
        try {
          stream?.close();
        } catch {
          // The stream has ended, so its errors no longer matter.
        }
      },
    };
  },
  close: async () => {
    await inner.close();
  },
});
