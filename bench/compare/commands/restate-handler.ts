/** The service behind Restate: a virtual object with a handler that writes one key of its state. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { answerParent } from '../../gauges/child.js';

/** The part of Restate's SDK that is used here. It is not a dependency; it is loaded from where it was installed by hand. */
interface RestateSdk {
  object(definition: {
    readonly name: string;
    readonly handlers: Readonly<Record<string, (context: ObjectContext, value: number) => Promise<number>>>;
  }): object;
  serve(options: { readonly services: readonly object[]; readonly port: number }): Promise<number>;
}

interface ObjectContext {
  set(key: string, value: number): void;
}

/** The SDK requires `Promise.withResolvers`, which Node has since version 22. */
const withResolvers = () => {
  let resolve: (value: unknown) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  return { promise, resolve, reject };
};

answerParent({
  serve: (body) => {
    const { folder }: { readonly folder: string } = JSON.parse(body);
    process.env.RESTATE_LOGGING = 'ERROR';
    if (!('withResolvers' in Promise))
      Object.defineProperty(Promise, 'withResolvers', { value: withResolvers });
    const sdk: RestateSdk = createRequire(join(folder, 'package.json'))('@restatedev/restate-sdk');
    const account = sdk.object({
      name: 'account',
      handlers: {
        grant: async (context, microcredits) => {
          context.set('microcredits', microcredits);
          return microcredits;
        },
      },
    });
    return sdk.serve({ services: [account], port: 0 });
  },
});
