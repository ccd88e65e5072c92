/** The network's next action on an answered call, independent of the carrier's protocol. */
export type Verb =
  | { readonly type: 'connect'; readonly url: string }
  | { readonly type: 'pause'; readonly seconds: number }
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
