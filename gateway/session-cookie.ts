/** The cookie that holds a session's token (RFC 6265): no script can read it, no foreign page can post with it. */

const NAME = 'parley_session';
const SESSION = new RegExp(`(?:^|;\\s*)${NAME}=([A-Za-z0-9_-]{43})(?:;|$)`);

/** The token in a Cookie header; null when there is none. */
export const sessionTokenIn = (cookies: string): string | null => SESSION.exec(cookies)?.[1] ?? null;

const attributes = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** Set-Cookie that keeps the token until the browser closes; `secure` where the service is reached by https. */
export const sessionCookie = (token: string, secure: boolean): string =>
  `${NAME}=${token}; ${attributes(secure)}`;

/** Set-Cookie that takes it away. */
export const noSessionCookie = (secure: boolean): string => `${NAME}=; Max-Age=0; ${attributes(secure)}`;
