/**
 * A phone menu answers, and the agent finds its way by keys (docs/explanation/media.md "Phone menus"). Only agents with such a goal
 * treat menus differently from people.
 *
 * I1. A menu has finished after {@link MENU_SILENCE_MS} of silence: it pauses between its options.
 * I2. The same menu heard too often ends the call with `menu_loop`, or transfers it, with a note `menu_loop`. If the transfer
 *     fails, the call ends.
 * I3. A menu is not nudged, and keys that were pressed for it are not commented on.
 */
import { isMenu } from '../../policies/phone-menu.js';
import type { Reply, SessionState } from '../state.js';
import type { StartedTool } from '../tool-state.js';
import { note } from '../voice/transcript-ledger.js';
import { end } from './ending.js';

/** Silence that ends a menu, ms: the pauses between its options are shorter. */
const MENU_SILENCE_MS = 2_000;

/** I1: the silence after which these words are complete, ms; 0: they are no menu's. */
export const menuSilenceMs = ({ menus }: SessionState, text: string): number =>
  menus !== null && isMenu(text) ? MENU_SILENCE_MS : 0;

/** A turn is complete. Whether it is in a loop, and gets no answer; `transfer` starts the tool. I2 */
export const isStuckAfter = (
  session: SessionState,
  text: string,
  transfer: (name: string) => StartedTool,
): boolean => {
  const { menus, brief, ending } = session;
  if (menus === null || brief.menu == null || ending.type !== 'none') return false;
  if (menus.transfer !== null) return true;
  const count = menus.watch.hear(text);
  menus.isHeard = count > 0;
  if (count < brief.menu.repeats) return false;
  note(session, 'menu_loop');
  if (brief.menu.transferTool === null) end(session, 'system', 'menu_loop');
  else menus.transfer = transfer(brief.menu.transferTool);
  return true;
};

/** I2: ends the call if the transfer out of a loop has failed. */
export const checkMenu = (session: SessionState): void => {
  const use = session.menus?.transfer?.use ?? null;
  if (use === null || use.outcome === 'done') return;
  end(session, 'system', 'menu_loop');
};

/** I3 */
export const hearsMenu = ({ menus }: SessionState): boolean => menus?.isHeard ?? false;

/** I3: whether the tools of a round only pressed keys for a menu. */
export const hasPressedForMenu = (session: SessionState, { round }: Reply): boolean =>
  hearsMenu(session) &&
  round?.every(({ onLine, use }) => onLine === 'send_digits' && use?.outcome === 'done') === true;
