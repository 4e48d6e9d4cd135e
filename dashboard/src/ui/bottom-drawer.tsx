/** A sheet that comes up from the foot of a phone. A file of its own: it is loaded late. */
import type { ReactNode } from 'react';
import { Drawer } from './drawer.tsx';

type Props = { opened: boolean; onClose: () => void; title: string; children: ReactNode };

export const BottomDrawer = (props: Props) => <Drawer position="bottom" size="auto" {...props} />;
