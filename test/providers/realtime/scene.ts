/** What a test of one promise of engines has to do with. */
import type { Test } from 'tap';
import type { Connection, Wanted } from '../../../testkit/realtime/world.js';
import { toneWords } from '../../../testkit/speech-simulator/tones.js';
import type { Caller } from './caller.js';

export const REPLY = 'It is on its way to you.';
/** How long the simulator speaks. */
export const spokenMs = (text: string): number => toneWords(text).at(-1)?.endMs ?? 0;

/** What a test of one promise has. */
export interface Scene {
  /** Somebody calls, and the simulator does as it is told. */
  started(
    wanted?: Partial<Wanted>,
    options?: { readonly key?: string; readonly isPrepared?: boolean },
  ): Promise<Caller>;
  connections(): Promise<readonly Connection[]>;
  last(): Promise<Connection>;
  /** Of the last connection, a line an item. */
  conversation(): Promise<readonly string[]>;
}

/** By what is promised. */
export type Promises = Readonly<Record<string, (t: Test, scene: Scene) => Promise<void>>>;
