/** The databases that an operator has allowed a business to read Data Sources from. */
import type { AllowedDatabases } from '../../providers/databases/database.js';
import type { SourceDatabase } from '../../schemas/contacts/data-source.js';

/** The connection by which a business reaches a table; null if the operator has not allowed it. */
export const allowedConnection = (
  databases: AllowedDatabases,
  businessId: string,
  { connection, table }: SourceDatabase,
) => {
  const allowed = databases.get(connection);
  const isAllowed = allowed?.businesses.has(businessId) === true && allowed.tables.includes(table);
  return isAllowed ? allowed.connection : null;
};

/** The tables that a business may name, for the error about any other. */
export const choicesOf = (databases: AllowedDatabases, businessId: string): string => {
  const choices = [...databases].flatMap(([name, { businesses, tables }]) =>
    businesses.has(businessId) ? tables.map((table) => `${table} of ${name}`) : [],
  );
  return choices.length === 0
    ? 'this business has no allowed databases'
    : `allowed: ${choices.slice(0, 100).join(', ')}`;
};
