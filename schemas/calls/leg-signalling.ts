/**
 * Messages between a browser's leg and the service over their websocket, one JSON object each
 * (docs/how-to/browser-calls.md "Messages"). Of WebRTC's own shapes, only what is used here has a type; mediasoup checks the rest.
 */
import { type Static, Type } from 'typebox';
import { closed, literals } from '../shapes.js';
import { LegPurpose } from './leg.js';

/** A description of codecs has about 8 KiB. */
export const MAX_LEG_MESSAGE_BYTES = 32 * 1024;
/** Characters of an operator's note to the agent when the call is handed back. */
const MAX_HAND_BACK_NOTE = 1_000;

const Short = Type.String({ maxLength: 256 });
const Small = Type.Integer({ minimum: 0, maximum: 0xffff_ffff });
const MAX_ENTRIES = 64;

const DtlsParameters = Type.Object(
  {
    role: Type.Optional(literals(['auto', 'client', 'server'])),
    fingerprints: Type.Array(
      Type.Object(
        { algorithm: literals(['sha-1', 'sha-224', 'sha-256', 'sha-384', 'sha-512']), value: Short },
        closed,
      ),
      { minItems: 1, maxItems: 8 },
    ),
  },
  closed,
);
export type DtlsParameters = Static<typeof DtlsParameters>;

const codec = {
  mimeType: Type.String({ pattern: '^audio/', maxLength: 64 }),
  clockRate: Small,
  channels: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })),
  parameters: Type.Optional(Type.Record(Short, Type.Unknown(), { maxProperties: MAX_ENTRIES })),
  rtcpFeedback: Type.Optional(
    Type.Array(Type.Object({ type: Short, parameter: Type.Optional(Short) }), { maxItems: MAX_ENTRIES }),
  ),
};

/** The parameters of what a browser sends: one voice. */
const RtpParameters = Type.Object({
  mid: Type.Optional(Short),
  codecs: Type.Array(Type.Object({ ...codec, payloadType: Small }), { minItems: 1, maxItems: 8 }),
  headerExtensions: Type.Optional(
    Type.Array(Type.Object({ uri: Short, id: Small }), { maxItems: MAX_ENTRIES }),
  ),
  encodings: Type.Array(Type.Object({ ssrc: Type.Optional(Small) }), { minItems: 1, maxItems: 1 }),
  rtcp: Type.Optional(Type.Object({ cname: Type.Optional(Short) })),
});
export type RtpParameters = Static<typeof RtpParameters>;

/** What a browser, or the service, can receive. */
const RtpCapabilities = Type.Object({
  codecs: Type.Array(
    Type.Object({ ...codec, kind: Type.Literal('audio'), preferredPayloadType: Type.Optional(Small) }),
    { maxItems: MAX_ENTRIES },
  ),
  headerExtensions: Type.Optional(
    Type.Array(Type.Object({ kind: Short, uri: Short, preferredId: Small }), { maxItems: MAX_ENTRIES }),
  ),
});
export type RtpCapabilities = Static<typeof RtpCapabilities>;

const Id = Type.Integer({ minimum: 1, maximum: 1_000_000 });

export const LegClientMessage = Type.Union([
  Type.Object({ type: Type.Literal('authenticate'), token: Type.String({ maxLength: 2_048 }) }, closed),
  Type.Object(
    {
      type: Type.Literal('connect'),
      id: Id,
      transport: literals(['send', 'receive']),
      dtlsParameters: DtlsParameters,
    },
    closed,
  ),
  Type.Object({ type: Type.Literal('produce'), id: Id, rtpParameters: RtpParameters }, closed),
  Type.Object({ type: Type.Literal('consume'), id: Id, rtpCapabilities: RtpCapabilities }, closed),
  Type.Object({ type: Type.Literal('take_over'), id: Id }, closed),
  Type.Object(
    {
      type: Type.Literal('hand_back'),
      id: Id,
      note: Type.String({ maxLength: MAX_HAND_BACK_NOTE }),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal('resume') }, closed),
  Type.Object(
    { type: Type.Literal('playout'), delayMs: Type.Number({ minimum: 0, maximum: 60_000 }) },
    closed,
  ),
  Type.Object({ type: Type.Literal('press_key'), digit: Type.String({ pattern: '^[0-9*#]$' }) }, closed),
  Type.Object({ type: Type.Literal('leave') }, closed),
]);
export type LegClientMessage = Static<typeof LegClientMessage>;

const LegError = Type.Object({ code: Type.String(), message: Type.String() }, closed);

/** The voice that a stream carries. */
export const LegVoice = literals(['agent', 'customer']);
export type LegVoice = Static<typeof LegVoice>;

/** One side's half of a WebRTC transport, as mediasoup describes it. */
export interface TransportFacts {
  readonly id: string;
  readonly iceParameters: object;
  readonly iceCandidates: readonly object[];
  readonly dtlsParameters: object;
}
const Transport = Type.Unsafe<TransportFacts>(
  Type.Object({
    id: Type.String(),
    iceParameters: Type.Object({}),
    iceCandidates: Type.Array(Type.Object({})),
    dtlsParameters: Type.Object({}),
  }),
);

/**
 * `call_ended`: another leg of this call is of no use; `left`: the page left; `access_ended`: the key or session ended;
 * `lost`: audio or websocket was lost; `refused`: the leg was not admitted, or did something that it may not; `stopping`:
 * the node is stopping.
 */
export const LegEndReason = literals(['call_ended', 'left', 'access_ended', 'lost', 'refused', 'stopping']);
export type LegEndReason = Static<typeof LegEndReason>;

export const LegServerMessage = Type.Union([
  Type.Object(
    {
      type: Type.Literal('welcome'),
      purpose: LegPurpose,
      callId: Type.String(),
      rtpCapabilities: Type.Unsafe<object>(Type.Object({})),
      receive: Transport,
      /** Null: this leg may not speak. */
      send: Type.Union([Transport, Type.Null()]),
    },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal('done'),
      id: Id,
      answer: Type.Object(
        {
          producerId: Type.Optional(Type.String()),
          consumers: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  id: Type.String(),
                  producerId: Type.String(),
                  voice: LegVoice,
                  rtpParameters: Type.Unsafe<object>(Type.Object({})),
                },
                closed,
              ),
            ),
          ),
        },
        closed,
      ),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal('refused'), id: Id, error: LegError }, closed),
  /** The speaker that the customer hears; `me`: the holder of this leg. */
  Type.Object({ type: Type.Literal('state'), speaker: literals(['agent', 'me', 'other']) }, closed),
  Type.Object({ type: Type.Literal('ended'), reason: LegEndReason, error: Type.Optional(LegError) }, closed),
]);
export type LegServerMessage = Static<typeof LegServerMessage>;
