/** Phrases of one language by what they reveal about the answering party; phrases.ts describes their notation. */
export interface PhraseLists {
  /** A mailbox, beyond doubt: it names the tone, the recording or itself. */
  readonly mailbox: readonly string[];
  /** An invitation to leave a message, which a person may explain a moment later ("… and I will pass it on"). */
  readonly message: readonly string[];
  /** A mailbox, unless a person offers to pass a message on: it promises to call back. */
  readonly promise: readonly string[];
  /** Openers: which connection was reached. */
  readonly reached: readonly string[];
  /** Openers: no one takes the call, in the first person. */
  readonly absent: readonly string[];
  /** Openers: the caller is to leave something. */
  readonly leave: readonly string[];
  /** The mailbox takes no messages. */
  readonly full: readonly string[];
  /** The number does not exist, or is out of service. */
  readonly unassigned: readonly string[];
  /** The phone is off, out of coverage or not answered, according to an announcement. */
  readonly unreachable: readonly string[];
  /** A menu: which key does what, or a number to key in. No person says so, at any time of a call in any language. */
  readonly keys: readonly string[];
  /** Further words of a menu that answers a call; people may say them later. */
  readonly menu: readonly string[];
  /** A call-screening assistant, beyond doubt. */
  readonly screener: readonly string[];
  /** Questions of screeners, which mailboxes also invite to answer. */
  readonly reason: readonly string[];
  /** A person: speaks to the caller, or offers to pass a message on. */
  readonly person: readonly string[];
}
