/** Where the channels' interfaces are, unless the configuration says otherwise. */
export const GRAPH_API = 'https://graph.facebook.com';
export const INSTAGRAM_API = 'https://graph.instagram.com';

/** Where Meta keeps what customers send, unless the configuration says otherwise; with a dot: all hosts below. */
export const MEDIA_HOSTS: readonly string[] = ['lookaside.fbsbx.com', '.fbcdn.net', '.cdninstagram.com'];
