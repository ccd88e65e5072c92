/**
 * The cookies of the console (RFC 6265): the session's token, and the token that recognises a browser at its next sign-in.
 * Scripts cannot read them, and other sites cannot post with them. Over https their names have the prefix `__Host-` (RFC 6265bis,
 * section 4.1.3.2), so that only this host can set them, and no other host of its domain.
 */

const SESSION = 'parley_session';
const BROWSER = 'parley_browser';
const HOST = '__Host-';

/** A session token: 256 bits in base64url. */
const SESSION_TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** Payload and MAC. */
const BROWSER_TOKEN = /^[A-Za-z0-9_-]{1,300}\.[A-Za-z0-9_-]{43}$/;
/** Cookies that are read from a header. */
const MAX_COOKIES = 100;

/** The value of a cookie; null: it is missing, or several values differ, one of which may have been planted. */
const cookieValue = (cookies: string, name: string): string | null => {
  const values = new Set(
    cookies
      .split(';', MAX_COOKIES)
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${name}=`))
      .map((pair) => pair.slice(name.length + 1)),
  );
  const [value] = values;
  return value !== undefined && values.size === 1 ? value : null;
};

const has = (cookies: string, name: string): boolean =>
  cookies.split(';', MAX_COOKIES).some((pair) => pair.trim().startsWith(`${name}=`));

/** A token, and whether only this host can have set its cookie. */
export interface SessionToken {
  readonly token: string;
  readonly isHostOnly: boolean;
}

/** The token in a Cookie header; null when there is none. If a cookie with the prefix exists, only that one counts. */
export const sessionTokenIn = (cookies: string): SessionToken | null => {
  const isHostOnly = has(cookies, `${HOST}${SESSION}`);
  const token = cookieValue(cookies, isHostOnly ? `${HOST}${SESSION}` : SESSION);
  return token !== null && SESSION_TOKEN.test(token) ? { token, isHostOnly } : null;
};

/** The token of a browser that signed in before; null when there is none. `secure`: whether clients use https. */
export const browserTokenIn = (cookies: string, secure: boolean): string | null => {
  const token = cookieValue(cookies, secure ? `${HOST}${BROWSER}` : BROWSER);
  return token !== null && BROWSER_TOKEN.test(token) ? token : null;
};

const cookie = (name: string, value: string, secure: boolean, lifetime: string): string =>
  `${secure ? HOST : ''}${name}=${value}; ${lifetime}Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

const lasting = (ms: number): string => `Max-Age=${Math.max(0, Math.floor(ms / 1_000))}; `;

/** Set-Cookie that keeps the token for `maxAgeMs`, also when the browser closes; `secure`: whether clients use https. */
export const sessionCookie = (token: string, secure: boolean, maxAgeMs: number): string =>
  cookie(SESSION, token, secure, lasting(maxAgeMs));

/** Set-Cookie that keeps a browser recognised for `maxAgeMs`. */
export const browserCookie = (token: string, secure: boolean, maxAgeMs: number): string =>
  cookie(BROWSER, token, secure, lasting(maxAgeMs));

/** The Set-Cookie values that remove the session's token; over https also the token of a session from before the prefix. */
export const noSessionCookies = (secure: boolean): readonly string[] => [
  cookie(SESSION, '', secure, 'Max-Age=0; '),
  ...(secure ? [`${SESSION}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure`] : []),
];
