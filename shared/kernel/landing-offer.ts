/** The one offer of all four landing pages, shown on the pages themselves and on their cards in the admin. */
export const LANDING_OFFER = { price: '$59', amount: '59.00', currency: 'USD', what: '2 weeks unlimited' } as const;
