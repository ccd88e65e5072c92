/** What the network does next with an answered call, whichever carrier's words said so. */
export type Verb =
  | { readonly type: 'connect'; readonly url: string }
  | { readonly type: 'pause'; readonly seconds: number }
  /** `from`: what the other phone shows, E.164; `action`: where the network asks what follows. */
  | {
      readonly type: 'dial';
      readonly number: string;
      readonly from: string;
      readonly action: string;
      readonly timeoutMs: number;
    }
  | { readonly type: 'hangup' }
  /** The call goes on without a stream until somebody says more. */
  | { readonly type: 'wait' };
