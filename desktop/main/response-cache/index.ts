export { CACHED_HEADERS, cachePolicy, sameResponseAs } from './cached-calls.ts';
export { type CachedResponse, openResponseCache, type ResponseCache } from './response-cache.ts';
