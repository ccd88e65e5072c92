/** What stands behind the colon of a configured synthesiser: `<voice>` or `<voice>@<model>`. */

interface Choice {
  readonly voice: string;
  /** Null: none was written. */
  readonly model: string | null;
}

const CHOICE = /^([\w.-]{1,128})(?:@([\w.-]{1,128}))?$/;

/** @throws Error that says what to write instead */
export const parseChoice = (provider: string, choice: string): Choice => {
  const [, voice, model] = CHOICE.exec(choice) ?? [];
  if (voice === undefined) throw new Error(`write ${provider}:<voice> or ${provider}:<voice>@<model>`);
  return { voice, model: model ?? null };
};
