/**
 * Numbers that reach the same phone although their digits differ. WhatsApp knows some phones by an older number (`wa_id`) than the one
 * that is dialled:
 *
 * - Brazil: mobiles got a ninth digit, 9, from 2012 to 2016; accounts from before keep eight (`55 48 9123-4567`).
 * - Mexico: mobiles were dialled with a 1 after the country code until 2019 (`52 1 55…`), which WhatsApp kept.
 * - Argentina: mobiles have a 9 after the country code when dialled from abroad (`54 9 11…`), which people leave out.
 * - Benin and Ivory Coast: numbers grew from eight digits to ten, in 2024 and 2021.
 *
 * Sources: ITU-T national numbering plans of these countries; public reports of integrators (chatwoot 5840, 13986, 14048; courier
 * 433). No rule is known for other countries: what the channel answers to a send says more (conversation-address.ts).
 */

interface Rule {
  /** Matches every spelling; its group is the part that they share. */
  readonly pattern: RegExp;
  /** E.164 of the numbering plan first. */
  readonly spellings: (shared: string) => readonly [string, ...string[]];
}

const RULES: readonly Rule[] = [
  {
    pattern: /^\+55(\d\d)9?([6-9]\d{7})$/,
    spellings: (shared) => {
      const [area, local] = [shared.slice(0, 2), shared.slice(2)];
      return [`+55${area}9${local}`, `+55${area}${local}`];
    },
  },
  { pattern: /^\+521?([2-9]\d{9})$/, spellings: (shared) => [`+52${shared}`, `+521${shared}`] },
  { pattern: /^\+549?([1-3]\d{9})$/, spellings: (shared) => [`+549${shared}`, `+54${shared}`] },
  { pattern: /^\+229(?:01)?([2-9]\d{7})$/, spellings: (shared) => [`+22901${shared}`, `+229${shared}`] },
  // The network's prefix was put in front; the second digit of an old number is that of its network.
  ...(
    [
      ['01', '[1-3]'],
      ['05', '[4-6]'],
      ['07', '[7-9]'],
    ] as const
  ).map(
    ([prefix, second]): Rule => ({
      pattern: new RegExp(`^\\+225(?:${prefix})?([04-9]${second}\\d{6})$`),
      spellings: (shared) => [`+225${prefix}${shared}`, `+225${shared}`],
    }),
  ),
];

/**
 * Every number that may reach the phone of this one, E.164: the one that the numbering plan has first. Of a number without a rule, itself
 * alone.
 */
export const spellingsOf = (number: string): readonly [string, ...string[]] => {
  for (const { pattern, spellings } of RULES) {
    const match = pattern.exec(number);
    if (match !== null) return spellings(match.slice(1).join(''));
  }
  return [number];
};
