/** The invented restaurants and couriers of a test city. Every name says that it is a test, wherever it is listed. */
import type { Link } from '../links/links.repository.ts';

type CityPayee = Pick<Link, 'type' | 'name'>;

const restaurants = [
  'Anatolia Oven',
  'Golden Lotus Noodles',
  'Casa Marisol',
  'Mama Adjoa’s Kitchen',
  'Saffron & Rose',
  'Osteria del Molo',
  'The Copper Dumpling',
];
const couriers = ['Amina Bello', 'Luca Ferrante', 'Priya Nair', 'Tomasz Wilk', 'Yara Haddad'];

const testName = (name: string): string => `${name} (test)`;

export const cityPayees: readonly CityPayee[] = [
  ...restaurants.map((name) => ({ type: 'merchant', name: testName(name) }) as const),
  ...couriers.map((name) => ({ type: 'courier', name: testName(name) }) as const),
];
