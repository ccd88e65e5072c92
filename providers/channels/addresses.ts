/** Default addresses of the channels' APIs. */
export const GRAPH_API = 'https://graph.facebook.com';
export const INSTAGRAM_API = 'https://graph.instagram.com';

/** Default hosts where Meta stores media from customers; a leading dot includes all subdomains. */
export const MEDIA_HOSTS: readonly string[] = ['lookaside.fbsbx.com', '.fbcdn.net', '.cdninstagram.com'];
