/** docs/roles.md lists every operation under the role that it requires. `npm run docs:roles` regenerates it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { minimumRoleOf } from '../../gateway/route.js';
import { minimumRoleFor, ROLES } from '../../schemas/accounts/roles.js';
import { routesOf } from '../gateway/gateway-under-test.js';

const FILE = fileURLToPath(new URL('../../../docs/roles.md', import.meta.url));

const routes = routesOf().filter((route) => route.public !== true);

const rows = ROLES.map((role) => {
  const ids = routes.filter((route) => minimumRoleOf(route) === role).map(({ operationId }) => operationId);
  return `| ${role} | ${ids
    .sort()
    .map((id) => `\`${id}\``)
    .join(', ')} |`;
});

const some = routes.flatMap(({ operationId, scopesIf = [], ...route }) =>
  scopesIf
    .map(({ when, scopes }) => ({ when, least: minimumRoleFor(scopes) }))
    .filter(({ least }) => ROLES.indexOf(least) > ROLES.indexOf(minimumRoleOf(route)))
    .map(({ when, least }) => `| \`${operationId}\` | ${when} | ${least} |`),
);

const wanted = `# Roles

Made of the route table by \`npm run docs:roles\`; [contract.md](contract.md) ("Roles") says what a role is.

Each role may all that those above it may.

| role | operations that it adds |
| --- | --- |
${rows.join('\n')}

Some requests of an operation take more:

| operation | when | role |
| --- | --- | --- |
${some.join('\n')}
`;

t.test('the document lists every operation under the role that is enforced', async (t) => {
  if (process.env.PARLEY_WRITE_DOCS === '1') writeFileSync(FILE, wanted);
  t.equal(readFileSync(FILE, 'utf8'), wanted, 'regenerate with `npm run docs:roles`');
});
