/** How the effects of an actor find their handlers. */
import type { Effect, EffectContext, EffectHandlers } from '../actor.js';

/** An effect that another node performs: this one never reports it as done or failed. */
export const leftOwed = ({ signal }: { readonly signal: AbortSignal }): Promise<null> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));

/** The handler of each effect of an actor, by its kind. */
export const handlerFrom =
  <Fx extends Effect, Command>(handlers: EffectHandlers<Fx, Command>) =>
  async (context: EffectContext<Fx>): Promise<Command | null> => {
    const table: Readonly<Record<string, unknown>> = handlers;
    const handler = table[context.effect.kind];
    if (typeof handler !== 'function') throw new Error(`no handler for effect ${context.effect.kind}`);
    return handler(context);
  };
