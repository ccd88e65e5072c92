/**
 * Reads the Opus packets of an Ogg file in memory (RFC 3533, RFC 7845), as phones record voice notes. The file comes from a
 * stranger: nothing in it is trusted, and where it is damaged, it ends.
 */

/** An Opus stream. */
export interface OpusNote {
  readonly channels: 1 | 2;
  /** Samples at 48,000 Hz to drop at the start. */
  readonly preSkip: number;
  /** The packets of the audio, in order; each is {@link MAX_PACKET_BYTES} at most. */
  packets(): Iterable<Uint8Array>;
}

/** Longest packet that is decoded, bytes: three frames of the largest size (RFC 6716 section 3.4, R2). */
const MAX_PACKET_BYTES = 1_275 * 3;
/** Longest header packet that is skipped, bytes: the tags may hold a picture. */
const MAX_TAGS_BYTES = 1_024 * 1_024;
const HEADER_BYTES = 27;

/** Null if it is not Ogg with Opus of one or two channels. */
export const readOpusNote = (file: Uint8Array): OpusNote | null => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const [head] = packetsOf(bytes, 19);
  if (head === undefined || head.length < 19 || head.toString('latin1', 0, 8) !== 'OpusHead') return null;
  const channels = head.readUInt8(9);
  // The upper half of the version must be 0; other mapping families have more than two channels (RFC 7845 section 5.1).
  if (head.readUInt8(8) > 15 || head.readUInt8(18) !== 0 || (channels !== 1 && channels !== 2)) return null;
  return {
    channels,
    preSkip: head.readUInt16LE(10),
    packets: function* () {
      let index = 0;
      for (const packet of packetsOf(bytes, MAX_TAGS_BYTES)) {
        index += 1;
        if (index > 2 && packet.length > 0 && packet.length <= MAX_PACKET_BYTES) yield packet;
      }
    },
  };
};

/** All packets of the file's first logical stream. Ends at damage, and at a packet of more than `maxBytes`. */
function* packetsOf(bytes: Buffer, maxBytes: number): Generator<Buffer> {
  let serial: number | null = null;
  let parts: Buffer[] = [];
  let length = 0;
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    if (bytes.toString('latin1', at, at + 4) !== 'OggS' || bytes.readUInt8(at + 4) !== 0) return;
    const segments = bytes.readUInt8(at + 26);
    const lacing = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + segments);
    let from = at + HEADER_BYTES + segments;
    const pageSerial = bytes.readUInt32LE(at + 14);
    serial ??= pageSerial;
    for (const size of lacing) {
      if (pageSerial === serial) {
        parts.push(bytes.subarray(from, from + size));
        length += size;
        if (length > maxBytes || from + size > bytes.length) return;
        // A segment of less than 255 bytes ends its packet, which may have begun on an earlier page.
        if (size < 255) {
          yield Buffer.concat(parts);
          parts = [];
          length = 0;
        }
      }
      from += size;
    }
    if (lacing.length < segments) return;
    at = from;
  }
}
