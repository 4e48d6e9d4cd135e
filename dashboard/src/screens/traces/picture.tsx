/** The chain as a picture: from where it began, to where its money is. The table below says the same. */
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { Fragment } from 'react';
import type { MoneyTrace, TraceNode } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Money } from '../../ui/money.tsx';
import { asCameBack, type DrawnNode } from './came-back.ts';
import { columnGap, columnsOf, drawEdges, nodeGap, nodeHeight } from './layout.ts';
import classes from './picture.module.css';
import { isMoney, usePlaceWords } from './place-words.ts';
import { ProofWords } from './proof-words.tsx';

const sizes = {
  '--node-height': `${nodeHeight}px`,
  '--node-gap': `${nodeGap}px`,
  '--column-gap': `${columnGap}%`,
} as CSSProperties;

export function Picture({ trace }: { trace: MoneyTrace }) {
  const t = useStrings();
  const { nodes, edges } = asCameBack(trace);
  const columns = columnsOf(nodes.filter(isMoney));
  const { height, drawn, heads } = drawEdges(columns, edges);
  return (
    <ol className={classes.picture} style={sizes} aria-label={t('trace.picture')}>
      {columns.map((column, at) => (
        <Fragment key={column[0]?.key}>
          <li>
            {at > 0 && (
              <Text component="div" ta="center" className={classes.arrow ?? ''} aria-hidden>
                ↓
              </Text>
            )}
            <ul className={classes.layer}>
              {column.map((node) => (
                <li key={node.key} className={classes.node} data-is-end={node.held > 0}>
                  <Node node={node} />
                </li>
              ))}
            </ul>
          </li>
          {at === columns.length - 1 && (
            <li aria-hidden className={classes.overlay} role="presentation">
              <svg className={classes.edges} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden>
                {drawn.map(({ path, isBack }) => (
                  <path key={path} d={path} className={classes.edge} data-is-back={isBack} />
                ))}
              </svg>
              {heads.map(({ x, y, isBack }) => (
                <span
                  key={`${x} ${y} ${isBack}`}
                  className={classes.head}
                  data-is-back={isBack}
                  style={{ insetInlineStart: `${x}%`, top: y }}
                />
              ))}
            </li>
          )}
        </Fragment>
      ))}
    </ol>
  );
}

/** Whose words say whose it is, or that are nobody's. Money in transit is named by the other side, which has it. */
const namesItself: ReadonlySet<TraceNode['kind']> = new Set(['outside', 'payout', 'clearing', 'transit']);

function Node({ node }: { node: DrawnNode }) {
  const t = useStrings();
  const placeOf = usePlaceWords();
  const { holder: reader } = useBook();
  const { held, currency, came_in: cameIn, holder_name: holder, name } = node;
  const isKnown = node.is_own || reader.kind === 'service' || reader.kind === 'company';
  const isOrigin = held < 0;
  return (
    <>
      <Text size="sm" fw={550} component="div" className={classes.name ?? ''}>
        <OwnPage node={node}>{placeOf(node)}</OwnPage>
      </Text>
      {isKnown && holder !== null && holder !== name && !namesItself.has(node.kind) && (
        <Text size="xs" c="dimmed" truncate="end">
          {holder}
        </Text>
      )}
      <Text size="sm" component="div">
        <Money amount={isOrigin ? -held : held > 0 ? held : cameIn} currency={currency} fw={600} />{' '}
        {(held !== 0 || node.isReturned === true) && (
          <Text span size="xs" c="dimmed">
            {t(held === 0 ? 'state.returned' : isOrigin ? 'trace.outOf' : 'trace.held')}
          </Text>
        )}
      </Text>
      <ProofWords node={node} />
    </>
  );
}

/** To what the reader has of it: a payout's own chain, the account's or the payee's page, or their own pages. */
function OwnPage({ node, children }: { node: TraceNode; children: ReactNode }) {
  const { holderId, mode, holder } = useBook();
  const { trace, holder_id: owner, kind } = node;
  if (trace !== null) {
    return (
      <Link to="/h/$holderId/$mode/traces/$id" params={{ holderId, mode, id: trace }}>
        {children}
      </Link>
    );
  }
  if (owner !== null && kind !== 'outside' && kind !== 'transit') {
    return (
      <Link to="/h/$holderId/$mode/operator/accounts/$id" params={{ holderId, mode, id: String(owner) }}>
        {children}
      </Link>
    );
  }
  const [, link] = /^earnings:(\d+)$/.exec(node.account ?? '') ?? [];
  if (holder.kind === 'company' && link !== undefined) return <PayeeLink link={Number(link)}>{children}</PayeeLink>;
  const to = pageOf(node, holder.kind);
  if (to === undefined) return children;
  return (
    <Link to={to} params={{ holderId, mode }}>
      {children}
    </Link>
  );
}

function pageOf({ kind, is_own: isOwn }: TraceNode, holder: string) {
  if (!isOwn) return undefined;
  if (kind === 'earnings' || (kind === 'wallet' && holder === 'merchant')) return '/h/$holderId/$mode/earnings';
  if (kind === 'wallet' && holder === 'customer') return '/h/$holderId/$mode';
  if (holder !== 'company') return undefined;
  if (kind === 'payouts_pending') return '/h/$holderId/$mode/payouts';
  if (kind === 'shadow_merchant') return '/h/$holderId/$mode/shadow';
  return kind === 'clearing' || kind === 'commission' ? '/h/$holderId/$mode/wallets' : undefined;
}
