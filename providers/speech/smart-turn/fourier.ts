/** Fourier transform of any length with small prime factors: Whisper's windows have 400 samples. */

/** Transforms interleaved complex numbers in place. */
export type Transform = (values: Float64Array) => void;

const factorsOf = (length: number): readonly number[] => {
  const factors: number[] = [];
  let rest = length;
  for (const factor of [4, 2, 3, 5, 7])
    while (rest % factor === 0) {
      factors.push(factor);
      rest /= factor;
    }
  if (rest !== 1) throw new RangeError(`${length} has a prime factor larger than 7`);
  return factors;
};

/** Mixed-radix Cooley-Tukey. @throws RangeError if the length has a prime factor larger than 7 */
export const createTransform = (length: number): Transform => {
  const factors = factorsOf(length);
  const cosines = Float64Array.from({ length }, (_, at) => Math.cos((2 * Math.PI * at) / length));
  const sines = Float64Array.from({ length }, (_, at) => -Math.sin((2 * Math.PI * at) / length));
  const source = new Float64Array(2 * length);
  const parts = new Float64Array(2 * 7);

  /** Transforms every `stride`-th value of the source from `from` on into `size` values of `out` at `to`. */
  const transform = (out: Float64Array, to: number, from: number, stride: number, depth: number): void => {
    const radix = factors[depth];
    if (radix === undefined) {
      out[2 * to] = source[2 * from] ?? 0;
      out[2 * to + 1] = source[2 * from + 1] ?? 0;
      return;
    }
    const size = length / stride;
    const inner = size / radix;
    for (let part = 0; part < radix; part += 1)
      transform(out, to + part * inner, from + part * stride, stride * radix, depth + 1);
    for (let at = 0; at < inner; at += 1) butterfly(out, to + at, inner, radix, at * stride, stride * inner);
  };

  /** `step`: of the twiddle factors within one butterfly; `turn`: that of its first part. */
  const butterfly = (
    out: Float64Array,
    to: number,
    inner: number,
    radix: number,
    turn: number,
    step: number,
  ): void => {
    let angle = 0;
    for (let part = 0; part < radix; part += 1) {
      const place = 2 * (to + part * inner);
      const real = out[place] ?? 0;
      const imaginary = out[place + 1] ?? 0;
      const cosine = cosines[angle] ?? 0;
      const sine = sines[angle] ?? 0;
      parts[2 * part] = real * cosine - imaginary * sine;
      parts[2 * part + 1] = real * sine + imaginary * cosine;
      angle += turn;
      if (angle >= length) angle -= length;
    }
    for (let index = 0; index < radix; index += 1) {
      let real = 0;
      let imaginary = 0;
      angle = 0;
      for (let part = 0; part < radix; part += 1) {
        const cosine = cosines[angle] ?? 0;
        const sine = sines[angle] ?? 0;
        const partReal = parts[2 * part] ?? 0;
        const partImaginary = parts[2 * part + 1] ?? 0;
        real += partReal * cosine - partImaginary * sine;
        imaginary += partReal * sine + partImaginary * cosine;
        angle += index * step;
        if (angle >= length) angle -= length;
      }
      out[2 * (to + index * inner)] = real;
      out[2 * (to + index * inner) + 1] = imaginary;
    }
  };

  return (values) => {
    source.set(values);
    transform(values, 0, 0, 1, 0);
  };
};
