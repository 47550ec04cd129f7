/**
 * Returns the address at which a subscriber changes what they follow; `linkKey` is the subscriber's own and is in no
 * other subscriber's letters.
 */
export const subscriptionPath = (linkKey: string): string => `/subscription/${linkKey}`;

/**
 * Returns the address that ends a subscription with one click: the address of `List-Unsubscribe`, for `POST` (RFC
 * 8058).
 */
export const unsubscribePath = (linkKey: string): string => `/subscription/${linkKey}/unsubscribe`;
