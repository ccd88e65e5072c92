/** A model that answers by plans, in rotation. Its sentences consist of numbered words. */
import { replyWord } from './agent-words.js';
import { NEVER } from './moments.js';
import type { Stage } from './stage.js';
import type { ModelPlan } from './world.js';

/** The model of one call. */
export interface SimulatedModel {
  /** Starts a reply. Returns its number, which its words contain. */
  respond(generation: number): number;
  cancel(generation: number): void;
}

/** The tokens of a reply; the last one of each sentence has its full stop. */
const tokensOf = ({ sentences }: ModelPlan, reply: number): readonly string[] => {
  let index = 0;
  return sentences.flatMap((count) =>
    Array.from({ length: count }, (_, place) => {
      index += 1;
      return `${replyWord(reply, index)}${place === count - 1 ? '. ' : ' '}`;
    }),
  );
};

/** `plans` are used in rotation. */
export const createModel = (stage: Stage, plans: readonly ModelPlan[]): SimulatedModel => {
  const responding = new Map<number, number>();
  let replies = 0;
  return {
    respond: (generation) => {
      const plan = plans[replies % plans.length];
      replies += 1;
      const reply = replies;
      if (plan === undefined) return reply;
      responding.set(generation, reply);
      let atMs = stage.now() + plan.firstMs;
      /** Schedules `act` at `atMs`; it happens if this reply is still wanted then. */
      const then = (act: () => void): void =>
        stage.at(atMs, () => {
          if (responding.get(generation) === reply && stage.closedStep() === NEVER) act();
        });
      const tokens = tokensOf(plan, reply);
      for (const text of plan.fault === 'none' ? tokens : tokens.slice(0, plan.after)) {
        then(() => stage.feed({ type: 'model_text', generation, text }));
        atMs += plan.tokenMs;
      }
      if (plan.fault === 'fails') then(() => stage.feed({ type: 'model_failed', generation }));
      if (plan.fault !== 'none') return reply;
      for (const ms of plan.tools)
        then(() => stage.feed({ type: 'model_tool', generation, name: 'work', arguments: { ms } }));
      if (plan.endCall)
        then(() => stage.feed({ type: 'model_tool', generation, name: 'end_call', arguments: {} }));
      then(() => stage.feed({ type: 'model_done', generation }));
      return reply;
    },
    cancel: (generation) => void responding.delete(generation),
  };
};
