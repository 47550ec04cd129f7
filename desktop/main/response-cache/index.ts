export { type CachedResponse, type ResponseCache, openResponseCache } from './response-cache.ts';
export { CACHED_HEADERS, cachePolicy, sameResponseAs } from './cached-calls.ts';
