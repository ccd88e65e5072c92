/** What is configured of a synthesiser: behind the colon `<voice>` or `<voice>@<model>`, and its key. */

interface Choice {
  readonly voice: string;
  /** Null: none was written. */
  readonly model: string | null;
}

const CHOICE = /^([\w-][\w.-]{0,127})(?:@([\w-][\w.-]{0,127}))?$/;

/** @throws Error that says what to write instead */
export const parseChoice = (provider: string, choice: string): Choice => {
  const [, voice, model] = CHOICE.exec(choice) ?? [];
  if (voice === undefined) throw new Error(`write ${provider}:<voice> or ${provider}:<voice>@<model>`);
  return { voice, model: model ?? null };
};

/** Printable and without spaces: anything else can be no header, and would be a mistake of copying. */
const KEY = /^[!-~]{1,512}$/;

/** @throws Error that names the provider, and nothing of the key */
export const checkKey = (provider: string, key: string): void => {
  if (!KEY.test(key))
    throw new Error(`the key of ${provider} is empty, too long, or has a character that no key has`);
};
