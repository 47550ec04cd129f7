/** Where a subscriber changes what they follow; `linkKey` is their own and in no other reader's letters. */
export const subscriptionPath = (linkKey: string): string => `/subscription/${linkKey}`;

/** Where one press ends a subscription: the address of `List-Unsubscribe`, for `POST` (RFC 8058). */
export const unsubscribePath = (linkKey: string): string => `/subscription/${linkKey}/unsubscribe`;
