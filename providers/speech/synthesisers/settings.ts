/** The settings of a network synthesiser: `<voice>` or `<voice>@<model>` after the colon, its key, address and options. */
import type { SynthesisFailure } from './failure.js';
import type { SpeechDeadlines } from './limits.js';

/** Options of all network synthesiser kinds. */
export interface KindOptions {
  /** Called when an account's voices cannot be listed; speech still works. The failure has no text of the provider. */
  readonly onWarning: (provider: string, failure: SynthesisFailure) => void;
  readonly deadlines?: SpeechDeadlines;
}

interface Choice {
  readonly voice: string;
  /** Null: absent. */
  readonly model: string | null;
}

const CHOICE = /^([\w-][\w.-]{0,127})(?:@([\w-][\w.-]{0,127}))?$/;

/** @throws Error that says what to write instead */
export const parseChoice = (provider: string, choice: string): Choice => {
  const [, voice, model] = CHOICE.exec(choice) ?? [];
  if (voice === undefined) throw new Error(`write ${provider}:<voice> or ${provider}:<voice>@<model>`);
  return { voice, model: model ?? null };
};

/** Printable and without spaces: anything else is invalid in a header, and a copying mistake. */
const KEY = /^[!-~]{1,512}$/;

/** @throws Error that names the provider, without any part of the key */
export const checkKey = (provider: string, key: string): void => {
  if (!KEY.test(key))
    throw new Error(`the key of ${provider} is empty, too long, or contains invalid characters`);
};

/** The address for WebSockets. @throws TypeError if `base` is no valid address */
export const socketAddress = (base: string): string => withScheme(base, 'ws:', 'wss:');

/** The address for requests. @throws TypeError if `base` is no valid address */
export const requestAddress = (base: string): string => withScheme(base, 'http:', 'https:');

const withScheme = (base: string, plain: string, secure: string): string => {
  // The message omits the address, which may contain a key.
  if (!URL.canParse(base)) throw new TypeError('the base address of a provider is not a URL');
  const { protocol } = new URL(base);
  const scheme = protocol === 'http:' || protocol === 'ws:' ? plain : secure;
  if (!['http:', 'ws:', 'https:', 'wss:'].includes(protocol))
    throw new TypeError('the base address of a provider must start with http, https, ws or wss');
  return `${scheme}${base.slice(protocol.length)}`.replace(/\/+$/, '');
};
