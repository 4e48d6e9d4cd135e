/** Explore for a company or a shop. */
import type { QueryOf } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { Explore } from './explore.tsx';

export function OwnExplore() {
  const { holder } = useBook();
  return holder.kind === 'company' ? <CompanyExplore /> : <ShopExplore />;
}

function CompanyExplore() {
  const { api } = useBook();
  return (
    <Explore
      of="company"
      list="orders"
      read={(asked) =>
        api.GET('/api/v1/explore/company', { params: { query: asked as QueryOf<'consoleExploreCompany'> } })
      }
      file={(asked) =>
        api.GET('/api/v1/explore/company.csv', {
          params: { query: asked as QueryOf<'consoleExploreCompany'> },
          parseAs: 'blob',
        })
      }
    />
  );
}

function ShopExplore() {
  const { api } = useBook();
  return (
    <Explore
      of="shop"
      list="payments"
      read={(asked) => api.GET('/api/v1/explore/shop', { params: { query: asked as QueryOf<'consoleExploreShop'> } })}
      file={(asked) =>
        api.GET('/api/v1/explore/shop.csv', {
          params: { query: asked as QueryOf<'consoleExploreShop'> },
          parseAs: 'blob',
        })
      }
    />
  );
}
