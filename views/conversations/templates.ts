/** Templates that an account has sent and its channel has accepted: the only list of templates here. */
import type { Database } from 'better-sqlite3';
import type { MessageRow, TemplateUse } from './tables.js';

/** `used`: JSON of the {@link TemplateUse} that was sent last; `position`: that of its message in the order of the journal. */
export const TEMPLATE_TABLES = `
CREATE TABLE templates_sent (
  business_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  used TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (business_id, account_id, name, language)
) WITHOUT ROWID;
`;

/** Enough to choose from. */
const MAX_TEMPLATES = 50;

/** Records sent templates. */
export const templateWriter = (db: Database) => {
  const put = db.prepare<{
    businessId: string;
    accountId: string;
    name: string;
    language: string;
    used: string;
    position: number;
  }>(
    `INSERT INTO templates_sent (business_id, account_id, name, language, used, position)
     VALUES (:businessId, :accountId, :name, :language, :used, :position)
     ON CONFLICT DO UPDATE SET used = excluded.used, position = excluded.position
     WHERE excluded.position > templates_sent.position`,
  );
  return (
    businessId: string,
    accountId: string,
    { template: used, position }: Pick<MessageRow, 'template' | 'position'>,
  ): void => {
    if (used === null) return;
    const { name, languageCode: language }: TemplateUse = JSON.parse(used);
    put.run({ businessId, accountId, name, language, used, position });
  };
};

/** Queries on sent templates. */
export const templateQueries = (db: Database) => {
  const sent = db
    .prepare<[string, string], string>(
      `SELECT used FROM templates_sent WHERE business_id = ? AND account_id = ? ORDER BY position DESC LIMIT ${MAX_TEMPLATES}`,
    )
    .pluck();
  return {
    /** Each as it was last sent; the latest first. */
    templatesSent: (businessId: string, accountId: string): readonly TemplateUse[] =>
      sent.all(businessId, accountId).map((text) => {
        const use: TemplateUse = JSON.parse(text);
        return use;
      }),
  };
};
