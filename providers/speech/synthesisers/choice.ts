/** The settings of a synthesiser: `<voice>` or `<voice>@<model>` after the colon, and its key. */

interface Choice {
  readonly voice: string;
  /** Null: absent. */
  readonly model: string | null;
}

const CHOICE = /^([\w-][\w.-]{0,127})(?:@([\w-][\w.-]{0,127}))?$/;

/** @throws Error that says what to write instead */
export const parseChoice = (provider: string, choice: string): Choice => {
  const [, voice, model] = CHOICE.exec(choice) ?? [];
  if (voice === undefined) throw new Error(`write ${provider}:<voice> or ${provider}:<voice>@<model>`);
  return { voice, model: model ?? null };
};

/** Printable and without spaces: anything else is invalid in a header, and a copying mistake. */
const KEY = /^[!-~]{1,512}$/;

/** @throws Error that names the provider, without any part of the key */
export const checkKey = (provider: string, key: string): void => {
  if (!KEY.test(key))
    throw new Error(`the key of ${provider} is empty, too long, or contains invalid characters`);
};
