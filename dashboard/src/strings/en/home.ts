/** The first screens. */
export const home = {
  'home.title': 'Home',
} as const;
