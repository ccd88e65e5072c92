/** How the effects of an actor find who carries them out. */
import type { Effect, EffectContext, EffectHandlers } from './actor.js';

/** An effect that somebody else performs: nothing here says that it is over, or that it fails. */
export const leftOwed = ({ signal }: { readonly signal: AbortSignal }): Promise<null> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));

/** What carries out each effect of an actor, by its kind. */
export const handlerFrom =
  <Fx extends Effect, Command>(handlers: EffectHandlers<Fx, Command>) =>
  async (context: EffectContext<Fx>): Promise<Command | null> => {
    const table: Readonly<Record<string, unknown>> = handlers;
    const handler = table[context.effect.kind];
    if (typeof handler !== 'function') throw new Error(`no handler for effect ${context.effect.kind}`);
    return handler(context);
  };
