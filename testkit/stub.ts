/** Stubs of what a test or a generator does not use. */

/**
 * A stub with only the properties in `parts`; access to any other property throws and names it. So a test states what
 * its subject needs, and fails when the subject needs more.
 */
export const stub = <T extends object>(parts: Partial<T>): T =>
  // The proxy covers all of T: with the properties in `parts`, or by throwing.
  new Proxy(parts, {
    get: (target, name) => {
      if (typeof name === 'string' && name !== 'then' && !Reflect.has(target, name))
        throw new Error(`unexpected use of ${name}`);
      return Reflect.get(target, name);
    },
  }) as T;
