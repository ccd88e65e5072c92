/** A user agent in a few words: enough to recognise a browser, too little to tell people apart. */

/** Characters of the header that are examined; the header may be as long as the head of a request. */
const READ_CHARACTERS = 400;
const MAX_CHARACTERS = 60;

/** The order matters: browsers also name the browsers they descend from. */
const BROWSERS = [
  ['Edge', /\bEdgA?(?:iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[^)]{0,40} Safari\//],
] as const;

/** iOS and Android come before the systems that they also name. */
const SYSTEMS = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

const PRODUCT = /^[A-Za-z][\w.-]{0,39}(?:\/[\w.-]{1,19})?/;

/** Like `Firefox 131 on Linux`, or the first product of another client, like `curl/8.5.0`; null if there is neither. */
export const shortUserAgent = (header: string | undefined): string | null => {
  if (header === undefined) return null;
  const text = header.slice(0, READ_CHARACTERS);
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(text)?.[1];
    if (version === undefined) continue;
    return onSystem(`${name} ${version}`, text);
  }
  if (text.startsWith('Mozilla/')) return onSystem('Browser', text);
  return PRODUCT.exec(text)?.[0].slice(0, MAX_CHARACTERS) ?? null;
};

const onSystem = (browser: string, text: string): string => {
  const system = SYSTEMS.find(([, pattern]) => pattern.test(text))?.[0];
  return system === undefined ? browser : `${browser} on ${system}`;
};
