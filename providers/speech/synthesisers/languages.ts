/** The languages that voices speak in addition to their own, which depend on the model. ISO 639. */

const listed = (codes: string): readonly string[] => codes.split(' ');

const ELEVENLABS_MULTILINGUAL =
  'en ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru';

/** By the model's name (docs/reference/protocols/synthesis.md "Languages"); an unknown model has those that all share. */
export const elevenlabsLanguages = (model: string): readonly string[] => {
  if (/_(?:flash|turbo)_v2$|english/.test(model)) return ['en'];
  return listed(/_v2_5$/.test(model) ? `${ELEVENLABS_MULTILINGUAL} hu no vi` : ELEVENLABS_MULTILINGUAL);
};

/** The languages of Sonic 3. */
export const CARTESIA_LANGUAGES = listed(
  'en fr de es pt zh ja hi it ko nl pl ru sv tr tl bg ro ar cs el fi hr ms sk da ta uk hu no vi bn th he ka id te gu kn ml mr pa',
);

export const OPENAI_LANGUAGES = listed(
  'en af ar hy az be bs bg ca zh hr cs da nl et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne no fa pl pt ro ru sr sk sl es sw sv tl ta th tr uk ur vi cy',
);

export const SONIOX_LANGUAGES = listed(
  'en af sq ar az eu be bn bs bg ca zh hr cs da nl et fi fr gl de el gu he hi hu id it ja kn kk ko lv lt mk ms ml mr no fa pl pt pa ro ru sr sk sl es sw sv tl ta te th tr uk ur vi cy',
);

/** The languages that at least one provider speaks. */
export const SPOKEN_LANGUAGES: readonly string[] = [
  ...new Set([
    ...elevenlabsLanguages('eleven_flash_v2_5'),
    ...CARTESIA_LANGUAGES,
    ...OPENAI_LANGUAGES,
    ...SONIOX_LANGUAGES,
  ]),
];
