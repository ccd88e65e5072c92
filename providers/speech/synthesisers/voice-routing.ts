/**
 * Combines several synthesisers. A voice belongs to the one whose name its id begins with. That one is tried first, then
 * the others in order, each with a voice of its own.
 */

import { languageOf } from '../../../schemas/language-tag.js';
import type { SpeechRequest, Synthesiser, Voice } from '../synthesiser.js';

/** The part of a synthesiser that routing needs. */
type Member = Pick<Synthesiser, 'name' | 'voices'>;

/** The synthesiser that speaks, and its voice. */
export interface Route {
  readonly index: number;
  readonly voiceId: string;
}

/**
 * The voice of a fallback in place of another synthesiser's: one of the language, whatever its region, before one of only
 * the gender; its default if that fits as well as any. Null if it has no voice. Pure.
 */
export const standInVoice = (
  voices: readonly Voice[],
  wanted: Pick<Voice, 'gender'> | undefined,
  language: string,
): string | null => {
  const fit = (voice: Voice): number =>
    (languageOf(voice.language) === languageOf(language) ? 4 : 0) +
    (wanted?.gender === voice.gender ? 2 : 0) +
    (voice.language === language ? 1 : 0);
  const [first, ...others] = voices;
  if (first === undefined) return null;
  return others.reduce((best, voice) => (fit(voice) > fit(best) ? voice : best), first).id;
};

/** The routes for a text in a voice, in order; members without a voice are left out. Pure. */
export const routesOf = (
  members: readonly Member[],
  { voiceId, language }: Pick<SpeechRequest, 'voiceId' | 'language'>,
): readonly Route[] => {
  // Two accounts with the same provider share its name, but not their voices.
  const listed = members.findIndex(({ voices }) => voices.some(({ id }) => id === voiceId));
  const owner = listed >= 0 ? listed : members.findIndex(({ name }) => voiceId.startsWith(`${name}:`));
  const wanted = members.flatMap(({ voices }) => voices).find(({ id }) => id === voiceId);
  const fallbacks = members.flatMap(({ voices }, index) => {
    const standIn = index === owner ? null : standInVoice(voices, wanted, language);
    return standIn === null ? [] : [{ index, voiceId: standIn }];
  });
  return owner < 0 ? fallbacks : [{ index: owner, voiceId }, ...fallbacks];
};

/** The request in a voice: its speed is as near to the requested one as the voice can speak. */
const withVoice = (
  { voices }: Member,
  { speed, ...request }: SpeechRequest,
  voiceId: string,
): SpeechRequest => {
  const speeds = voices.find(({ id }) => id === voiceId)?.speeds;
  if (speed === undefined || speeds === undefined) return { ...request, voiceId };
  const [slowest, fastest] = speeds;
  return { ...request, voiceId, speed: Math.min(fastest, Math.max(slowest, speed)) };
};

/**
 * One synthesiser for each member: the first one speaks with the owner of a voice, the next ones with its fallbacks, so that
 * a list of attempts covers all members whatever the voice. All offer all voices. Closing any of them closes the members,
 * once.
 */
export const routeVoices = (
  members: readonly [Synthesiser, ...Synthesiser[]],
): readonly [Synthesiser, ...Synthesiser[]] => {
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= Promise.all(members.map((member) => member.close())).then(() => undefined);
    return closing;
  };
  const attempt = (at: number): Synthesiser => ({
    name: members[at]?.name ?? members[0].name,
    get voices() {
      return members.flatMap(({ voices }) => voices);
    },
    hasQueue: members.every(({ hasQueue }) => hasQueue === true),
    synthesise: (request, signal) => {
      const routes = routesOf(members, request);
      const route = routes[at] ?? routes[0] ?? { index: 0, voiceId: request.voiceId };
      const member = members[route.index] ?? members[0];
      return member.synthesise(withVoice(member, request, route.voiceId), signal);
    },
    close,
  });
  const [, ...others] = members.map((_member, at) => attempt(at));
  return [attempt(0), ...others];
};
