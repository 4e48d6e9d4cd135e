/** All of one order. */
import { useParams } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';

export function OrderTrace() {
  const { ref } = useParams({ from: '/signed-in/h/$holderId/$mode/orders/$ref' });
  return <Page title={ref}>{null}</Page>;
}
