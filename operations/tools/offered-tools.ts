/** The tools that an MCP server offers, as tools of a business. Pure. */
import type { McpTool } from '../../providers/tools/mcp-tool.js';
import { isReservedName } from '../../schemas/agents/tool.js';
import { FIELD_KEY_PATTERN } from '../../schemas/patterns.js';
import { refusalOfSchema } from './definition.js';

const NAME = new RegExp(FIELD_KEY_PATTERN);

/** The name by which a model calls the tool. */
export const nameOf = (name: string, prefix: string | undefined): string =>
  `${prefix === undefined ? '' : `${prefix}_`}${name}`.replaceAll(/[^A-Za-z0-9_]/g, '_');

/** The dialect of a schema does not help a model, and not every provider accepts it. */
export const withoutDialect = ({
  $schema: _dialect,
  ...plain
}: McpTool['parameters']): McpTool['parameters'] => plain;

/** Why a tool of the server cannot be added; null if it can. */
export const importProblem = (
  offered: readonly McpTool[],
  name: string,
  prefix: string | undefined,
): string | null => {
  const tool = offered.find((each) => each.name === name);
  if (tool === undefined)
    return `is not offered; the server offers ${offered.map((each) => each.name).join(', ') || 'no tools'}`;
  const plain = nameOf(name, prefix);
  if (isReservedName(plain)) return 'has the name of a built-in tool; give a prefix';
  if (!NAME.test(plain)) return 'has no valid name; give a short prefix that begins with a letter';
  const refusal = refusalOfSchema(withoutDialect(tool.parameters));
  return refusal === null ? null : `cannot be used: its input schema ${refusal}`;
};
