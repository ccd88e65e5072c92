/** What the network itself says to the callee of a call, one thing at a time. */
import { type AnnouncementOptions, announce } from './audio/announcement.js';
import { sayAudio } from './audio/say-audio.js';
import type { PersonSenses } from './person/senses.js';
import type { Verb } from './verbs.js';

type Gather = Extract<Verb, { readonly type: 'gather' }>;

export interface AnnouncerOptions extends Omit<AnnouncementOptions, 'audio' | 'keysMs' | 'onKey' | 'onDone'> {
  /** Null: the network has no voice, and sounds a tone for each word. */
  readonly senses: PersonSenses | null;
}

export interface Announcer {
  say(texts: Gather['prompts'], onDone: () => void): void;
  /** Speaks, and collects keys; `onDone` receives them, empty if none was pressed in time. */
  gather(verb: Gather, onDone: (digits: string) => void): void;
  /** What is being said ends, and its `onDone` is not called. */
  stop(): void;
}

export const createAnnouncer = ({ senses, ...line }: AnnouncerOptions): Announcer => {
  /** Counts what was begun or stopped: audio that arrives later is not for this. */
  let turn = 0;
  let stopNow: () => void = () => undefined;
  const stop = (): void => {
    turn += 1;
    stopNow();
    stopNow = () => undefined;
  };
  const begin = async (
    texts: Gather['prompts'],
    rest: Pick<AnnouncementOptions, 'keysMs' | 'onKey' | 'onDone'>,
  ): Promise<void> => {
    stop();
    const own = turn;
    const audio = await sayAudio(texts, senses);
    if (own === turn) stopNow = announce({ ...line, ...rest, audio });
  };
  return {
    stop,
    say: (texts, onDone) => void begin(texts, { keysMs: null, onKey: () => false, onDone }),
    gather: ({ prompts, most, finish, timeoutMs }, onDone) => {
      let digits = '';
      const onKey = (digit: string): boolean => {
        if (digit === finish) return true;
        digits += digit;
        return most !== null && digits.length >= most;
      };
      void begin(prompts, { keysMs: timeoutMs, onKey, onDone: () => onDone(digits) });
    },
  };
};
