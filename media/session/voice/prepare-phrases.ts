/** Phrases that are synthesised before they are needed. */
import type { SessionState } from '../state.js';

/**
 * Has the phrases synthesised before they are needed: they bridge failures of the synthesiser, too. After a lost session the
 * nudge may be due in half a second (../turn/resume-conversation.ts), while the synthesiser is busy with other calls' replies.
 * The apology is due when such a reply is given up: it must not come after all of them.
 */
export const preparePhrases = ({ out, brief }: SessionState): void => {
  const { nudge, apology, closing, filler } = brief.phrases;
  const { silenceMs, nudgeAfterLossMs } = brief.settings;
  if (filler !== '') out.push({ type: 'prepare', text: filler, inMs: 0 });
  if (brief.followsLost === true) out.push({ type: 'prepare', text: nudge, inMs: nudgeAfterLossMs });
  out.push({ type: 'prepare', text: apology, inMs: silenceMs });
  if (brief.followsLost !== true) out.push({ type: 'prepare', text: nudge });
  out.push({ type: 'prepare', text: closing });
};
