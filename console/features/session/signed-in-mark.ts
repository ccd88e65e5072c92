/**
 * Whether this browser may have a session. Its cookie is hidden from the page, and asking the service without one is an
 * error in the browser's log.
 */
const KEY = 'parley.signed-in';

/** True also if the browser stores nothing. */
export const maySessionExist = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
};

/** Remembers whether a user is signed in. */
export const markSignedIn = (isSignedIn: boolean): void => {
  try {
    if (isSignedIn) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // The service is asked each time.
  }
};
