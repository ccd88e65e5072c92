/** What can go wrong in a world, and for how long. */

/** Applies to a node, 0-based. */
interface NodeFault {
  readonly node: number;
}
/** Applies to a nats-server, 0-based. */
interface ServerFault {
  readonly server: number;
}

/** What goes wrong. */
export type FaultKind =
  /** SIGKILL; started again when the fault ends. */
  | ({ readonly type: 'node_killed' } & NodeFault)
  /** SIGSTOP, and SIGCONT when the fault ends. */
  | ({ readonly type: 'node_frozen' } & NodeFault)
  /** SIGTERM; started again once it has drained, and no sooner than the fault ends. */
  | ({ readonly type: 'node_drained' } & NodeFault)
  /** SIGKILL; its read models are deleted before it starts again. */
  | ({ readonly type: 'views_lost' } & NodeFault)
  /** The node's clock is off by this much until the fault ends, ms. */
  | ({ readonly type: 'clock_stepped'; readonly offsetMs: number } & NodeFault)
  /** Nothing passes between the node and any nats-server. */
  | ({ readonly type: 'node_cut_off' } & NodeFault)
  /** Everything between the node and the nats-servers is late by this much, ms. */
  | ({ readonly type: 'node_link_slow'; readonly lateMs: number } & NodeFault)
  | ({ readonly type: 'server_killed' } & ServerFault)
  | ({ readonly type: 'server_frozen' } & ServerFault)
  /** The leader of the journal hands over to another server. */
  | { readonly type: 'leader_steps_down' }
  /** SIGKILL of all nodes and servers at once. */
  | { readonly type: 'all_killed' }
  /** SIGSTOP of the simulated phone network. */
  | { readonly type: 'carrier_frozen' }
  /** Requests reach the carrier, but some of its answers are lost. */
  | { readonly type: 'carrier_answers_lost'; readonly share: number }
  /** Some requests do not reach the carrier. */
  | { readonly type: 'carrier_requests_lost'; readonly share: number }
  | { readonly type: 'carrier_slow'; readonly lateMs: number }
  /** The carrier's callbacks: shares that are lost, doubled, and late by up to `lateMs`, which reorders them. */
  | {
      readonly type: 'callbacks_unreliable';
      readonly lost: number;
      readonly doubled: number;
      readonly late: number;
      readonly lateMs: number;
    }
  /** Only the reports of the answer are lost. */
  | { readonly type: 'answered_lost' }
  /** SIGSTOP of the simulated Meta. */
  | { readonly type: 'meta_frozen' }
  | { readonly type: 'meta_unreliable' }
  /** The webhook receiver fails the first attempt of some events: status 500, no answer, or no connection. */
  | { readonly type: 'receiver_fails'; readonly how: 'refuses' | 'hangs' | 'is_away'; readonly share: number }
  /** The receiver accepts everything, but slowly, ms. */
  | { readonly type: 'receiver_slow'; readonly lateMs: number }
  /** The disk of the only nats-server is full. */
  | { readonly type: 'disk_full' }
  /** The disk of the only nats-server cannot be written. */
  | { readonly type: 'disk_read_only' }
  /** SIGKILL of everything; then one bit of the journal is flipped, or its file is truncated, at a place from 0 to 1. */
  | { readonly type: 'journal_damaged'; readonly how: 'bit_flipped' | 'truncated'; readonly place: number };

/** A fault with its start and duration, ms from the start of the load. */
export type Fault = FaultKind & { readonly atMs: number; readonly forMs: number };

/** Two faults of the same target do not overlap. */
export const targetOf = (fault: FaultKind): string => {
  switch (fault.type) {
    case 'node_killed':
    case 'node_frozen':
    case 'node_drained':
    case 'views_lost':
      return `node ${fault.node}`;
    case 'clock_stepped':
      return `clock ${fault.node}`;
    case 'node_cut_off':
    case 'node_link_slow':
      return `link ${fault.node}`;
    case 'server_killed':
    case 'server_frozen':
    case 'leader_steps_down':
      // A majority must remain: the promises hold for a cluster with a leader.
      return 'servers';
    case 'all_killed':
    case 'journal_damaged':
      return 'all';
    case 'carrier_frozen':
    case 'carrier_answers_lost':
    case 'carrier_requests_lost':
    case 'carrier_slow':
      return 'carrier';
    case 'callbacks_unreliable':
    case 'answered_lost':
      return 'callbacks';
    case 'meta_frozen':
    case 'meta_unreliable':
      return 'meta';
    case 'receiver_fails':
    case 'receiver_slow':
      return 'receiver';
    case 'disk_full':
    case 'disk_read_only':
      return 'servers';
  }
};

/** One line for logs and reports. */
export const describeFault = ({ type, atMs, forMs, ...rest }: Fault): string =>
  `${(atMs / 1_000).toFixed(1)} s ${type} for ${(forMs / 1_000).toFixed(1)} s ${JSON.stringify(rest)}`;
