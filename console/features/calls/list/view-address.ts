/** The address of a saved view of calls. */
import type { SavedView } from './call-query.js';

/** The parameters that open a saved view. */
export const paramsOfView = ({ viewId, calls = {} }: SavedView): URLSearchParams => {
  const { from: _from, to: _to, ...kept } = calls;
  const params = new URLSearchParams({ view: viewId });
  for (const [name, value] of Object.entries(kept)) params.set(name, String(value));
  return params;
};
