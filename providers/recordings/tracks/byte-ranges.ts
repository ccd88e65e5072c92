/** Sets of bytes of a file: sorted ranges that neither touch nor overlap. Pure. */

/** From `from` up to, but not including, `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export type ByteRanges = readonly ByteRange[];

/** The union of `ranges` and `added`. */
export const withRange = (ranges: ByteRanges, added: ByteRange): ByteRanges => {
  if (added.to <= added.from) return ranges;
  const before = ranges.filter(({ to }) => to < added.from);
  const after = ranges.filter(({ from }) => from > added.to);
  const touched = ranges.slice(before.length, ranges.length - after.length);
  const from = Math.min(added.from, touched[0]?.from ?? added.from);
  const to = Math.max(added.to, touched.at(-1)?.to ?? added.to);
  return [...before, { from, to }, ...after];
};

/** Splits off the first bytes, at most `bytes` of them. */
export const takeBytes = (
  ranges: ByteRanges,
  bytes: number,
): { readonly taken: ByteRanges; readonly rest: ByteRanges } => {
  const taken: ByteRange[] = [];
  const rest: ByteRange[] = [];
  let room = bytes;
  for (const range of ranges) {
    const cut = Math.min(range.to, range.from + room);
    if (cut > range.from) taken.push({ from: range.from, to: cut });
    if (cut < range.to) rest.push({ from: cut, to: range.to });
    room -= cut - range.from;
  }
  return { taken, rest };
};

export const bytesIn = (ranges: ByteRanges): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0);

/** The ranges of non-zero bytes, joined where fewer than `minGap` zero bytes separate them. */
export const soundsIn = (bytes: Uint8Array, minGap: number): ByteRanges => {
  const sounds: ByteRange[] = [];
  let from: number | null = null;
  let to = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0) continue;
    if (from !== null && at - to >= minGap) {
      sounds.push({ from, to });
      from = at;
    }
    from ??= at;
    to = at + 1;
  }
  return from === null ? sounds : [...sounds, { from, to }];
};
