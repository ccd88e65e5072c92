/** Where the channels' interfaces are, unless the configuration says otherwise. */
export const GRAPH_API = 'https://graph.facebook.com';
export const INSTAGRAM_API = 'https://graph.instagram.com';
