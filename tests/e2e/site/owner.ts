/** The owner's login on every site of the tests. */
export const OWNER = { email: 'owner@example.com', password: 'a long password', name: 'Olive Owner' };
