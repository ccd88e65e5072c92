/**
 * Several synthesisers at once. A voice belongs to the one whose name its id begins with; that one is asked first, the
 * others after it, in their order, each with a voice of its own.
 */
import type { SpeechRequest, Synthesiser, Voice } from './synthesiser.js';
import { languageOf } from './synthesisers/reading.js';

/** A synthesiser, as far as routing goes. */
type Member = Pick<Synthesiser, 'name' | 'voices'>;

/** Who speaks, and with which voice. */
export interface Route {
  readonly index: number;
  readonly voiceId: string;
}

/**
 * What a fallback speaks with instead of another's voice: one of the language, whatever its region, before one of the gender
 * alone; its default where that fits as well as any. Null when it has no voice. Pure.
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

/** Who is asked for a text in a voice, first to last; those without a voice are not asked. Pure. */
export const routesOf = (
  members: readonly Member[],
  { voiceId, language }: Pick<SpeechRequest, 'voiceId' | 'language'>,
): readonly Route[] => {
  // Two accounts with the same provider have its name in common, and not their voices.
  const listed = members.findIndex(({ voices }) => voices.some(({ id }) => id === voiceId));
  const owner = listed >= 0 ? listed : members.findIndex(({ name }) => voiceId.startsWith(`${name}:`));
  const wanted = members.flatMap(({ voices }) => voices).find(({ id }) => id === voiceId);
  const fallbacks = members.flatMap(({ voices }, index) => {
    const standIn = index === owner ? null : standInVoice(voices, wanted, language);
    return standIn === null ? [] : [{ index, voiceId: standIn }];
  });
  return owner < 0 ? fallbacks : [{ index: owner, voiceId }, ...fallbacks];
};

/**
 * As many synthesisers as there are members: the first one speaks with the owner of a voice, the next ones with what stands
 * in for it, so that a list of attempts goes through all of them whatever voice is asked for. All offer all voices. Closing
 * any of them closes the members, once.
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
    synthesise: (request, signal) => {
      const routes = routesOf(members, request);
      const route = routes[at] ?? routes[0] ?? { index: 0, voiceId: request.voiceId };
      const member = members[route.index] ?? members[0];
      return member.synthesise({ ...request, voiceId: route.voiceId }, signal);
    },
    close,
  });
  const [, ...others] = members.map((_member, at) => attempt(at));
  return [attempt(0), ...others];
};
