/** The contract of speech-to-speech engines (providers/realtime/realtime-engine.ts), tested against a simulator. */
import type { Test } from 'tap';
import type { ProviderKind } from '../../../providers/provider-kind.js';
import type { RealtimeEngine } from '../../../providers/realtime/realtime-engine.js';
import type { Connection } from '../../../simulators/realtime/world.js';
import type { SimulatedEngine } from '../../../testkit/simulators/simulated-engine.js';
import { BREAKING, BREAKS, comesBack } from './breaking.js';
import { type Caller, call, KEY, WORDS } from './caller.js';
import { SAYING } from './saying.js';
import { REPLY, type Scene } from './scene.js';

interface Subject {
  readonly kind: ProviderKind<RealtimeEngine>;
  readonly simulator: SimulatedEngine;
  /** Appended to the simulator's address. */
  readonly path: string;
  readonly model: string;
}

/** Tests that an engine keeps its promises, one test for each. */
export const engineConforms = async (t: Test, { kind, simulator, path, model }: Subject): Promise<void> => {
  const promise = (name: string, keep: (t: Test, scene: Scene) => Promise<void>): Promise<unknown> =>
    t.test(name, async (t) => {
      const callers: Caller[] = [];
      const last = async (): Promise<Connection> => {
        const connection = (await simulator.connections()).at(-1);
        if (connection === undefined) throw new Error('no connection was made');
        return connection;
      };
      await keep(t, {
        started: async (wanted = {}, { key = KEY, isPrepared = true } = {}) => {
          await simulator.configure({ key: KEY, words: WORDS, replies: [{ text: REPLY }], ...wanted });
          const engine = await kind.open({ choice: model, key, address: `${simulator.url}${path}` });
          t.teardown(() => engine.close());
          const caller = call(engine, isPrepared);
          callers.push(caller);
          return caller;
        },
        connections: simulator.connections,
        last,
        conversation: async () =>
          (await last()).conversation.map(({ type, role, text }) =>
            role === '' ? `${type}: ${text}` : `${role}: ${text}`,
          ),
      });
      for (const caller of callers)
        t.notMatch(caller.inspected(), /sk-7d3b91c0f2a84e6b|secret-of-the-provider/, 'no secret in events');
    });
  for (const [name, keep] of Object.entries({ ...SAYING, ...BREAKING })) await promise(name, keep);
  for (const [name, broken] of Object.entries(BREAKS))
    await promise(`${name}: the response fails, and the engine recovers`, (t, scene) =>
      comesBack(t, scene, broken),
    );
};
