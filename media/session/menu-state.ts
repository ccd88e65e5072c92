/** What a session knows of phone menus, if its agent has a goal in them (turn/phone-menu.ts). */
import { createMenuWatch, type MenuWatch } from '../policies/phone-menu.js';
import type { SessionBrief } from './io.js';
import type { StartedTool } from './tool-state.js';

export interface PhoneMenus {
  readonly watch: MenuWatch;
  /** Whether the last turn was a menu's. */
  isHeard: boolean;
  /** The transfer out of a loop; null: there is none. */
  transfer: StartedTool | null;
}

/** Null: menus are treated like people. */
export const newPhoneMenus = ({ menu = null }: Pick<SessionBrief, 'menu'>): PhoneMenus | null =>
  menu === null ? null : { watch: createMenuWatch(), isHeard: false, transfer: null };
