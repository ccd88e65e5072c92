/** The network's next action on an answered call, independent of the carrier's protocol. */
export type Verb =
  /** `parameters`: passed on at the start of the stream. */
  | { readonly type: 'connect'; readonly url: string; readonly parameters?: Readonly<Record<string, string>> }
  | { readonly type: 'pause'; readonly seconds: number }
  /** The network speaks. `times`: how often. */
  | { readonly type: 'say'; readonly text: string; readonly times: number }
  /** Speaks, then waits for keys; the network fetches the next instructions from `action` with them, or continues without any. */
  | {
      readonly type: 'gather';
      readonly prompts: readonly { readonly text: string; readonly times: number }[];
      readonly action: string;
      readonly method: 'GET' | 'POST';
      /** Keys that are enough; null: any number. */
      readonly most: number | null;
      /** Ends the input, and is no part of it; empty: none. */
      readonly finish: string;
      /** Without a key, ms. */
      readonly timeoutMs: number;
    }
  /** The instructions from there replace the rest. */
  | { readonly type: 'redirect'; readonly url: string; readonly method: 'GET' | 'POST' }
  /** `from`: the caller ID on the other phone, E.164; `action`: where the network fetches the next instructions. */
  | {
      readonly type: 'dial';
      readonly number: string;
      readonly from: string;
      readonly action: string;
      readonly timeoutMs: number;
    }
  | { readonly type: 'hangup' }
  /** The call continues without a stream until the next command. */
  | { readonly type: 'wait' };
