/** RTP packets (RFC 3550 section 5.1) to and from the program that relays browser audio, and their timestamps. Pure. */

export interface RtpPacket {
  readonly payloadType: number;
  /** The first packet after silence. */
  readonly marker: boolean;
  /** 16 bits. */
  readonly sequence: number;
  /** 32 bits, in ticks of the codec's clock. */
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
}

const HEADER_BYTES = 12;
const VERSION = 2;
/** Range of the second byte of RTCP on the same port (RFC 5761 section 4). */
const RTCP_FIRST = 192;
const RTCP_LAST = 223;

export const writeRtp = ({
  payloadType,
  marker,
  sequence,
  timestamp,
  ssrc,
  payload,
}: RtpPacket): Uint8Array => {
  const packet = new Uint8Array(HEADER_BYTES + payload.length);
  const view = new DataView(packet.buffer);
  view.setUint8(0, VERSION << 6);
  view.setUint8(1, (marker ? 0x80 : 0) | payloadType);
  view.setUint16(2, sequence);
  view.setUint32(4, timestamp);
  view.setUint32(8, ssrc);
  packet.set(payload, HEADER_BYTES);
  return packet;
};

/** Null for RTCP and for anything that is not RTP. The payload is a view of `packet`. */
export const readRtp = (packet: Uint8Array): RtpPacket | null => {
  if (packet.length < HEADER_BYTES) return null;
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  const first = view.getUint8(0);
  const second = view.getUint8(1);
  if (first >> 6 !== VERSION || (second >= RTCP_FIRST && second <= RTCP_LAST)) return null;
  let from = HEADER_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (packet.length < from + 4) return null;
    from += 4 + view.getUint16(from + 2) * 4;
  }
  const padding = (first & 0x20) === 0 ? 0 : (packet.at(-1) ?? 0);
  const to = packet.length - padding;
  if (to < from || ((first & 0x20) !== 0 && padding === 0)) return null;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: packet.subarray(from, to),
  };
};

/** Timestamps overflow after this many ticks. */
const WRAP = 2 ** 32;

interface Timestamps {
  /** ms since the first timestamp; negative for an earlier one. */
  msOf(timestamp: number): number;
}

/** `clockRate` in Hz. */
export const createTimestamps = (clockRate: number): Timestamps => {
  let last: number | null = null;
  let ticks = 0;
  return {
    msOf: (timestamp) => {
      if (last !== null) {
        const step = (timestamp - last + WRAP) % WRAP;
        ticks += step < WRAP / 2 ? step : step - WRAP;
      }
      last = timestamp;
      return (ticks * 1_000) / clockRate;
    },
  };
};
