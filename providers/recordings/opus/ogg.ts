/** Writes Opus packets into an Ogg file (RFC 3533, RFC 7845), page by page: memory does not grow with the length of the call. */

const SERIAL = 0x50415231;
/** Granule positions count samples at 48,000 Hz, whatever the input rate (RFC 7845 section 4). */
const GRANULE_RATE = 48_000;
const BEGIN = 2;
const END = 4;
/** A second of packets on a page: seekable, with little overhead. */
const PACKETS_ON_PAGE = 50;
/** Maximum entries of a page's lacing table (RFC 3533 section 6). */
const LACING_ON_PAGE = 255;
const HEADER = 27;
/** The longest page: header, lacing table and 255 segments of 255 bytes. */
export const LONGEST_PAGE = HEADER + LACING_ON_PAGE + LACING_ON_PAGE * 255;

export interface OpusStream {
  readonly channels: number;
  /** Rate of the input, for information, Hz. */
  readonly inputRate: number;
  /** Samples at 48,000 Hz that a decoder must drop at the start. */
  readonly preSkip: number;
  /** Samples at 48,000 Hz in each packet. */
  readonly packetSamples: number;
  /** Length of the audio itself, samples at 48,000 Hz; the end is trimmed to it. */
  readonly totalSamples: number;
}

/** The number of packets that hold the audio and the pre-skip. */
export const packetsIn = ({ preSkip, totalSamples, packetSamples }: OpusStream): number =>
  Math.ceil((preSkip + totalSamples) / packetSamples);

/** The file's pages. @throws Error unless `packets` yields exactly {@link packetsIn} packets */
export async function* oggOpusPages(
  stream: OpusStream,
  packets: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  yield page([opusHead(stream)], 0, 0, BEGIN);
  yield page([opusTags()], 0, 1, 0);
  const count = packetsIn(stream);
  let sequence = 2;
  let seen = 0;
  let waiting: Buffer[] = [];
  let lacing = 0;
  for await (const packet of packets) {
    const entries = lacingOf(packet).length;
    if (waiting.length === PACKETS_ON_PAGE || lacing + entries > LACING_ON_PAGE) {
      yield page(waiting, seen * stream.packetSamples, sequence, 0);
      sequence += 1;
      waiting = [];
      lacing = 0;
    }
    waiting.push(packet);
    lacing += entries;
    seen += 1;
  }
  if (seen !== count) throw new Error(`expected ${count} packets, received ${seen}`);
  yield page(waiting, stream.preSkip + stream.totalSamples, sequence, END);
}

/** A duration in samples at 48,000 Hz. */
export const granulesOf = (ms: number): number => Math.round((ms * GRANULE_RATE) / 1_000);

/**
 * Length of a finished file, ms: the last page's granule position minus the pre-skip (RFC 7845 section 4). `head` holds at
 * least the first page, `tail` at least the last one ({@link LONGEST_PAGE}). @throws Error when they do not
 */
export const durationMsOf = (head: Buffer, tail: Buffer): number => {
  const id = head.indexOf('OpusHead');
  if (id < 0) throw new Error('not an Ogg Opus file');
  const preSkip = head.readUInt16LE(id + 10);
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)) {
    // The letters may also occur in the audio; the last page is the one that ends at the end of the file.
    const entries = tail.subarray(at + HEADER, at + HEADER + (tail[at + HEADER - 1] ?? 0));
    const length = HEADER + entries.length + entries.reduce((sum, entry) => sum + entry, 0);
    if (at + length === tail.length)
      return ((Number(tail.readBigInt64LE(at + 6)) - preSkip) * 1_000) / GRANULE_RATE;
  }
  throw new Error('the Ogg Opus file has no last page');
};

const opusHead = (stream: OpusStream): Buffer => {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(stream.channels, 9);
  head.writeUInt16LE(stream.preSkip, 10);
  head.writeUInt32LE(stream.inputRate, 12);
  return head;
};

const opusTags = (): Buffer => {
  const vendor = Buffer.from('parley');
  const tags = Buffer.alloc(16 + vendor.length);
  tags.write('OpusTags', 0, 'latin1');
  tags.writeUInt32LE(vendor.length, 8);
  vendor.copy(tags, 12);
  return tags;
};

const lacingOf = (packet: Buffer): readonly number[] => [
  ...Array<number>(Math.floor(packet.length / 255)).fill(255),
  packet.length % 255,
];

const page = (packets: readonly Buffer[], granule: number, sequence: number, flags: number): Buffer => {
  const lacing = packets.flatMap(lacingOf);
  const header = Buffer.alloc(HEADER + lacing.length);
  header.write('OggS', 0, 'latin1');
  header.writeUInt8(flags, 5);
  header.writeBigInt64LE(BigInt(granule), 6);
  header.writeUInt32LE(SERIAL, 14);
  header.writeUInt32LE(sequence, 18);
  header.writeUInt8(lacing.length, 26);
  Buffer.from(lacing).copy(header, HEADER);
  const whole = Buffer.concat([header, ...packets]);
  whole.writeUInt32LE(checksum(whole), 22);
  return whole;
};

/** CRC-32 with polynomial 0x04c11db7, not reflected, from 0 (RFC 3533 section 6). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

const checksum = (bytes: Buffer): number => {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
};
