/** The tag of a tool, by which its clients notice that it was changed. */
import { contentTag } from '../../schemas/tag.js';
import type { StoredTool } from './events.js';

/** The tag of a name that no tool has. */
const NO_TOOL = 'none';

/** With its secrets, which are sealed: a new secret is a change as well. `tool`: undefined if there is none of the name. */
export const toolTag = (tool: StoredTool | undefined): string =>
  tool === undefined ? NO_TOOL : contentTag({ ...tool });
