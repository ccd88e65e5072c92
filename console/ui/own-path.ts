/** The address of the service's own link: only its path is used, because its host may be the public address. */
export const ownPath = (link: string): string => {
  const { pathname, search } = new URL(link, window.location.href);
  return `${pathname}${search}`;
};
