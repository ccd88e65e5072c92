/** The environment of a test of one promise of engines. */
import type { Test } from 'tap';
import type { Connection, EngineScript } from '../../../simulators/realtime/world.js';
import { toneWords } from '../../../simulators/support/tones.js';
import type { Caller } from './caller.js';

export const REPLY = 'It is on its way to you.';
/** How long the simulator speaks a text, ms. */
export const spokenMs = (text: string): number => toneWords(text).at(-1)?.endMs ?? 0;

export interface Scene {
  /** Starts a call to a simulator that behaves as `wanted`. */
  started(
    wanted?: Partial<EngineScript>,
    options?: { readonly key?: string; readonly isPrepared?: boolean },
  ): Promise<Caller>;
  connections(): Promise<readonly Connection[]>;
  last(): Promise<Connection>;
  /** The conversation of the last connection, one line for each item. */
  conversation(): Promise<readonly string[]>;
}

/** The title of a promise → its test. */
export type Promises = Readonly<Record<string, (t: Test, scene: Scene) => Promise<void>>>;
