/** A result and the commit that makes it visible in the views. */
export interface Written<T> {
  readonly result: T;
  readonly shard: number;
  readonly seq: number;
}
